//! What a person sees of a report, as a tree of plain elements. It knows no browser; `dom` makes
//! it real there.

mod advice;
mod element;
mod entries;
mod evidence;
mod finding;
mod rows;
mod words;

pub use element::{Element, Node, Text, el, visible};

use crate::report::{ComparisonReport, Finding, HistoryReport, NotChecked, ProblemReport, Report, Severity, Verdict};
use crate::timeline::Theme;
use finding::Place;

/// How to show a report.
#[derive(Debug, Clone)]
pub struct ViewOptions {
    /// Width of the timelines in CSS pixels.
    pub width: f64,
    /// Level of the topmost heading, 1 to 4.
    pub heading_level: u8,
    /// Keeps the ids of this view's drawings apart from those of others on the page.
    pub serial: usize,
    /// The colours of the timelines, where no style sheet says others.
    pub theme: Theme,
    /// Where the pages of the rules are, such as `rules/`: a finding's title leads to its rule's. Without it there are no links.
    pub rules: Option<String>,
}

impl Default for ViewOptions {
    fn default() -> Self {
        ViewOptions { width: 960.0, heading_level: 2, serial: 0, theme: Theme::Light, rules: None }
    }
}

/// The whole report: the verdict first, then what leads to it.
pub fn report(report: &Report, options: &ViewOptions) -> Element {
    View { report, options }.whole()
}

/// Notes that are shown at once.
const FEW: usize = 3;

struct View<'r> {
    report: &'r Report,
    options: &'r ViewOptions,
}

impl View<'_> {
    fn whole(&self) -> Element {
        let report = self.report;
        let verdict = words::verdict(report.verdict);
        let heading = self
            .heading(0)
            .child(words::sign(verdict))
            .child(el("span").class("unseen").text("Verdict: "))
            .text(words::headline(report.verdict));
        // What keeps the input from having a verdict is the verdict's own sentence already.
        let (said, other): (Vec<_>, Vec<_>) = report.problems.iter().partition(|problem| problem.message == report.summary);
        let place = said.first().map(|problem| {
            el("p").class("problem").attr("data-problem", problem.code.clone()).child(self.problem_place(problem))
        });
        el("div")
            .class("report")
            .attr("data-verdict", verdict)
            .child(
                el("section")
                    .class(format!("verdict {verdict}"))
                    .child(heading)
                    .child(el("p").class("summary").prose(report.summary.clone()))
                    .children(place)
                    .children(self.now(report)),
            )
            .children(self.problems(&other))
            .children(report.comparisons.iter().map(|comparison| self.comparison(comparison)))
            .children(report.histories.iter().map(|history| self.history(history)))
            .children(self.evidence())
    }

    /// What to do now, and whether the bug is still there.
    fn now(&self, report: &Report) -> Option<Element> {
        let what = advice::list(&report.advice)?;
        let heading = self.heading(1).class("now").text("What to do now");
        Some(el("div").class("next").child(heading).child(what))
    }

    fn problems(&self, problems: &[&ProblemReport]) -> Option<Element> {
        let list = problems.iter().map(|problem| {
            let text = el("span").prose(format!("{} ", problem.message));
            el("li").class("problem").attr("data-problem", problem.code.clone()).child(text).child(self.problem_place(problem))
        });
        let section = || el("section").class("problems").child(self.heading(1).text("Trouble with the input"));
        (!problems.is_empty()).then(|| section().child(el("ul").children(list)))
    }

    fn problem_place(&self, problem: &ProblemReport) -> Element {
        let ProblemReport { input, line, column, .. } = *problem;
        let name = self.place_in(&problem.source, line, Some(column));
        Place { input, line, column, end_column: column + 1 }.button(name)
    }

    fn comparison(&self, comparison: &ComparisonReport) -> Element {
        let name = |id: usize| self.report.histories.get(id).map_or_else(String::new, |history| self.name(history));
        // Where it gave the report its verdict, its sentence stands at the top already.
        let said = !self.report.summary.ends_with(&comparison.summary);
        let title = format!("{} compared with {}", name(comparison.after), name(comparison.before));
        el("section")
            .class("comparison")
            .number("data-after", comparison.after)
            .child(self.heading(1).text(capital(&title)))
            .children(said.then(|| el("p").class("summary").prose(comparison.summary.clone())))
            .children(self.rows(comparison))
            .children(comparison.findings.iter().map(|finding| self.finding(finding, comparison.after, 2)))
            .children(not_checked(&comparison.not_checked))
    }

    fn history(&self, history: &HistoryReport) -> Element {
        let alone = self.report.histories.len() == 1;
        let verdict = words::verdict(history.verdict);
        let told = |finding: &&Finding| {
            let newer = self.report.comparisons.iter().filter(|comparison| comparison.after == history.id);
            newer
                .flat_map(|comparison| &comparison.findings)
                .any(|other| (&other.rule, other.entry, &other.field) == (&finding.rule, finding.entry, &finding.field))
        };
        let shown = |finding: &Finding| match told(&finding) {
            true => self.finding_told(finding, history.id, 2),
            false => self.finding(finding, history.id, 2),
        };
        // Many notes would bury what they stand beside.
        let (notes, grave): (Vec<_>, Vec<_>) = history.findings.iter().partition(|finding| finding.severity == Severity::Info);
        let (notes, few) = if notes.len() > FEW { (notes, vec![]) } else { (vec![], notes) };
        let findings = grave.into_iter().chain(few).map(shown);
        let summary = format!("Worth knowing: {}", words::counted(notes.len(), "note", "notes"));
        let folded = (!notes.is_empty()).then(|| el("details").class("notes-folded").child(el("summary").text(summary)));
        let folded = folded.map(|folded| folded.children(notes.into_iter().map(shown)));
        let source = &history.source;
        let mut facts = vec![source.kind.clone(), words::counted(history.entries.len(), "entry", "entries")];
        facts.push(match source.line == source.end_line {
            true => format!("line {} of {}", source.line, source.name),
            false => format!("lines {} to {} of {}", source.line, source.end_line, source.name),
        });
        facts.extend(history.cluster_id.as_ref().map(|id| format!("cluster {id}")));
        // A short timeline tells most at a glance; a long one would hide what was found.
        let short = history.entries.len() <= 12;
        let own = |text: Element| text.child(words::sign(verdict)).prose(history.summary.clone());
        el("section")
            .class("history")
            .number("data-history", history.id)
            .child(self.heading(1).text(capital(&self.name(history))))
            .child(el("p").class("facts").text(facts.join(", ")))
            .children((!alone).then(|| own(el("p").class(format!("own-verdict {verdict}")))))
            .children(
                advice::list(&history.advice)
                    .filter(|_| history.verdict > Verdict::Intact && history.advice != self.report.advice),
            )
            .children(short.then(|| self.timeline(history)).flatten())
            .children(findings)
            .children((!short).then(|| self.timeline(history)).flatten())
            .children((!history.entries.is_empty()).then(|| self.entries(history)))
            .children(folded)
            .children(not_checked(&history.not_checked))
    }

    /// A heading, so many levels below the topmost.
    fn heading(&self, below: usize) -> Element {
        const LEVELS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];
        let top = usize::from(self.options.heading_level.clamp(1, 4));
        el(LEVELS[(top - 1 + below).min(LEVELS.len() - 1)])
    }

    /// What to call a history where several are on the page.
    fn name(&self, history: &HistoryReport) -> String {
        let others = self.report.histories.iter().filter(|other| other.source.input == history.source.input).count();
        match (self.report.histories.len(), others) {
            (1, _) => "the history".into(),
            (_, 1) => history.source.name.clone(),
            _ => format!("history {} ({}, line {})", history.id + 1, history.source.name, history.source.line),
        }
    }

    fn input(&self, history: usize) -> usize {
        self.report.histories.get(history).map_or(0, |history| history.source.input)
    }

    fn place_name(&self, history: usize, line: usize, column: Option<usize>) -> String {
        self.place_in(self.report.histories.get(history).map_or("", |history| &history.source.name), line, column)
    }

    /// What an input is called, by what was found in it.
    fn source(&self, input: usize) -> &str {
        let mut histories = self.report.histories.iter().map(|history| (history.source.input, history.source.name.as_str()));
        let mut evidence = self.report.evidence.iter().map(|item| (item.input, item.source.as_str()));
        let found = histories.find(|(own, _)| *own == input).or_else(|| evidence.find(|(own, _)| *own == input));
        found.map_or("", |(_, name)| name)
    }

    /// A line and a column; the input's name only where there are several.
    fn place_in(&self, source: &str, line: usize, column: Option<usize>) -> String {
        let histories = self.report.histories.iter().map(|history| history.source.input);
        let beside = self.report.evidence.iter().map(|item| item.input);
        let mut inputs = histories.chain(beside).chain(self.report.problems.iter().map(|problem| problem.input));
        let several = inputs.next().is_some_and(|first| inputs.any(|input| input != first));
        let source = if several { format!("{source}, ") } else { String::new() };
        let column = column.map(|column| format!(", column {column}")).unwrap_or_default();
        format!("{source}line {line}{column}")
    }
}

/// Reasons for rules that were not checked, of which more would fill sheets where several histories have them.
const REASONS: usize = 5;

fn not_checked(rules: &[NotChecked]) -> impl Iterator<Item = Element> {
    let list = rules.iter().map(|rule| el("li").child(el("b").text(words::title(&rule.rule))).text(format!(": {}", rule.reason)));
    let summary = format!("Not checked: {}", words::counted(rules.len(), "rule", "rules"));
    let long = rules.len() > REASONS;
    let folded = el("details").class(if long { "not-checked long" } else { "not-checked" });
    let folded = folded.child(el("summary").text(summary)).child(el("ul").children(list));
    let said = long.then(|| left_out("Left out on paper: which rules these are, and why each was not checked."));
    (!rules.is_empty()).then_some(folded).into_iter().chain(said)
}

/// What only a print says: that something is not on it. Style sheets show it there, beside what is `long`.
fn left_out(text: impl Into<Text>) -> Element {
    el("p").class("left-out").attr("hidden", "").text(text)
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    // File names keep the case they have.
    match chars.next() {
        Some(first) if !text.contains('/') && !text.contains('.') => first.to_uppercase().chain(chars).collect(),
        _ => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Input, Options, Role, inspect};

    const BEFORE: &str = include_str!("../../tests/cases/seed/pipe-4.1.18-before.txt");
    const AFTER: &str = include_str!("../../tests/cases/seed/pipe-4.1.18-after.txt");

    fn shown(inputs: &[(Role, &str)]) -> Element {
        let input = |(role, text): &(Role, &str)| Input { name: None, text: (*text).into(), role: *role };
        let inputs: Vec<_> = inputs.iter().map(input).collect();
        report(&inspect(&inputs, &Options::default()), &ViewOptions::default())
    }

    /// Every element in the order of the page.
    fn all(element: &Element) -> Vec<&Element> {
        let children = element.children.iter().filter_map(|child| match child {
            Node::Element(child) => Some(all(child)),
            _ => None,
        });
        std::iter::once(element).chain(children.flatten()).collect()
    }

    fn attribute<'e>(element: &'e Element, name: &str) -> Option<&'e str> {
        element.attributes.iter().find(|(own, _)| *own == name).map(|(_, value)| &**value)
    }

    fn text(element: &Element) -> String {
        let of = |child: &Node| match child {
            Node::Element(child) => text(child),
            Node::Text(text) => text.to_string(),
            Node::Drawing(_) => String::new(),
        };
        element.children.iter().map(of).collect()
    }

    fn buttons(element: &Element) -> Vec<String> {
        all(element).into_iter().filter(|element| attribute(element, "class") == Some("place")).map(text).collect()
    }

    #[test]
    fn the_verdict_comes_first() {
        let page = shown(&[(Role::History, AFTER)]);
        assert_eq!(attribute(&page, "data-verdict"), Some("corrupt"));
        let headings: Vec<_> = all(&page).into_iter().filter(|element| element.tag.starts_with('h')).map(text).take(3).collect();
        assert_eq!(headings, ["Verdict: Corrupt", "What to do now", "The history"]);
    }

    #[test]
    fn a_place_names_its_input_only_where_there_are_several() {
        assert!(buttons(&shown(&[(Role::History, AFTER)])).contains(&"line 3, column 22".to_owned()));
        let compared = buttons(&shown(&[(Role::Before, BEFORE), (Role::After, AFTER)]));
        assert!(compared.contains(&"before, line 1, column 22".to_owned()), "{compared:?}");
        let troubled = buttons(&shown(&[(Role::Before, "nothing"), (Role::After, "nothing")]));
        assert!(troubled.iter().all(|name| name.starts_with("before, ") || name.starts_with("after, ")), "{troubled:?}");
    }

    #[test]
    fn a_place_in_evidence_names_it() {
        let log = "Sep 27 21:42:28.080: INFO: Waiting up to 30m0s for all (but 100) nodes to be schedulable\n";
        let seed = include_str!("../../tests/cases/seed/mustgather.yaml");
        let places = buttons(&shown(&[(Role::History, seed), (Role::Evidence, log)]));
        assert!(places.contains(&"paste, line 8, column 21".to_owned()), "{places:?}");
        assert!(places.contains(&"evidence, line 1, column 1".to_owned()), "{places:?}");
        assert!(places.contains(&"evidence, line 1".to_owned()), "{places:?}");
    }

    #[test]
    fn what_a_comparison_found_has_its_reasons_once() {
        let page = shown(&[(Role::Before, BEFORE), (Role::After, AFTER)]);
        let told = all(&page).into_iter().filter(|element| attribute(element, "data-rule") == Some("completion-overwritten"));
        let told: Vec<_> = told.map(|finding| text(finding).contains("What to do")).collect();
        assert_eq!(told, [true, false]);
    }

    #[test]
    fn two_snapshots_stand_side_by_side() {
        let page = shown(&[(Role::Before, BEFORE), (Role::After, AFTER)]);
        let rows = all(&page).into_iter().find(|element| attribute(element, "class") == Some("compared"));
        let rows: Vec<_> = rows
            .map(|table| all(table).into_iter().filter(|element| element.tag == "tr").map(text).collect())
            .unwrap_or_default();
        let [_, newest, cancelled, old, end] = &rows[..] else { unreachable!("{rows:?}") };
        assert!(newest.starts_with("noneEntry 0 4.1.18added: allowed"), "{newest}");
        assert!(cancelled.starts_with("noneEntry 1 4.1.20added: allowed"), "{cancelled}");
        assert_eq!(old, "Entry 0 4.1.18Entry 2 4.1.18changed");
        assert!(
            end.starts_with(
                "completionTime 2019-10-14T03:13:16ZcompletionTime 2019-10-14T03:42:31Zforbidden (completion-overwritten): "
            ),
            "{end}"
        );
    }

    #[test]
    fn what_is_too_long_for_paper_says_so_there() {
        let long = include_str!("../../tests/cases/real/014-oc-4.16.0-ec2-pdb-74-entries.yaml");
        let thread = include_str!("../../tests/cases/seed/whole-thread.txt");
        let classes = |page: &Element, of: &str| {
            let all = all(page).into_iter().filter_map(|element| attribute(element, "class"));
            all.filter(|class| class.split(' ').any(|one| one == of)).map(str::to_owned).collect::<Vec<_>>()
        };
        let said = |page: &Element| {
            let own = all(page).into_iter().filter(|element| attribute(element, "class") == Some("left-out"));
            own.inspect(|element| assert_eq!(attribute(element, "hidden"), Some(""))).map(text).collect::<Vec<_>>()
        };
        let page = shown(&[(Role::History, long)]);
        assert_eq!(classes(&page, "timeline"), ["timeline long"]);
        assert_eq!(classes(&page, "not-checked"), ["not-checked", "not-checked evidence"]);
        assert_eq!(said(&page), ["The timeline is left out on paper: the table has all of its entries."]);
        let page = shown(&[(Role::History, thread)]);
        assert_eq!(classes(&page, "timeline"), ["timeline"; 5]);
        let folds = classes(&page, "not-checked");
        assert_eq!(folds.iter().filter(|class| *class == "not-checked long").count(), 5, "{folds:?}");
        assert_eq!(said(&page), ["Left out on paper: which rules these are, and why each was not checked."; 5]);
    }

    #[test]
    fn headings_do_not_skip_a_level_or_leave_the_six() {
        let report = inspect(&[Input { text: AFTER.into(), ..Input::default() }], &Options::default());
        for (given, levels) in [(1, ["h1", "h2", "h3"]), (4, ["h4", "h5", "h6"]), (9, ["h4", "h5", "h6"])] {
            let page = super::report(&report, &ViewOptions { heading_level: given, ..ViewOptions::default() });
            let used = |level: &&&str| all(&page).iter().any(|element| element.tag == **level);
            assert_eq!(["h1", "h2", "h3", "h4", "h5", "h6"].iter().filter(used).copied().collect::<Vec<_>>(), levels);
        }
    }
}
