//! The colours of a report as attributes, for where a style sheet is refused. `report.css` has the same ones.

use crate::timeline::Theme;

/// The colours of one theme.
#[derive(Debug)]
pub(super) struct Paint {
    /// Behind everything.
    pub(super) page: &'static str,
    /// Behind findings and tables.
    pub(super) surface: &'static str,
    /// Behind every second entry.
    pub(super) stripe: &'static str,
    pub(super) text: &'static str,
    pub(super) muted: &'static str,
    pub(super) accent: &'static str,
    bad: Own,
    odd: Own,
    fine: Own,
    info: Own,
    unknown: Own,
}

/// The colour of a verdict or of a severity, and a tint of it to stand on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Own {
    pub(super) color: &'static str,
    pub(super) tint: &'static str,
}

const LIGHT: Paint = Paint {
    page: "#f4f6f8",
    surface: "#ffffff",
    stripe: "#f4f6f8",
    text: "#1b2430",
    muted: "#55606b",
    accent: "#1a5bb8",
    bad: Own { color: "#ae2318", tint: "#fdeeec" },
    odd: Own { color: "#845400", tint: "#fdf3dd" },
    fine: Own { color: "#1a6b3b", tint: "#e7f5ec" },
    info: Own { color: "#1a5bb8", tint: "#eaf1fc" },
    unknown: Own { color: "#505c6b", tint: "#edf0f4" },
};

const DARK: Paint = Paint {
    page: "#0e1116",
    surface: "#15191e",
    stripe: "#1b2027",
    text: "#e7eaed",
    muted: "#a7b1bb",
    accent: "#8cbcff",
    bad: Own { color: "#ff9c8f", tint: "#371e1d" },
    odd: Own { color: "#f0c067", tint: "#31280f" },
    fine: Own { color: "#80d6a1", tint: "#162e20" },
    info: Own { color: "#8cbcff", tint: "#19273c" },
    unknown: Own { color: "#b3bfcd", tint: "#262e39" },
};

impl Paint {
    pub(super) fn of(theme: Theme) -> &'static Paint {
        if theme == Theme::Dark { &DARK } else { &LIGHT }
    }

    /// The colours that one of these classes stands for.
    pub(super) fn own(&self, classes: &str) -> Option<Own> {
        classes.split(' ').find_map(|class| match class {
            "corrupt" | "error" => Some(self.bad),
            "suspect" | "warning" => Some(self.odd),
            "intact" => Some(self.fine),
            "info" => Some(self.info),
            "undetermined" => Some(self.unknown),
            _ => None,
        })
    }

    /// The same colours as variables of a style sheet.
    pub(super) fn variables(&self) -> String {
        let Paint { page, surface, stripe, text, muted, accent, .. } = self;
        let plain =
            format!("--page:{page};--surface:{surface};--stripe:{stripe};--text:{text};--muted:{muted};--accent:{accent};");
        let owns = [("bad", self.bad), ("odd", self.odd), ("fine", self.fine), ("info", self.info), ("unknown", self.unknown)];
        owns.iter().fold(plain, |css, (name, own)| format!("{css}--{name}:{};--{name}-tint:{};", own.color, own.tint))
    }
}
