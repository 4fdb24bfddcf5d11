//! One line of columns: what stands in it, by its shape.

use crate::model::instant;
use crate::source::Span;

/// What a column is, by its shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    Time,
    Nothing,
    State,
    Word,
    Verified,
    Image,
    Version,
}

/// A column and its place in the line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field<'t> {
    pub(super) column: Column,
    pub(super) text: &'t str,
    at: usize,
}

/// Which of two times stands first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    StartFirst,
    EndFirst,
}

/// A record's values by key, each with its place in the line.
pub(super) type Record<'t> = Vec<(&'static str, Option<&'t str>, Span)>;

/// Reads a line; none where it is anything but a record.
pub(super) fn record(line: &str, order: Order) -> Option<Record<'_>> {
    let fields = fields(line)?;
    let barred = line.contains('|');
    let times = fields.iter().filter(|field| field.column == Column::Time).count();
    let mut record: Record<'_> = vec![];
    let put = |key: &'static str, value: Option<&'static str>, field: &Field<'_>| {
        (key, value, Span::new(field.at, field.at + field.text.len()))
    };
    let mut free = match order {
        Order::EndFirst if times > 1 || fields.first().is_some_and(|field| field.column == Column::Nothing) => {
            vec!["completionTime", "startedTime"]
        }
        _ => vec!["startedTime", "completionTime"],
    };
    let mut state = false;
    for (index, field) in fields.iter().enumerate() {
        let (key, _, span) = match field.column {
            Column::Time if !free.is_empty() => put(free.remove(0), None, field),
            Column::State if !state => {
                state = true;
                put("state", None, field)
            }
            // Behind bars any word may stand where the state does.
            Column::Word if barred && !state && index == 2 => {
                state = true;
                put("state", None, field)
            }
            Column::Word if barred && state => put("version", None, field),
            // Nothing is the completion where one is still to come, else a version or image that is empty.
            Column::Nothing if free.first() == Some(&"completionTime") && !state => {
                free.remove(0);
                put("completionTime", None, field)
            }
            Column::Nothing => continue,
            Column::Verified => put("verified", None, field),
            Column::Image => put("image", None, field),
            Column::Version => put("version", None, field),
            _ => return None,
        };
        if record.iter().any(|(known, ..)| *known == key) {
            return None;
        }
        let value = (field.column != Column::Nothing).then_some(field.text);
        record.push((key, value, span));
    }
    // Without bars an open entry simply lacks the column.
    let open = fields.iter().any(|field| field.text == "Partial");
    if !barred && open && free == ["completionTime"] {
        let (_, _, after) = record.iter().find(|(key, ..)| *key == "startedTime")?;
        record.push(("completionTime", None, Span::new(after.end, after.end)));
    }
    let started = record.iter().any(|(key, ..)| *key == "startedTime");
    (started && state && record.len() >= 3).then_some(record)
}

/// The order of a record's two times, where it has two that differ.
pub(super) fn order(line: &str) -> Option<Order> {
    let times: Vec<&str> = fields(line)?.iter().filter(|field| field.column == Column::Time).map(|field| field.text).collect();
    let [first, second] = times[..] else { return None };
    match instant(first)?.cmp(&instant(second)?) {
        std::cmp::Ordering::Less => Some(Order::StartFirst),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Order::EndFirst),
    }
}

/// Splits a line into columns; none where there are too few or far too many.
pub(super) fn fields(line: &str) -> Option<Vec<Field<'_>>> {
    let mut fields = vec![];
    let mut at = 0;
    if line.contains('|') {
        for part in line.split(['|', '\n', '\r']) {
            let text = part.trim_matches(around);
            let lead = if text.is_empty() { 0 } else { part.len() - part.trim_start_matches(around).len() };
            let field = Field { column: column(text), text, at: at + lead };
            fields.push(if at == 0 { behind_words(field) } else { field });
            at += part.len() + 1;
        }
        // A table's outer bars.
        for end in [0, fields.len().saturating_sub(1)] {
            if fields.len() > 4 && fields.get(end).is_some_and(|field| field.text.is_empty()) {
                fields.remove(end);
            }
        }
    } else {
        let separator = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '\u{feff}');
        while at < line.len() {
            let rest = &line[at..];
            let skip = rest.len() - rest.trim_start_matches(separator).len();
            let word = &rest[skip..];
            let length = spaced_time(word).unwrap_or_else(|| word.find(separator).unwrap_or(word.len()));
            // jq -c prints a list as one.
            let enclosed = |c: char| matches!(c, '"' | '[' | ']' | '\'');
            let lead = word[..length].len() - word[..length].trim_start_matches(enclosed).len();
            let text = word[..length].trim_matches(enclosed);
            let is_arrow = matches!(text, "->" | "→" | "=>" | "-->" | "…" | "..") || text.is_empty() && length < 2;
            if length > 0 && !is_arrow {
                fields.push(Field { column: column(text), text, at: at + skip + lead.min(length) });
            }
            at += skip + length.max(1);
        }
        // A dash between two times is no column of its own.
        let between = |window: &[Field<'_>]| window[1].text == "-" && [0, 2].map(|at| window[at].column) == [Column::Time; 2];
        if let Some(dash) = fields.windows(3).position(between) {
            fields.remove(dash + 1);
        }
    }
    (2..=9).contains(&fields.len()).then_some(fields)
}

/// The time behind words that stand before the first bar: a bullet, a name, a prompt.
fn behind_words(field: Field<'_>) -> Field<'_> {
    if field.column != Column::Word {
        return field;
    }
    let last = field
        .text
        .rfind(|c: char| c.is_whitespace() || c == '"')
        .map_or(0, |at| at + field.text[at..].chars().next().map_or(1, char::len_utf8));
    let text = &field.text[last..];
    match column(text) {
        Column::Time => Field { column: Column::Time, text, at: field.at + last },
        _ => field,
    }
}

fn column(text: &str) -> Column {
    match text {
        "" | "null" | "-" | "<no value>" | "<none>" | "<nil>" | "None" | "nil" | "~" => Column::Nothing,
        "Completed" | "Partial" => Column::State,
        "true" | "false" | "True" | "False" => Column::Verified,
        _ if looks_like_time(text) => Column::Time,
        _ if text.contains('/') || text.contains("@sha256:") || text.starts_with("sha256:") => Column::Image,
        _ if text.contains('.') && text.starts_with(|c: char| c.is_ascii_digit()) && !text.contains(':') => Column::Version,
        _ => Column::Word,
    }
}

fn around(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{feff}' | '"' | '`')
}

/// `2019-10-14T02:57:34` and whatever follows; or as Go prints a time, with blanks.
fn looks_like_time(field: &str) -> bool {
    let bytes = field.as_bytes();
    let digit = |(c, shape): (&u8, &u8)| if *shape == b'0' { c.is_ascii_digit() } else { c == shape };
    let plain = bytes.len() >= 19 && bytes.len() <= 40 && bytes[..19].iter().zip(b"0000-00-00T00:00:00").all(digit);
    plain || spaced_time(field) == Some(field.len()) || is_torn_time(field)
}

/// The beginning of a time, of which the rest was lost: `2019-10-14T02:5`.
fn is_torn_time(field: &str) -> bool {
    let bytes = field.as_bytes();
    let digit = |(c, shape): (&u8, &u8)| if *shape == b'0' { c.is_ascii_digit() } else { c == shape };
    let of_a_clock = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b':' | b'.' | b'Z' | b'+' | b'-');
    (11..=40).contains(&bytes.len()) && bytes[..11].iter().zip(b"0000-00-00T").all(digit) && bytes[11..].iter().all(of_a_clock)
}

/// The length of a time at the beginning of a text, as Go prints it: `2019-10-14 02:57:34 +0000 UTC`.
fn spaced_time(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let digit = |(c, shape): (&u8, &u8)| if *shape == b'0' { c.is_ascii_digit() } else { c == shape };
    if bytes.len() < 29 || !bytes[..19].iter().zip(b"0000-00-00 00:00:00").all(digit) {
        return None;
    }
    let fraction = bytes[19..].iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'.').count();
    let rest = &text[19 + fraction..];
    rest.starts_with(" +0000 UTC").then_some(19 + fraction + " +0000 UTC".len())
}
