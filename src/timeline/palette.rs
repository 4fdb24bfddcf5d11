//! Colours. They are presentation attributes, which also hold where styles are forbidden, and each
//! element has a class with which a page can replace them.

/// Which colours to draw with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
    /// As the reader's system has it: for a file of its own, since it needs a style element.
    Auto,
}

/// A set of colours, as hexadecimal RGB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Palette {
    /// Behind everything.
    pub canvas: &'static str,
    /// Text and lines that carry meaning.
    pub text: &'static str,
    /// Text of less weight.
    pub muted: &'static str,
    /// Lines that only guide the eye.
    pub guide: &'static str,
    /// A Completed entry.
    pub completed: &'static str,
    /// A Partial entry.
    pub partial: &'static str,
    /// An entry in another state.
    pub unknown: &'static str,
    /// An overwritten stretch.
    pub wrong: &'static str,
    /// An error's mark.
    pub error: &'static str,
    /// A warning's mark.
    pub warning: &'static str,
    /// An info's mark.
    pub info: &'static str,
}

/// Dark on light.
pub(super) const LIGHT: Palette = Palette {
    canvas: "#ffffff",
    text: "#1c2430",
    muted: "#566070",
    guide: "#d9dee5",
    completed: "#1f7a4d",
    partial: "#8a6100",
    unknown: "#6b4fa0",
    wrong: "#c4281b",
    error: "#b3160a",
    warning: "#8f5700",
    info: "#1f5fbf",
};

/// Light on dark.
pub(super) const DARK: Palette = Palette {
    canvas: "#161b22",
    text: "#e6ebf2",
    muted: "#a3adba",
    guide: "#323b47",
    completed: "#4cc38a",
    partial: "#e0b050",
    unknown: "#b79cf0",
    wrong: "#ff8a80",
    error: "#ff8a80",
    warning: "#f0b35a",
    info: "#7fb2ff",
};

impl Theme {
    /// The colours of the attributes.
    pub fn palette(self) -> Palette {
        match self {
            Theme::Dark => DARK,
            Theme::Light | Theme::Auto => LIGHT,
        }
    }
}

impl Palette {
    /// The colours that have a class, by it.
    pub(super) fn classes(&self) -> [(&'static str, &'static str); 11] {
        [
            ("canvas", self.canvas),
            ("text", self.text),
            ("muted", self.muted),
            ("guide", self.guide),
            ("completed", self.completed),
            ("partial", self.partial),
            ("unknown", self.unknown),
            ("wrong", self.wrong),
            ("error", self.error),
            ("warning", self.warning),
            ("info", self.info),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance(hex: &str) -> f64 {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap_or(0)) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
        a.max(b) / a.min(b)
    }

    /// WCAG 2.2: 1.4.3 for text, 1.4.11 for what carries meaning.
    #[test]
    fn everything_can_be_seen() {
        for palette in [LIGHT, DARK] {
            for (class, colour) in palette.classes() {
                let least = match class {
                    "canvas" | "guide" => continue,
                    "text" | "muted" => 4.5,
                    _ => 3.0,
                };
                assert!(contrast(colour, palette.canvas) >= least, "{class} {colour}");
            }
        }
    }
}
