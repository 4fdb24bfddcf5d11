//! Words for the drawing: how wide they are, how long something took.

/// Size of all text, in pixels.
pub(super) const SIZE: f64 = 12.0;

/// No narrower than the text will be in any common sans-serif font.
pub(super) fn width(text: &str) -> f64 {
    let of = |c: char| match c {
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.95,
        'i' | 'j' | 'l' | '.' | ',' | ':' | '|' | ' ' | '\'' => 0.4,
        'A'..='Z' => 0.74,
        c if c.is_ascii() => 0.62,
        _ => 1.05,
    };
    text.chars().map(of).sum::<f64>() * SIZE
}

/// The text, shortened in the middle until it fits: both ends of a version or image tell it apart.
pub(super) fn fit(text: &str, room: f64) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let chars: Vec<char> = text.chars().collect();
    let mut keep = chars.len();
    while keep > 2 {
        keep -= 1;
        let head = keep.div_ceil(2);
        let short: String = chars[..head].iter().chain(&['…']).chain(&chars[chars.len() - (keep - head)..]).collect();
        if width(&short) <= room {
            return short;
        }
    }
    String::new()
}

/// A length in its two greatest units: `43 min 57 s`, `2 d 3 h`, `3 y 21 d`.
pub(super) fn duration(seconds: i64) -> String {
    const UNITS: [(i64, &str); 5] = [(365 * 86_400, "y"), (86_400, "d"), (3_600, "h"), (60, "min"), (1, "s")];
    let sign = if seconds < 0 { "−" } else { "" };
    let whole = seconds.abs();
    let Some(first) = UNITS.iter().position(|(unit, _)| whole >= *unit) else { return "0 s".into() };
    let (unit, name) = UNITS[first];
    let rest = UNITS.get(first + 1).map(|(next, name)| ((whole % unit) / next, name)).filter(|(count, _)| *count > 0);
    let rest = rest.map(|(count, name)| format!(" {count} {name}")).unwrap_or_default();
    format!("{sign}{} {name}{rest}", whole / unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_units_at_most() {
        let day = 86_400;
        let words: Vec<_> = [0, 15, 2_637, 3_600, 2 * day + 3 * 3_600 + 59, 3 * 365 * day + 21 * day, -15].map(duration).into();
        assert_eq!(words, ["0 s", "15 s", "43 min 57 s", "1 h", "2 d 3 h", "3 y 21 d", "−15 s"]);
    }

    #[test]
    fn both_ends_are_kept() {
        let long = "4.3.0-0.nightly-2019-10-15-225018";
        let short = fit(long, 120.0);
        assert!(width(&short) <= 120.0 && short.starts_with("4.3.0") && short.ends_with("018"), "{short}");
        assert_eq!((fit(long, 500.0).as_str(), fit(long, 1.0).as_str()), (long, ""));
    }
}
