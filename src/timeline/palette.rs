//! The colours, light and dark. Text keeps a contrast of at least 4.5 to what it stands on,
//! everything that has a meaning one of at least 3.

/// A colour by what it is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ink {
    Canvas,
    Text,
    Muted,
    Line,
    Axis,
    Completed,
    OnCompleted,
    Partial,
    Progress,
    Unknown,
    Unsure,
    Overwritten,
    Error,
    Warning,
    Info,
    OnMark,
}

impl Ink {
    pub(super) const ALL: [Ink; 16] = [
        Ink::Canvas,
        Ink::Text,
        Ink::Muted,
        Ink::Line,
        Ink::Axis,
        Ink::Completed,
        Ink::OnCompleted,
        Ink::Partial,
        Ink::Progress,
        Ink::Unknown,
        Ink::Unsure,
        Ink::Overwritten,
        Ink::Error,
        Ink::Warning,
        Ink::Info,
        Ink::OnMark,
    ];

    /// Class on what is filled with it, class on what is outlined with it, light, dark.
    const fn row(self) -> (&'static str, &'static str, &'static str, &'static str) {
        match self {
            Ink::Canvas => ("fill-canvas", "line-canvas", "#ffffff", "#15191e"),
            Ink::Text => ("fill-text", "line-text", "#1d2329", "#e7eaed"),
            Ink::Muted => ("fill-muted", "line-muted", "#55606b", "#a7b1bb"),
            Ink::Line => ("fill-line", "line-line", "#e3e6ea", "#2b323a"),
            Ink::Axis => ("fill-axis", "line-axis", "#78828d", "#7d8894"),
            Ink::Completed => ("fill-completed", "line-completed", "#00694f", "#45b98f"),
            Ink::OnCompleted => ("fill-on-completed", "line-on-completed", "#ffffff", "#07130e"),
            Ink::Partial => ("fill-partial", "line-partial", "#8d5b00", "#e3aa3f"),
            Ink::Progress => ("fill-progress", "line-progress", "#0062a3", "#62aeee"),
            Ink::Unknown => ("fill-unknown", "line-unknown", "#55606b", "#a7b1bb"),
            Ink::Unsure => ("fill-unsure", "line-unsure", "#7a3db5", "#c7a0f6"),
            Ink::Overwritten => ("fill-overwritten", "line-overwritten", "#b5123e", "#ff7690"),
            Ink::Error => ("fill-error", "line-error", "#b5123e", "#ff7690"),
            Ink::Warning => ("fill-warning", "line-warning", "#8d5b00", "#e3aa3f"),
            Ink::Info => ("fill-info", "line-info", "#0062a3", "#62aeee"),
            Ink::OnMark => ("fill-on-mark", "line-on-mark", "#ffffff", "#15191e"),
        }
    }

    /// The class of what is filled with it.
    pub(super) const fn fill_class(self) -> &'static str {
        self.row().0
    }

    /// The class of what is outlined with it.
    pub(super) const fn line_class(self) -> &'static str {
        self.row().1
    }

    /// `#rrggbb`.
    pub(super) const fn hex(self, dark: bool) -> &'static str {
        if dark { self.row().3 } else { self.row().2 }
    }
}

/// The dark colours as a style sheet, for whoever may have one.
pub(super) fn dark_rules() -> String {
    format!("@media (prefers-color-scheme:dark){{{}}}", dark_rules_within(".cvh-timeline"))
}

/// Rules that make the timelines within a selector dark.
pub fn dark_rules_within(selector: &str) -> String {
    let rule = |ink: Ink| {
        let (fill, line, _, dark) = ink.row();
        format!("{selector} .{fill}{{fill:{dark}}}{selector} .{line}{{stroke:{dark}}}")
    };
    Ink::ALL.map(rule).concat()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn luminance(hex: &str) -> f64 {
        let part = |at: usize| {
            let c = f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap()) / 255.0;
            if c <= 0.03928 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn contrast_is_enough_in_both_palettes() {
        assert!((contrast("#ffffff", "#000000") - 21.0).abs() < 1e-9);
        for dark in [false, true] {
            let pairs = [
                (Ink::Text, Ink::Canvas, 4.5),
                (Ink::Muted, Ink::Canvas, 4.5),
                (Ink::OnCompleted, Ink::Completed, 4.5),
                (Ink::OnMark, Ink::Error, 4.5),
                (Ink::OnMark, Ink::Warning, 4.5),
                (Ink::OnMark, Ink::Info, 4.5),
                (Ink::Axis, Ink::Canvas, 3.0),
                (Ink::Completed, Ink::Canvas, 3.0),
                (Ink::Partial, Ink::Canvas, 3.0),
                (Ink::Progress, Ink::Canvas, 3.0),
                (Ink::Unknown, Ink::Canvas, 3.0),
                (Ink::Unsure, Ink::Canvas, 3.0),
                (Ink::Overwritten, Ink::Canvas, 3.0),
                (Ink::Error, Ink::Canvas, 3.0),
                (Ink::Warning, Ink::Canvas, 3.0),
                (Ink::Info, Ink::Canvas, 3.0),
            ];
            for (front, back, least) in pairs {
                let ratio = contrast(front.hex(dark), back.hex(dark));
                assert!(ratio >= least, "{front:?} on {back:?}, dark {dark}: {ratio:.2}");
            }
        }
    }
}
