use std::collections::BTreeSet;

use chrono::{DateTime, Utc};

use crate::evidence::bounds::{self, Bound, Standing};
use crate::evidence::subjects::Subjects;
use crate::evidence::{self, Fact, Years, origin, words};
use crate::finding::{Findings, RelatedSite, Site};
use crate::history::Field;
use crate::history::History;
use crate::order;
use crate::pairing;
use crate::parse::{self, Problem, ProblemCode};
use crate::report::build::{self, Judged, Source};
use crate::report::{ComparisonReport, HistoryReport, Report, RuleInfo, Severity, Tool, Verdict, advice, summary};
use crate::rules::{self, Context};
use crate::source::{Gap, LineIndex, Span};

/// A text to look at.
#[derive(Debug, Clone, Default)]
pub struct Input {
    /// How to call it in the report; `paste` where it has none.
    pub name: Option<String>,
    /// The text.
    pub text: String,
    /// What it is for.
    pub role: Role,
}

/// What an input is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Role {
    /// A history to judge on its own.
    #[default]
    History,
    /// The older of two snapshots of one cluster.
    Before,
    /// The newer of two snapshots of one cluster.
    After,
    /// Something dated that bears on a history.
    Evidence,
}

/// What the caller knows and the text does not say.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The time of the inspection. Without it nothing is judged to lie in the future.
    pub now: Option<DateTime<Utc>>,
}

/// Reads every input, judges every history found, and compares those that were given as a before
/// and an after. It never fails: what is wrong with an input is in the report.
pub fn inspect(inputs: &[Input], options: &Options) -> Report {
    inspect_with(inputs, &[], options)
}

/// The same, of inputs out of which lines were left that bear on nothing: what [`Sieve`](crate::evidence::sieve::Sieve)
/// says of each, in the order of the inputs.
pub fn inspect_with(inputs: &[Input], gaps: &[Vec<Gap>], options: &Options) -> Report {
    let mut problems: Vec<(usize, Problem)> = vec![];
    let readings: Vec<_> = inputs.iter().map(|input| parse::read(&input.text)).collect();
    let left_out = |input: usize| gaps.get(input).map(Vec::as_slice).unwrap_or_default();
    let sources: Vec<Source<'_>> = inputs.iter().enumerate().map(|(at, input)| source(at, input, left_out(at))).collect();
    let mut read: Vec<(usize, History<'_>)> = vec![];
    for (input, reading) in readings.iter().enumerate() {
        let mut own = reading.problems.clone();
        // What is given as evidence need not hold a history.
        own.retain(|problem| {
            inputs[input].role != Role::Evidence || !matches!(problem.code, ProblemCode::NoHistory | ProblemCode::Empty)
        });
        read.extend(reading.documents.iter().map(|document| (input, History::new(document, &mut own))));
        order::sort_by_key(&mut own, |problem| (problem.span.start, problem.code));
        problems.extend(own.into_iter().map(|problem| (input, problem)));
    }

    let (facts, weighed) = evidence(inputs, &read);
    problems.extend(weighed.problems);
    for (input, given) in inputs.iter().enumerate().filter(|(_, given)| given.role == Role::Evidence) {
        let empty = !facts.iter().any(|fact| fact.input == input) && !read.iter().any(|(at, _)| *at == input);
        if empty {
            let span = Span::new(0, given.text.len().min(1));
            let message = "Nothing dated was recognised here that bears on a history.".into();
            problems.push((input, Problem { code: ProblemCode::NoEvidence, span, message }));
        }
    }
    let context = Context { now: options.now };
    let mut judged: Vec<Judged<'_, '_>> = vec![];
    for (id, ((input, history), bounds)) in read.iter().zip(weighed.bounds).enumerate() {
        let mut findings = Findings::default();
        for check in rules::ALL.iter().filter_map(|rule| rule.check) {
            check(history, &context, &mut findings);
        }
        findings.cap();
        let against = weighed.against.iter().filter(|(history, _)| *history == id).map(|(_, input)| *input).collect();
        let mut one =
            Judged { id, source: &sources[*input], sources: &sources, history, findings, facts: &facts, bounds, against };
        prove(&mut one);
        judged.push(one);
    }

    let comparisons = pairing::compare(inputs, &mut judged, &mut problems);
    let histories: Vec<_> = judged.iter().map(build::history).collect();
    let problems: Vec<_> = problems.iter().map(|(input, problem)| build::problem(&sources[*input], problem)).collect();
    let unread = problems.iter().any(|problem| problem.code == ProblemCode::NotRead.as_str());
    // Nobody knows what the rest holds.
    let verdict = match worst(&histories, &comparisons) {
        Verdict::Intact if unread => Verdict::Undetermined,
        verdict => verdict,
    };
    let empty = problems.iter().find(|problem| matches!(problem.code.as_str(), "no-history" | "empty"));
    let partly = unread && histories.iter().all(|history| history.verdict == Verdict::Intact);
    let partly = partly && verdict == Verdict::Undetermined && !histories.is_empty();
    let summary = if partly {
        summary::PARTLY.to_owned()
    } else {
        summary::of_report(verdict, &histories, &comparisons, empty.map(|problem| problem.message.as_str()))
    };
    // A green verdict must not hide that a part of the text is none of it.
    let codes = [
        ProblemCode::Syntax,
        ProblemCode::TooDeep,
        ProblemCode::AliasNotFollowed,
        ProblemCode::UnreadableTime,
        ProblemCode::CutShort,
    ];
    let lost = codes.iter().find_map(|code| problems.iter().find(|problem| problem.code == code.as_str()));
    let summary = match lost {
        Some(problem) if verdict == Verdict::Intact => summary::without(problem, &summary),
        _ => summary,
    };
    let advice = advice::of_report(verdict, &histories, &comparisons);
    Report {
        schema_version: 1,
        tool: Tool { name: env!("CARGO_PKG_NAME").into(), version: crate::VERSION.into() },
        verdict,
        summary,
        histories,
        comparisons,
        evidence: facts.iter().map(|fact| build::evidence(&sources, fact)).collect(),
        problems,
        advice,
        masked: None,
    }
}

/// What the dated facts say.
struct Weighed {
    /// Of each entry of each history.
    bounds: Vec<Vec<bounds::Bounds>>,
    /// Histories, and inputs that contradict what their objects confirm.
    against: Vec<(usize, usize)>,
    /// Why records were left out.
    problems: Vec<(usize, Problem)>,
}

/// The dated facts of all inputs, and what they say.
fn evidence(inputs: &[Input], read: &[(usize, History<'_>)]) -> (Vec<Fact>, Weighed) {
    let covered = read.iter().filter_map(|(_, history)| {
        let times = || history.entries.iter().flat_map(|entry| [entry.started.instant(), entry.completed.instant()]).flatten();
        Some((times().min()?, times().max()?))
    });
    let years = Years::new(covered.collect());
    let mut spans = vec![vec![]; inputs.len()];
    read.iter().for_each(|(at, history)| spans[*at].push(history.document.span));
    let mut facts = vec![];
    for (input, (given, own)) in inputs.iter().zip(&spans).enumerate() {
        facts.extend(evidence::read(&given.text, given.name.as_deref(), input, own, &years));
    }
    for (id, (input, history)) in read.iter().enumerate() {
        facts.extend(evidence::own(history, id, *input));
    }
    let histories: Vec<&History<'_>> = read.iter().map(|(_, history)| history).collect();
    let subjects = Subjects::new(&histories, &facts);
    let own: Vec<usize> = read.iter().map(|(input, _)| *input).collect();
    let (bounds, origins) = origin::weigh((&histories, &own), &subjects, &facts);
    let against = origins.rejected().filter(|(_, rejection)| rejection.contradicts);
    let against = against.map(|(input, rejection)| (rejection.history, input)).collect();
    let cited = bounds.iter().flatten().flat_map(bounds::Bounds::facts).map(|fact| &facts[fact]);
    let cited: BTreeSet<usize> = cited.filter(|fact| fact.history.is_none()).map(|fact| fact.input).collect();
    let left_out = (0..inputs.len()).filter(|input| !cited.contains(input) || origins.contradicts(*input));
    let problems = left_out.filter_map(|input| {
        let (fact, reason) = origins.reason((input, inputs[input].role == Role::Evidence), &subjects, &facts)?;
        let message = format!("These records were not weighed: {reason}.");
        Some((input, Problem { code: ProblemCode::NotWeighed, span: facts[fact].span, message }))
    });
    let problems = problems.collect();
    words::mark_rolling(&mut facts, &subjects, &histories);
    (facts, Weighed { bounds, against, problems })
}

/// Evidence that contradicts a recorded completion beyond its own precision proves the error found on it.
fn prove(judged: &mut Judged<'_, '_>) {
    for found in &mut judged.findings.found {
        let Site::Entry(entry, Some(Field::CompletionTime)) = found.site else { continue };
        // What the object seems to have kept of the true time is no more than a bound where another record contradicts it.
        let kept = found.expected.as_deref().and_then(crate::model::instant).zip(judged.bounds.get(entry));
        let apart = |bound: Bound| judged.facts[bound.fact].history.is_none();
        if kept.is_some_and(|(kept, bounds)| bounds.against(kept).into_iter().any(apart)) {
            rules::doubt(found);
        }
        let recorded = judged.history.entries[entry].completed.instant().filter(|_| found.severity == Severity::Error);
        let standing = recorded.zip(judged.bounds.get(entry)).map(|(recorded, bounds)| bounds.standing(recorded));
        let Some(Standing::Contradicted(bound)) = standing else { continue };
        let fact = &judged.facts[bound.fact];
        rules::prove(judged.history, found);
        // What a rule took from the object itself it has named.
        if fact.history.is_none() {
            let site = Site::Text(fact.input, fact.span);
            found.related.push(RelatedSite { in_before: false, site, message: words::of(fact, &bound) });
        }
    }
}

fn source<'t>(input: usize, given: &'t Input, gaps: &[Gap]) -> Source<'t> {
    let role = match given.role {
        Role::History => "paste",
        Role::Before => "before",
        Role::After => "after",
        Role::Evidence => "evidence",
    };
    let name = given.name.clone().unwrap_or_else(|| role.to_owned());
    Source { name, input, lines: LineIndex::with_gaps(&given.text, gaps) }
}

fn worst(histories: &[HistoryReport], comparisons: &[ComparisonReport]) -> Verdict {
    let compared = comparisons.iter().map(|comparison| build::verdict_of(&comparison.findings));
    let own = histories.iter().map(|history| history.verdict).max().unwrap_or(Verdict::Undetermined);
    compared.fold(own, Verdict::max)
}

/// Every rule, in the order in which they are listed in the documentation.
pub fn rules() -> Vec<RuleInfo> {
    rules::ALL.iter().map(|rule| rule.info()).collect()
}
