//! Prints a [`Scene`]. No decision about places is made here.

use super::paint::{Printer, severity_ink};
use super::palette::{Ink, dark_rules};
use super::scene::{Align, Bar, End, Kind, Label, Mark, Piece, Rect, Scene, Sign, Tone};
use super::shapes::{boxes, inset, line, zigzag};
use super::writer::Writer;
use super::{Theme, TimelineOptions};

/// Prints a scene as an SVG document.
pub fn svg(scene: &Scene, options: &TimelineOptions) -> String {
    let prefix: String = options
        .id_prefix
        .as_deref()
        .unwrap_or("cvh-")
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
        .collect();
    let mut printer =
        Printer { w: Writer::with_capacity(4096 + scene.bars.len() * 1200), dark: options.theme == Theme::Dark, prefix };
    printer.document(scene, options.theme == Theme::Auto);
    printer.w.finish()
}

impl Printer {
    fn document(&mut self, scene: &Scene, auto: bool) {
        let (title, desc) = (self.id("title"), self.id("desc"));
        let w = &mut self.w;
        w.start("svg")
            .attr("xmlns", "http://www.w3.org/2000/svg")
            .attr("class", "cvh-timeline")
            .attr("role", "img")
            .attr("aria-labelledby", &title)
            .attr("aria-describedby", &desc)
            .num("width", scene.width)
            .num("height", scene.height)
            .attr("viewBox", &format!("0 0 {} {}", scene.width.round(), scene.height.round()))
            .attr("font-family", "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif");
        for (name, id, text) in [("title", &title, &scene.title), ("desc", &desc, &scene.description)] {
            if !text.is_empty() {
                w.start(name).attr("id", id).text(text).end();
            }
        }
        if auto {
            w.start("style").text(&dark_rules()).end();
        }
        self.definitions(scene);
        let canvas = Rect { x: 0.0, y: 0.0, w: scene.width, h: scene.height };
        self.rect(canvas, "canvas", Some(Ink::Canvas), None).end();
        self.axes(scene);
        self.group("bars");
        for bar in &scene.bars {
            self.bar(bar, scene.still);
        }
        self.w.end();
        self.breaks(scene);
        self.group("marks");
        for mark in &scene.marks {
            self.mark(mark);
        }
        self.w.end();
        if !scene.records.is_empty() {
            self.records(scene);
        }
        self.group("labels");
        for label in &scene.labels {
            self.label(label);
        }
        self.w.end();
        self.legend(scene);
    }

    /// A press on a record leads to its line, as on any place. In a picture that moves a lane is one shape: ten thousand
    /// records of their own are more than a browser draws in a frame.
    fn records(&mut self, scene: &Scene) {
        self.group("records");
        if !scene.still {
            for lane in scene.records.chunk_by(|a, b| a.lane == b.lane) {
                let d = boxes(lane.iter().map(|record| record.rect));
                let class = format!("record {}", Ink::Info.fill_class());
                self.w.start("path").attr("class", &class).attr("data-lane", &lane[0].lane.to_string()).attr("d", &d);
                self.fill(Ink::Info);
                self.w.end();
            }
            self.w.end();
            return;
        }
        for record in &scene.records {
            self.w.start("g").attr("class", "record").attr("data-input", &record.input.to_string());
            self.w.attr("data-line", &record.line.to_string()).attr("data-column", "1").attr("data-end-column", "1");
            self.w.start("title").text(&record.title).end();
            self.rect(record.rect, "", Some(Ink::Info), None).end();
            self.w.end();
        }
        self.w.end();
    }

    /// The patterns in use, and the shape of a break.
    fn definitions(&mut self, scene: &Scene) {
        self.w.start("defs");
        for kind in [Kind::Partial, Kind::Progress, Kind::Unsure, Kind::Overwritten, Kind::Reversed] {
            if scene.bars.iter().flat_map(|bar| &bar.pieces).any(|piece| piece.kind == kind) {
                self.pattern(kind);
            }
        }
        if let Some(first) = scene.breaks.first() {
            let narrowest = scene.breaks.iter().map(|gap| gap.rect.w).fold(first.rect.w, f64::min);
            let (area, edges) = zigzag(narrowest, first.rect.h);
            let thin = area.is_none();
            let id = self.id("break");
            self.w.start("g").attr("id", &id);
            if let Some(area) = area {
                self.w.start("path").attr("class", Ink::Canvas.fill_class()).attr("d", &area);
                self.fill(Ink::Canvas);
                self.w.end();
            }
            for edge in edges {
                if thin {
                    self.stroke(&edge, Ink::Canvas, 3.0).end();
                }
                self.stroke(&edge, if thin { Ink::Line } else { Ink::Axis }, 1.0).end();
            }
            self.w.end();
        }
        self.w.end();
    }

    fn axes(&mut self, scene: &Scene) {
        self.group("axis");
        let plot = scene.plot;
        for (x, labelled) in scene.ticks.iter().copied() {
            if labelled {
                let d = line(&[(x, plot.y), (x, plot.bottom())]);
                self.stroke(&d, Ink::Line, 1.0).end();
            }
            let reach = if labelled { 5.0 } else { 3.0 };
            for (n, y) in scene.axes.iter().copied().enumerate() {
                let tip = if n == 0 { y + reach } else { y - reach };
                self.stroke(&line(&[(x, y), (x, tip)]), Ink::Axis, 1.0).end();
            }
        }
        for y in scene.axes.iter().copied() {
            let d = line(&[(plot.x, y), (plot.right(), y)]);
            self.stroke(&d, Ink::Axis, 1.0).end();
        }
        self.w.end();
    }

    fn breaks(&mut self, scene: &Scene) {
        self.group("breaks");
        let href = format!("#{}", self.id("break"));
        for gap in &scene.breaks {
            self.group("break");
            self.w.start("title").text(&gap.title).end();
            self.w.start("use").attr("href", &href).num("x", gap.rect.x + gap.rect.w / 2.0).num("y", gap.rect.y).end();
            self.w.end();
        }
        self.w.end();
    }

    fn bar(&mut self, bar: &Bar, titled: bool) {
        self.w.start("g").attr("class", &format!("entry {}", bar.class)).attr("data-entry", &bar.entry.to_string());
        if titled {
            self.w.start("title").text(&bar.title).end();
        }
        // The whole row answers the pointer.
        self.w.start("rect").attr("class", "row").attr("fill", "none").attr("pointer-events", "all");
        self.w.num("x", bar.row.x).num("y", bar.row.y).num("width", bar.row.w).num("height", bar.row.h).end();
        for piece in &bar.pieces {
            self.piece(piece);
        }
        if let Some(r) = bar.end_only {
            self.rect(inset(r, 0.5), "end-only", None, Some(Ink::Unknown)).attr("stroke-dasharray", "2 2").end();
        }
        self.w.end();
    }

    fn mark(&mut self, mark: &Mark) {
        self.w.start("g").attr("class", &format!("mark {}", super::table::severity(mark.severity)));
        self.w.attr("data-mark", &mark.rule);
        if let Some(entry) = mark.entry {
            self.w.attr("data-entry", &entry.to_string());
        }
        self.w.start("title").text(&mark.title).end();
        if let Some((x, y)) = mark.foot {
            let from = (mark.rect.x + mark.rect.w / 2.0, mark.rect.bottom());
            let d = line(&[from, (x, y)]);
            self.stroke(&d, severity_ink(mark.severity), 1.0).end();
        }
        self.sign(mark.severity, mark.rect);
        self.w.end();
    }

    fn label(&mut self, label: &Label) {
        let r = label.rect;
        if label.tone == Tone::Plate {
            let plate = Rect { x: r.x - 3.0, w: r.w + 6.0, ..r };
            self.rect(plate, "plate", Some(Ink::Canvas), None).num("rx", 2.0).attr("pointer-events", "none").end();
        }
        let ink = match label.tone {
            Tone::Plain | Tone::Plate => Ink::Text,
            Tone::Muted => Ink::Muted,
            Tone::OnBar => Ink::OnCompleted,
        };
        let (x, anchor) = match label.align {
            Align::Start => (r.x, "start"),
            Align::Middle => (r.x + r.w / 2.0, "middle"),
            Align::End => (r.right(), "end"),
        };
        self.w.start("text").attr("class", ink.fill_class());
        if let Some(entry) = label.entry {
            self.w.attr("data-entry", &entry.to_string());
        }
        self.w.num("x", x).num("y", r.y + r.h / 2.0 + label.size * 0.36).num("font-size", label.size);
        self.w.attr("text-anchor", anchor);
        self.fill(ink);
        // A script of unknown width is made to keep to its room.
        if label.text.chars().any(|c| !c.is_ascii() && !matches!(c, '·' | '…' | '\u{2212}')) {
            self.w.num("textLength", r.w).attr("lengthAdjust", "spacingAndGlyphs");
        }
        if let Some(full) = &label.full {
            self.w.start("title").text(full).end();
        }
        self.w.text(&label.text).end();
    }

    fn legend(&mut self, scene: &Scene) {
        self.group("legend");
        for item in &scene.legend {
            match item.sign {
                Sign::Mark(severity) => self.sign(severity, item.rect),
                Sign::Stretch(kind) => {
                    let end = if kind == Kind::Progress { End::Open } else { End::Closed };
                    self.piece(&Piece { rect: item.rect, kind, end, instant: false });
                }
                Sign::Break => {
                    let middle = item.rect.y + item.rect.h / 2.0;
                    let x = item.rect.x;
                    let teeth = [(0.0, 0.0), (2.0, -5.0), (6.0, 5.0), (10.0, -5.0), (12.0, 0.0)];
                    let d = line(&teeth.map(|(dx, dy)| (x + dx, middle + dy)));
                    self.stroke(&d, Ink::Axis, 1.2).end();
                }
            }
        }
        self.w.end();
    }
}
