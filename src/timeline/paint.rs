//! The strokes an SVG is made of: each with its colour as an attribute and as a class.

use super::palette::Ink;
use super::scene::{End, Kind, Piece, Rect};
use super::shapes::{outline, sign};
use super::writer::Writer;
use crate::report::Severity;

/// Writes shapes in the colours of a theme.
pub(super) struct Printer {
    pub(super) w: Writer,
    pub(super) dark: bool,
    /// What ids begin with.
    pub(super) prefix: String,
}

impl Printer {
    pub(super) fn id(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    pub(super) fn group(&mut self, class: &'static str) {
        self.w.start("g").attr("class", class);
    }

    pub(super) fn fill(&mut self, ink: Ink) {
        self.w.attr("fill", ink.hex(self.dark));
    }

    /// A rectangle; the caller ends it.
    pub(super) fn rect(&mut self, r: Rect, class: &str, fill: Option<Ink>, line: Option<Ink>) -> &mut Writer {
        let class = [Some(class), fill.map(Ink::fill_class), line.map(Ink::line_class)];
        let class = class.into_iter().flatten().filter(|c| !c.is_empty()).collect::<Vec<_>>().join(" ");
        self.w.start("rect").attr("class", &class);
        self.w.num("x", r.x).num("y", r.y).num("width", r.w).num("height", r.h);
        self.w.attr("fill", fill.map_or("none", |ink| ink.hex(self.dark)));
        if let Some(ink) = line {
            self.w.attr("stroke", ink.hex(self.dark));
        }
        &mut self.w
    }

    /// A path that is only a line; the caller ends it.
    pub(super) fn stroke(&mut self, d: &str, ink: Ink, width: f64) -> &mut Writer {
        self.w.start("path").attr("class", ink.line_class()).attr("d", d).attr("fill", "none");
        self.w.attr("stroke", ink.hex(self.dark)).num("stroke-width", width)
    }

    pub(super) fn pattern(&mut self, kind: Kind) {
        let (size, d, width) = match kind {
            Kind::Partial => (6.0, "M-1 1L1 -1M0 6L6 0M5 7L7 5", 1.6),
            Kind::Progress => (8.0, "M1 0L5 4L1 8", 1.6),
            Kind::Unsure => (5.0, "M1.5 2.5L3.5 2.5", 2.0),
            _ => (6.0, "M0 0L6 6M0 6L6 0", 1.2),
        };
        let id = self.id(pattern_name(kind));
        self.w.start("pattern").attr("id", &id).attr("patternUnits", "userSpaceOnUse");
        self.w.num("width", size).num("height", size);
        self.rect(Rect { x: 0.0, y: 0.0, w: size, h: size }, "", Some(Ink::Canvas), None).end();
        self.stroke(d, ink(kind), width).end();
        self.w.end();
    }

    pub(super) fn piece(&mut self, piece: &Piece) {
        let kind = piece.kind;
        let ink = ink(kind);
        let class = format!("bar-{}{}", pattern_name(kind), if piece.instant { " instant" } else { "" });
        if kind == Kind::Completed && piece.end == End::Closed {
            let round = (piece.rect.w / 2.0).min(4.0);
            self.rect(piece.rect, &class, Some(ink), None).num("rx", round).end();
            return;
        }
        self.w.start("path").attr("class", &format!("{class} {}", ink.line_class())).attr("d", &outline(piece));
        match kind {
            Kind::Completed | Kind::Unknown => self.w.attr("fill", "none"),
            _ => {
                let paint = format!("url(#{})", self.id(pattern_name(kind)));
                self.w.attr("fill", &paint)
            }
        };
        self.w.attr("stroke", ink.hex(self.dark)).num("stroke-width", 1.5);
        match kind {
            Kind::Unknown => self.w.attr("stroke-dasharray", "1.5 3"),
            Kind::Unsure | Kind::Overwritten => self.w.attr("stroke-dasharray", "5 3"),
            _ => &mut self.w,
        };
        self.w.end();
    }

    pub(super) fn sign(&mut self, severity: Severity, r: Rect) {
        let ink = severity_ink(severity);
        let (shape, strokes) = sign(severity, r);
        if shape.is_empty() {
            self.w.start("circle").attr("class", ink.fill_class());
            self.w.num("cx", r.x + r.w / 2.0).num("cy", r.y + r.h / 2.0).num("r", r.w / 2.0);
        } else {
            self.w.start("path").attr("class", ink.fill_class()).attr("d", &shape);
        }
        self.fill(ink);
        self.w.end();
        self.stroke(&strokes, Ink::OnMark, 1.6).end();
    }
}

/// The name of a kind, in classes and in the ids of patterns.
pub(super) fn pattern_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Completed => "completed",
        Kind::Partial => "partial",
        Kind::Progress => "in-progress",
        Kind::Unknown => "unknown",
        Kind::Unsure => "unsure",
        Kind::Overwritten => "overwritten",
        Kind::Reversed => "reversed",
    }
}

pub(super) fn ink(kind: Kind) -> Ink {
    match kind {
        Kind::Completed => Ink::Completed,
        Kind::Partial => Ink::Partial,
        Kind::Progress => Ink::Progress,
        Kind::Unknown => Ink::Unknown,
        Kind::Unsure => Ink::Unsure,
        Kind::Overwritten | Kind::Reversed => Ink::Overwritten,
    }
}

pub(super) fn severity_ink(severity: Severity) -> Ink {
    match severity {
        Severity::Error => Ink::Error,
        Severity::Warning => Ink::Warning,
        Severity::Info => Ink::Info,
    }
}
