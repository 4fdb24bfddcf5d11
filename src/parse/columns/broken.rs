//! Rows that lack a column, and lines among rows that are none: said with their line, and nothing concluded.

use super::super::{Problem, ProblemCode};
use super::fields::fields;
use crate::source::Span;

/// A value of a row, by its key.
type Value<'t> = (&'static str, Option<&'t str>, Span);

/// The columns whose absence a check could hold against a row.
const JUDGED: [&str; 5] = ["startedTime", "completionTime", "state", "version", "image"];

/// Which rows have fewer columns than another, and not one that the other has. Which column such a row lacks cannot be
/// told: by its shape a time may be the start or the end.
pub(super) fn short(rows: &[(&str, &[Value<'_>])]) -> Vec<bool> {
    let widths: Vec<_> = rows.iter().map(|(line, _)| width(line)).collect();
    // Without bars the newest entry, while open, simply lacks the column; no other does.
    let amid = |row: usize| row > 0 && row + 1 < rows.len();
    let stands = |row: usize, value: &Option<&str>, at: &Span| {
        value.is_some() || at.end > at.start || widths[row].separator == '|' || !amid(row)
    };
    let has = |row: usize, key: &str| rows[row].1.iter().any(|(known, value, at)| *known == key && stands(row, value, at));
    let mut wider: Vec<(Width, &str)> = vec![];
    for (row, width) in widths.iter().enumerate() {
        for key in JUDGED.into_iter().filter(|key| has(row, key)) {
            match wider.iter_mut().find(|(known, name)| *name == key && known.separator == width.separator) {
                Some((known, _)) => {
                    *known = Width { marks: known.marks.max(width.marks), fields: known.fields.max(width.fields), ..*known }
                }
                None => wider.push((*width, key)),
            }
        }
    }
    let lacks = |row: usize, width: &Width| wider.iter().any(|(known, key)| width.is_below(known) && !has(row, key));
    widths.iter().enumerate().map(|(row, width)| lacks(row, width)).collect()
}

/// How many columns a row has, by its marks and by what stands between them: outer bars and empty ends are no columns.
#[derive(Debug, Clone, Copy)]
struct Width {
    separator: char,
    marks: usize,
    fields: usize,
}

impl Width {
    fn is_below(&self, other: &Width) -> bool {
        self.separator == other.separator && self.marks < other.marks && self.fields < other.fields
    }
}

fn width(line: &str) -> Width {
    let separator = ['|', '\t', ',', ';'].into_iter().find(|mark| line.trim().contains(*mark)).unwrap_or(' ');
    let marks = match separator {
        // Blanks that align columns say nothing, nor do two where a value may be empty.
        ' ' if line.trim().contains("  ") => usize::MAX,
        _ => line.trim().matches(separator).count(),
    };
    Width { separator, marks, fields: fields(line).map_or(0, |fields| fields.len()) }
}

/// What is said of such a row.
pub(super) fn lacks_a_column(span: Span) -> Problem {
    let message =
        "This row has fewer columns than the others, and which one it lacks cannot be told: what it lacks was not judged.";
    Problem { code: ProblemCode::Syntax, span: Span::new(span.start, span.start), message: message.into() }
}

/// Lines between two rows that have bars as the rows do and are none. None where any of the lines is something else: a
/// heading, a command, prose.
pub(in super::super) fn among_rows(text: &str, between: Span) -> Vec<Problem> {
    let mut found = vec![];
    let mut at = between.start;
    for line in between.of(text).split_inclusive('\n') {
        let start = at + (line.len() - line.trim_start().len());
        at += line.len();
        if line.trim().is_empty() {
            continue;
        }
        if !is_torn(line.trim()) {
            return vec![];
        }
        let message = "This line stands among rows and cannot be read as one: it was left out, and those on its two sides \
            were not taken for neighbours.";
        found.push(Problem { code: ProblemCode::Syntax, span: Span::new(start, start), message: message.into() });
    }
    found
}

/// Words between bars, and not the names of columns or the line under them.
fn is_torn(line: &str) -> bool {
    let parts: Vec<&str> = line.split('|').map(str::trim).collect();
    let is_word = |part: &&str| !part.contains(|c: char| c.is_whitespace() || matches!(c, '$' | '\'' | '(' | '['));
    let names = ["start", "complet", "finish", "ended", "state", "version", "image", "verified"];
    let is_name =
        |part: &&str| part.trim_matches('"') != "Completed" && names.iter().any(|name| part.to_ascii_lowercase().contains(name));
    let is_rule = line.chars().all(|c| matches!(c, '|' | '-' | '+' | ':' | '=' | ' '));
    // A pull specification has more than a name in it.
    let is_name = |part: &&str| is_name(part) && !part.contains(['/', '@']);
    (2..=10).contains(&parts.len()) && !is_rule && parts.iter().all(is_word) && !parts.iter().any(is_name)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use crate::report::{Report, Verdict};

    fn judge(text: &str) -> Report {
        crate::inspect(&[crate::Input { text: text.into(), ..Default::default() }], &Default::default())
    }

    /// Code, line and column of each problem.
    fn said(report: &Report) -> Vec<(&str, usize, usize)> {
        report.problems.iter().map(|problem| (problem.code.as_str(), problem.line, problem.column)).collect()
    }

    fn rules(report: &Report) -> Vec<&str> {
        report.histories.iter().flat_map(|history| &history.findings).map(|finding| finding.rule.as_str()).collect()
    }

    const FIRST: &str = "2020-01-03T00:00:00Z|2020-01-03T01:00:00Z|Completed|4.3.5\n";
    const LAST: &str = "2020-01-01T00:00:00Z|2020-01-01T01:00:00Z|Completed|4.3.3\n";

    #[test]
    fn a_row_with_a_column_missing_is_accused_of_nothing() {
        for separator in ["|", "\t", ",", " "] {
            for row in ["2020-01-02T00:00:00Z|Completed|4.3.4\n", "2020-01-02T01:00:00Z|Partial|4.3.4\n"] {
                let text = format!("{FIRST}{row}{LAST}").replace('|', separator);
                let report = judge(&text);
                assert_eq!((report.verdict, said(&report)), (Verdict::Intact, vec![("syntax", 2, 1)]), "{text}");
                assert_eq!(report.histories[0].entries.len(), 3, "{text}");
                assert_eq!(report.summary.split(';').next(), Some("Not all of paste could be read (line 2)"));
            }
        }
    }

    #[test]
    fn nor_is_the_row_below_it() {
        // The time may be this update's end: the Partial one below need not end then.
        let report = judge(&format!(
            "{FIRST}2020-01-02T01:00:00Z|Completed|4.3.4\n2020-01-01T00:00:00Z|2020-01-02T00:00:00Z|Partial|4.3.3\n"
        ));
        assert_eq!((report.verdict, rules(&report)), (Verdict::Intact, vec![]));
    }

    #[test]
    fn nor_is_its_one_time_held_against_another_copy() {
        use crate::{Input, Role};
        let whole = format!("{FIRST}2020-01-02T00:00:00Z|2020-01-02T01:00:00Z|Completed|4.3.4\n{LAST}");
        for time in ["2020-01-02T00:00:00Z", "2020-01-02T01:00:00Z"] {
            let short = format!("{FIRST}{time}|Completed|4.3.4\n{LAST}");
            for (before, after) in [(&short, &whole), (&whole, &short)] {
                let input = |text: &String, role: Role| Input { text: text.clone(), role, ..Default::default() };
                let report = crate::inspect(&[input(before, Role::Before), input(after, Role::After)], &Default::default());
                assert_eq!((report.comparisons[0].findings.len(), report.verdict), (0, Verdict::Intact), "{time}");
            }
        }
    }

    #[test]
    fn an_empty_field_and_a_column_that_is_not_there_at_all_are_as_they_were() {
        let empty = judge(&format!("{FIRST}2020-01-02T00:00:00Z||Completed|4.3.4\n{LAST}"));
        assert_eq!((empty.verdict, said(&empty)), (Verdict::Corrupt, vec![]));
        assert_eq!(rules(&empty), ["completion-missing"]);
        let none = judge("2020-01-03T00:00:00Z|Completed|4.3.5\n2020-01-02T00:00:00Z|Completed|4.3.4\n");
        assert_eq!((none.verdict, said(&none)), (Verdict::Intact, vec![]));
        // Columns at the end that are empty, or that one row has more, are none that a row lacks.
        let more = judge(&format!("{}{LAST}", FIRST.replace("4.3.5", "4.3.5|true")));
        assert_eq!((more.verdict, said(&more)), (Verdict::Intact, vec![]));
        let table = judge(&format!("{}\n{}\n", "| 2020-01-03T00:00:00Z |  | Partial | 4.3.5 |", LAST.trim()));
        assert_eq!((table.verdict, said(&table)), (Verdict::Intact, vec![]));
    }

    #[test]
    fn a_broken_time_among_rows_is_a_row_whose_time_cannot_be_read() {
        for (row, column) in [
            ("2020-01-02T00:00:00Z|2020-01-02T01:0|Completed|4.3.4\n", 22),
            ("2020-01-02T00:0|2020-01-02T01:00:00Z|Completed|4.3.4\n", 1),
            ("2020-01-02T00:00:00Z|2020-01-02T|Completed|4.3.4\n", 22),
        ] {
            let report = judge(&format!("{FIRST}{row}{LAST}"));
            assert_eq!(said(&report), [("unreadable-time", 2, column)], "{row}");
            assert_eq!(report.histories.iter().map(|history| history.entries.len()).collect::<Vec<_>>(), [3]);
            assert_eq!(report.verdict, Verdict::Intact);
            assert!(report.summary.starts_with("Not all of paste could be read (line 2);"), "{}", report.summary);
        }
    }

    #[test]
    fn a_line_among_rows_that_is_none_is_said() {
        for row in ["garbage|x|y", "2020-01-02T00:00:00Z|soon|Completed|4.3.4", "2020-01-02T00:00:00Z|4.3.4"] {
            let report = judge(&format!("{FIRST}{row}\n{LAST}"));
            assert_eq!(said(&report), [("syntax", 2, 1)], "{row}");
            assert!(report.summary.starts_with("Not all of paste could be read (line 2);"), "{}", report.summary);
        }
        for other in [
            "After the update:",
            "$ oc get cv -o json|jq -r '.items[0].status.history[]|.startedTime'",
            "start|completion|state|version",
            "| started | completed |\n|---|---|",
            "|---|---|---|---|",
            "cat a|grep b",
        ] {
            assert_eq!(said(&judge(&format!("{FIRST}{other}\n{LAST}"))), [], "{other}");
        }
    }
}
