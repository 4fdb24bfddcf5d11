//! What a layout says: where everything is, in CSS pixels, and the plain texts that stand there.

use crate::report::Severity;

/// A rectangle; its width and height are never negative.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

impl Rect {
    /// Right edge.
    pub fn right(&self) -> f64 {
        self.x + self.w
    }

    /// Bottom edge.
    pub fn bottom(&self) -> f64 {
        self.y + self.h
    }

    /// Whether the two share an area; touching edges do not.
    pub fn overlaps(&self, other: &Rect) -> bool {
        const TOUCH: f64 = 1e-6;
        self.x + TOUCH < other.right()
            && other.x + TOUCH < self.right()
            && self.y + TOUCH < other.bottom()
            && other.y + TOUCH < self.bottom()
    }

    /// Whether the other lies within.
    pub fn holds(&self, other: &Rect) -> bool {
        const TOUCH: f64 = 1e-6;
        self.x <= other.x + TOUCH
            && self.y <= other.y + TOUCH
            && other.right() <= self.right() + TOUCH
            && other.bottom() <= self.bottom() + TOUCH
    }
}

/// What a stretch of a bar stands for. Each has its own shape, colour and pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Completed: solid, rounded.
    Completed,
    /// Partial and superseded: hatched, with a notch at its end.
    Partial,
    /// Going on: chevrons, pointing beyond the right edge.
    Progress,
    /// A state that is neither: dotted outline.
    Unknown,
    /// The true completion lies somewhere in here.
    Unsure,
    /// From the true completion, or its best bound, to the recorded one.
    Overwritten,
    /// The recorded completion is before the start; the stretch between them.
    Reversed,
}

/// How a stretch ends on the right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// At a recorded time.
    Closed,
    /// It goes on beyond the right edge.
    Open,
    /// Nothing says when: a stub whose length means nothing.
    Missing,
}

/// One stretch of a bar.
#[derive(Debug, Clone, PartialEq)]
pub struct Piece {
    /// Where it is. At least [`MIN_BAR`] wide where it is the whole bar.
    pub rect: Rect,
    /// What it stands for.
    pub kind: Kind,
    /// How it ends.
    pub end: End,
    /// It lasted no second; the width is only there to be seen.
    pub instant: bool,
}

/// The least width of a bar.
pub const MIN_BAR: f64 = 3.0;

/// An entry drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// Index of the entry.
    pub entry: usize,
    /// `completed`, `partial`, `in-progress` or `unknown`.
    pub class: &'static str,
    /// The row, the whole width of the canvas.
    pub row: Rect,
    /// The stretches, from left to right; none where no start is known.
    pub pieces: Vec<Piece>,
    /// A completion that no start is known for.
    pub end_only: Option<Rect>,
    /// The entry in words.
    pub title: String,
}

/// A finding, marked at its instant.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// Where the sign is.
    pub rect: Rect,
    /// The instant it points at, on the bar's upper edge; none in the header.
    pub foot: Option<(f64, f64)>,
    /// How bad.
    pub severity: Severity,
    /// The rule's id.
    pub rule: String,
    /// The entry it stands at; none for the history as a whole.
    pub entry: Option<usize>,
    /// The finding in words.
    pub title: String,
}

/// How a text is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// On the canvas.
    Plain,
    /// On the canvas, less important.
    Muted,
    /// On a solid bar.
    OnBar,
    /// On something patterned: it needs a plate of the canvas' colour under it.
    Plate,
}

/// A dated record beside the history.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// Where it is; as wide as it lasted.
    pub rect: Rect,
    /// Which lane it is in, from above.
    pub lane: usize,
    /// How many records fall on this place.
    pub count: usize,
    /// What they say; empty in a picture that is drawn again as it moves.
    pub title: String,
    /// The input it stands in, or the first of them.
    pub input: usize,
    /// The line it stands on.
    pub line: usize,
}

/// A line of text, in a rectangle wide enough for any usual sans-serif font.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    /// The room it takes.
    pub rect: Rect,
    /// Font size.
    pub size: f64,
    /// Which way it is aligned in its rectangle.
    pub align: Align,
    /// How it is set.
    pub tone: Tone,
    /// The text.
    pub text: String,
    /// The text before it was shortened.
    pub full: Option<String>,
    /// The entry it belongs to.
    pub entry: Option<usize>,
}

/// Alignment of a text in its rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// At the left edge.
    Start,
    /// In the middle.
    Middle,
    /// At the right edge.
    End,
}

/// A place where the axis is broken.
#[derive(Debug, Clone, PartialEq)]
pub struct Break {
    /// The shortened stretch, the height of the plot.
    pub rect: Rect,
    /// How many seconds were shortened.
    pub seconds: i64,
    /// The same in words.
    pub title: String,
}

/// A sign in the legend; its text is among the labels.
#[derive(Debug, Clone, PartialEq)]
pub struct LegendItem {
    /// Where the sign is.
    pub rect: Rect,
    /// Which sign.
    pub sign: Sign,
}

/// What a legend explains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// A stretch.
    Stretch(Kind),
    /// A mark.
    Mark(Severity),
    /// A break of the axis.
    Break,
}

/// A timeline, laid out.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// Width of the canvas.
    pub width: f64,
    /// Height of the canvas.
    pub height: f64,
    /// Where the bars are.
    pub plot: Rect,
    /// Left ends of the ticks: x, and whether it has a label.
    pub ticks: Vec<(f64, bool)>,
    /// Where the axis is broken.
    pub breaks: Vec<Break>,
    /// One for each entry, newest first.
    pub bars: Vec<Bar>,
    /// The findings.
    pub marks: Vec<Mark>,
    /// The dated records beside the history.
    pub records: Vec<Record>,
    /// Every text on the canvas.
    pub labels: Vec<Label>,
    /// The legend's signs.
    pub legend: Vec<LegendItem>,
    /// Heights at which the axis is drawn.
    pub axes: Vec<f64>,
    /// Whether it is a picture; of one that is drawn again as it moves, the page tells what is under the pointer.
    pub still: bool,
    /// The picture's name.
    pub title: String,
    /// The picture in words.
    pub description: String,
}

impl Scene {
    /// Takes away what lies wholly above or below these heights, and with it the name and the words of the picture,
    /// which whoever shows a part of it has already.
    pub(super) fn crop(&mut self, top: f64, bottom: f64) {
        let within = |rect: &Rect| rect.bottom() > top && rect.y < bottom;
        self.bars.retain(|bar| within(&bar.row));
        self.marks.retain(|mark| within(&mark.rect));
        self.records.retain(|record| within(&record.rect));
        self.labels.retain(|label| within(&label.rect));
        self.legend.retain(|item| within(&item.rect));
        self.title.clear();
        self.description.clear();
    }
}
