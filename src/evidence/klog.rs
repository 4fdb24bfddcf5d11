//! The operator's own log: `I0927 22:29:06.062333       1 sync_worker.go:453] Running sync 4.3.0 … in state Reconciling`.
//!
//! Source: the klog header (`Lmmdd hh:mm:ss.uuuuuu threadid file:line]`, k8s.io/klog), which has no year unless the
//! container's own stamp stands before it; CVO `pkg/cvo/sync_worker.go` (`Running sync V … in state S` until 4.9, then
//! `apply: V on generation N in state S`) and `pkg/cvo/status.go`, mergeOperatorHistory. `Updating` is a state that
//! a change of overrides or capabilities also leads to, so it bounds nothing.

use chrono::TimeDelta;

use super::stamp::{Form, Stamped};
use super::{Fact, Meaning, word_after};

/// The operator's own files that say what is read here. Others, of its own and of other operators, say the same words in
/// passing.
const FILES: [&str; 3] = ["cvo.go", "status.go", "sync_worker.go"];

pub(super) fn read(line: &Stamped<'_>) -> Option<Fact> {
    let (header, message) = line.rest.split_once("] ")?;
    let mut words = header.split_ascii_whitespace();
    match line.form {
        Form::Klog => {}
        // The container's stamp, and klog's own behind it.
        Form::Full => {
            let day = words.next()?.strip_prefix(['I', 'W', 'E'])?;
            let is_day = day.len() == 4 && day.bytes().all(|byte| byte.is_ascii_digit());
            words.next().filter(|clock| is_day && clock.contains(':'))?;
        }
        Form::Month => return None,
    }
    let is_thread = words.next()?.bytes().all(|byte| byte.is_ascii_digit());
    let (file, number) = words.next()?.split_once(':')?;
    let is_own = FILES.contains(&file) && number.bytes().all(|byte| byte.is_ascii_digit());
    if !is_thread || !is_own || words.next().is_some() {
        return None;
    }
    let meaning = meaning(message)?;
    // `Running sync` is said once the sync before it has come to its end, so what it says was so for some time.
    let slack = (TimeDelta::seconds(1), TimeDelta::seconds(1));
    Some(Fact { slack, ..Fact::new(line.time, "cvo-log", meaning, message.to_owned()) })
}

/// By how a message begins.
fn meaning(message: &str) -> Option<Meaning> {
    let named = |phrase: &str| word_after(message, phrase).filter(|_| message.starts_with(phrase)).map(str::to_owned);
    let in_state = |release: String| {
        if message.contains(" in state Reconciling ") { Meaning::ReachedBy(release) } else { Meaning::Started(release) }
    };
    if message.contains(" in state ") {
        return named("Running sync ").or_else(|| named("apply: ")).map(in_state);
    }
    if ["merge into existing history completed=", "must add a new history entry completed="]
        .iter()
        .any(|phrase| message.starts_with(phrase))
    {
        return merged(message);
    }
    if let Some(release) = named("Cluster version is ") {
        return Some(Meaning::ReachedBy(release));
    }
    named("Working towards ").map(Meaning::Started)
}

/// `merge into existing history completed=true desired=v1.Update{Version:"4.3.0", …} last=&v1.UpdateHistory{State:"Partial", …
/// CompletionTime:(*v1.Time)(nil), …}`, in Go's own notation: the entry as it was before this write.
fn merged(message: &str) -> Option<Meaning> {
    let (desired, last) = message.split_once("desired=")?.1.split_once("last=")?;
    let release = quoted(desired, "Version:\"").or_else(|| quoted(desired, "Image:\""))?.to_owned();
    let is_completed = message.contains(" completed=true ");
    if message.starts_with("must add") {
        return Some(Meaning::Started(release));
    }
    let was_open = last.contains("CompletionTime:(*v1.Time)(nil)");
    Some(match (is_completed, quoted(last, "State:\"")) {
        (true, _) if was_open => Meaning::Reached(release),
        (true, _) => Meaning::ReachedBy(release),
        (false, Some("Partial")) => Meaning::Updating(release),
        (false, _) => Meaning::Other,
    })
}

fn quoted<'t>(text: &'t str, before: &str) -> Option<&'t str> {
    text.split_once(before)?.1.split_once('"').map(|(value, _)| value).filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_operator_says_of_a_release() {
        let v = || "4.3.0".to_owned();
        let desired = "desired=v1.Update{Version:\"4.3.0\", Image:\"a\", Force:false}";
        let last = |state: &str, time: &str| {
            format!("{desired} last=&v1.UpdateHistory{{State:\"{state}\", CompletionTime:(*v1.Time)({time}), Version:\"4.3.0\"}}")
        };
        for (message, expected) in [
            (
                "Running sync 4.3.0 (force=false) on generation 2 in state Reconciling at attempt 0".to_owned(),
                Some(Meaning::ReachedBy(v())),
            ),
            (
                "Running sync 4.3.0 (force=false) on generation 2 in state Updating at attempt 1".into(),
                Some(Meaning::Started(v())),
            ),
            ("apply: 4.3.0 on generation 2 in state Reconciling at attempt 0".into(), Some(Meaning::ReachedBy(v()))),
            ("Running sync for deployment \"a\" (1 of 433)".into(), None),
            (format!("merge into existing history completed=true {}", last("Partial", "nil")), Some(Meaning::Reached(v()))),
            (
                format!("merge into existing history completed=true {}", last("Completed", "0xc0001")),
                Some(Meaning::ReachedBy(v())),
            ),
            (format!("merge into existing history completed=false {}", last("Partial", "nil")), Some(Meaning::Updating(v()))),
            (format!("merge into existing history completed=false {}", last("Completed", "0xc0001")), Some(Meaning::Other)),
            (
                format!(
                    "must add a new history entry completed=false desired=v1.Update{{Version:\"4.3.0\"}} != {}",
                    "last=&v1.UpdateHistory{}"
                ),
                Some(Meaning::Started(v())),
            ),
            ("merge into existing history completed=".into(), None),
        ] {
            assert_eq!(meaning(&message), expected, "{message}");
        }
    }
}
