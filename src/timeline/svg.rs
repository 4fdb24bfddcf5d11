//! Numbers to SVG.

use super::TimelineOptions;
use super::layout::{Anchor, BAR, Bar, Label, Mark, Sample, Scene, Shape};
use super::palette::{DARK, Palette, Theme};
use super::writer::Writer;
use crate::report::Severity;

/// Prints a scene. Nothing but shapes and escaped text: no script, no style attribute, no reference outside.
pub(super) fn svg(scene: &Scene, options: &TimelineOptions) -> String {
    let prefix = options.id_prefix.as_deref().unwrap_or("cvh");
    let prefix: String = prefix.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    let mut drawing = Drawing { writer: Writer::default(), palette: options.theme.palette(), prefix };
    drawing.root(scene, options.theme);
    drawing.writer.finish()
}

struct Drawing {
    writer: Writer,
    palette: Palette,
    prefix: String,
}

impl Drawing {
    fn root(&mut self, scene: &Scene, theme: Theme) {
        let (title, description) = (self.id("title"), self.id("desc"));
        let view = format!("0 0 {} {}", scene.width.round(), scene.height.round());
        self.writer.open("svg").attr("xmlns", "http://www.w3.org/2000/svg").attr("class", "cvh-timeline").attr("role", "img");
        self.writer.attr("aria-labelledby", &format!("{title} {description}")).attr("viewBox", &view);
        self.writer.attr("width", &scene.width.round()).attr("height", &scene.height.round());
        self.writer.attr("font-family", "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif").attr("font-size", "12");
        self.writer.open("title").attr("id", &title).text(&scene.title).close();
        self.writer.open("desc").attr("id", &description).text(&scene.description).close();
        if theme == Theme::Auto {
            self.dark_style();
        }
        self.patterns();
        self.writer
            .open("rect")
            .attr("class", "canvas")
            .attr("width", &scene.width.round())
            .attr("height", &scene.height.round());
        self.writer.attr("fill", self.palette.canvas).close();
        self.axis(scene);
        scene.bars.iter().for_each(|bar| self.bar(bar));
        scene.marks.iter().for_each(|mark| self.mark(mark));
        scene.labels.iter().for_each(|label| self.label(label));
        for (sample, x, y) in &scene.legend {
            self.sample(*sample, *x, *y);
        }
    }

    fn id(&self, name: &str) -> String {
        format!("{}-{name}", self.prefix)
    }

    /// The other palette, for readers who ask for it.
    fn dark_style(&mut self) {
        let rules = DARK.classes().map(|(class, colour)| match class {
            "guide" => format!(".cvh-timeline .guide{{stroke:{colour}}}"),
            _ => format!(".cvh-timeline .{class}{{fill:{colour}}}.cvh-timeline .{class}-line{{stroke:{colour}}}"),
        });
        self.writer.leaf("style", &format!("@media (prefers-color-scheme: dark){{{}}}", rules.concat().replace('>', " ")));
    }

    /// State is told by pattern as well as by colour.
    fn patterns(&mut self) {
        self.writer.open("defs");
        let (partial, unknown, wrong, text) = (self.palette.partial, self.palette.unknown, self.palette.wrong, self.palette.text);
        for (name, class, colour, path) in [
            ("hatch", "partial-line", partial, "M-1 7 7 -1M3 11 11 3"),
            ("dots", "unknown-line", unknown, "M2 4h1M6 4h1M4 1h1M4 7h1"),
            ("cross", "wrong-line", wrong, "M0 0 8 8M8 0 0 8"),
            ("maybe", "text-line", text, "M4 0V8"),
        ] {
            let id = self.id(name);
            self.writer
                .open("pattern")
                .attr("id", &id)
                .attr("width", "8")
                .attr("height", "8")
                .attr("patternUnits", "userSpaceOnUse");
            self.writer.open("path").attr("class", class).attr("d", path).attr("stroke", colour).attr("stroke-width", "1.6");
            self.writer.attr("fill", "none").close().close();
        }
        self.writer.close();
    }

    fn axis(&mut self, scene: &Scene) {
        let (left, right, y) = scene.axis;
        self.line("guide", self.palette.guide, (left, y), (right, y), "1");
        for tick in &scene.ticks {
            self.line("guide", self.palette.guide, (tick.x, y - 4.0), (tick.x, scene.bottom), "1");
        }
        for gap in &scene.breaks {
            self.writer.open("g").attr("class", "break").leaf("title", &gap.title);
            self.zigzag(gap.x, y);
            self.writer.open("line").attr("class", "guide").attr("stroke", self.palette.guide).attr("stroke-dasharray", "1 5");
            self.writer.attr("x1", &gap.x).attr("x2", &gap.x).attr("y1", &(y + 6.0)).attr("y2", &scene.bottom).close().close();
        }
    }

    fn zigzag(&mut self, x: f64, y: f64) {
        let path = format!("M{:.1} {:.1}l3 -8 4 16 3 -8", x - 5.0, y);
        self.writer.open("path").attr("class", "muted-line").attr("d", &path).attr("stroke", self.palette.muted);
        self.writer.attr("stroke-width", "1.5").attr("fill", "none").close();
    }

    fn line(&mut self, class: &'static str, colour: &str, from: (f64, f64), to: (f64, f64), width: &str) {
        self.writer.open("line").attr("class", class).attr("stroke", colour).attr("stroke-width", width);
        self.writer.attr("x1", &from.0).attr("y1", &from.1).attr("x2", &to.0).attr("y2", &to.1).close();
    }

    fn bar(&mut self, bar: &Bar) {
        let class = match bar.shape {
            Shape::Completed => "bar bar-completed",
            Shape::Partial => "bar bar-partial",
            Shape::Unknown => "bar bar-unknown",
        };
        self.writer.open("g").attr("class", class).attr("data-entry", &bar.entry).leaf("title", &bar.title);
        // What the record claims beyond the best bound is drawn apart, so the bar itself ends there.
        let solid = bar.overwritten.map_or(bar.width, |(from, _)| (from - bar.x).max(0.0));
        if solid > 0.0 {
            self.body(bar.shape, (bar.x, bar.y), solid, bar.open, bar.backwards);
        }
        if let Some((from, to)) = bar.overwritten {
            self.stretch("overwritten", "cross", "wrong-line", self.palette.wrong, (from, to), bar.y);
        }
        for x in &bar.cuts {
            // The bar is as long as it is only because the axis is cut here.
            let path = format!("M{:.1} {:.1}l3 5 -4 5 3 6", x - 1.0, bar.y - 1.0);
            self.writer.open("path").attr("class", "canvas-line").attr("d", &path).attr("stroke", self.palette.canvas);
            self.writer.attr("stroke-width", "4").attr("fill", "none").close();
        }
        if let Some((from, to)) = bar.doubtful {
            let pattern = format!("url(#{})", self.id("maybe"));
            self.rect("doubtful", &pattern, (from, bar.y + BAR + 1.0), (to - from, 4.0));
        }
        self.writer.close();
    }

    fn body(&mut self, shape: Shape, (x, y): (f64, f64), width: f64, open: bool, backwards: bool) {
        let (class, line, colour, fill, corner) = match shape {
            Shape::Completed => ("completed", "completed-line", self.palette.completed, self.palette.completed.to_owned(), "6"),
            Shape::Partial => ("hatched", "partial-line", self.palette.partial, format!("url(#{})", self.id("hatch")), "0"),
            Shape::Unknown => ("dotted", "unknown-line", self.palette.unknown, format!("url(#{})", self.id("dots")), "0"),
        };
        let solid = if shape == Shape::Completed { class } else { "pattern" };
        let dash = if backwards || shape == Shape::Unknown { "3 2" } else { "none" };
        if open {
            // No end yet: an arrow into the time to come.
            let tip = width.min(10.0);
            let path = format!(
                "M{x:.1} {y:.1}h{:.1}l{tip:.1} {:.1}l-{tip:.1} {:.1}h-{:.1}z",
                width - tip,
                BAR / 2.0,
                BAR / 2.0,
                width - tip
            );
            self.writer.open("path").attr("class", &format!("{solid} {line}")).attr("d", &path);
            self.writer.attr("fill", &fill).attr("stroke", colour).attr("stroke-width", "1.5").close();
            return;
        }
        self.writer.open("rect").attr("class", &format!("{solid} {line}")).attr("x", &x).attr("y", &y);
        self.writer.attr("width", &width).attr("height", &BAR).attr("rx", corner);
        self.writer.attr("fill", &fill).attr("stroke", colour).attr("stroke-width", "1.5").attr("stroke-dasharray", dash).close();
    }

    fn stretch(&mut self, class: &'static str, pattern: &str, line: &str, colour: &str, (from, to): (f64, f64), y: f64) {
        let fill = format!("url(#{})", self.id(pattern));
        self.writer.open("rect").attr("class", &format!("{class} {line}")).attr("x", &from).attr("y", &y);
        self.writer.attr("width", &(to - from).max(2.0)).attr("height", &BAR);
        self.writer
            .attr("fill", &fill)
            .attr("stroke", colour)
            .attr("stroke-width", "1.5")
            .attr("stroke-dasharray", "4 2")
            .close();
    }

    fn rect(&mut self, class: &'static str, fill: &str, (x, y): (f64, f64), (width, height): (f64, f64)) {
        self.writer.open("rect").attr("class", class).attr("x", &x).attr("y", &y).attr("width", &width.max(2.0));
        self.writer.attr("height", &height).attr("fill", fill).close();
    }

    fn mark(&mut self, mark: &Mark) {
        self.writer.open("g").attr("class", "mark").attr("data-rule", &mark.rule);
        if let Some(entry) = mark.entry {
            self.writer.attr("data-entry", &entry);
        }
        self.writer.leaf("title", &mark.title);
        self.sign(mark.severity, mark.x, mark.y);
        self.writer.close();
    }

    /// An octagon, a triangle or a circle: severity is told by shape as well as by colour.
    fn sign(&mut self, severity: Severity, x: f64, y: f64) {
        let (class, colour, shape) = match severity {
            Severity::Error => ("error", self.palette.error, "m-2.5 -6h5l3.5 3.5v5l-3.5 3.5h-5l-3.5 -3.5v-5z"),
            Severity::Warning => ("warning", self.palette.warning, "m0 -6l6.5 11.5h-13z"),
            Severity::Info => ("info", self.palette.info, "m-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z"),
        };
        let sign = match severity {
            Severity::Error => "m-2.2 -2.2l4.4 4.4m0 -4.4l-4.4 4.4",
            Severity::Warning => "m0 -2v3m0 1.6v.6",
            Severity::Info => "m0 -2.6v.6m0 1.4v3.2",
        };
        let at = format!("M{x:.1} {y:.1}");
        self.writer.open("path").attr("class", class).attr("d", &format!("{at}{shape}")).attr("fill", colour).close();
        self.writer
            .open("path")
            .attr("class", "canvas-line")
            .attr("d", &format!("{at}{sign}"))
            .attr("stroke", self.palette.canvas);
        self.writer.attr("stroke-width", "1.5").attr("fill", "none").close();
    }

    fn label(&mut self, label: &Label) {
        let anchor = match label.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let colour = if label.class == "text" { self.palette.text } else { self.palette.muted };
        self.writer.open("text").attr("class", &format!("{} canvas-line", label.class)).attr("x", &label.x).attr("y", &label.y);
        // A rim in the colour of the canvas keeps lines out of the words.
        self.writer
            .attr("fill", colour)
            .attr("stroke", self.palette.canvas)
            .attr("stroke-width", "3")
            .attr("paint-order", "stroke");
        if anchor != "start" {
            self.writer.attr("text-anchor", anchor);
        }
        if let Some(entry) = label.entry {
            self.writer.attr("data-entry", &entry);
        }
        self.writer.text(&label.text).close();
    }

    fn sample(&mut self, sample: Sample, x: f64, y: f64) {
        match sample {
            Sample::Bar(shape) => self.body(shape, (x, y), 20.0, false, false),
            Sample::Open => self.body(Shape::Partial, (x, y), 20.0, true, false),
            Sample::Overwritten => self.stretch("overwritten", "cross", "wrong-line", self.palette.wrong, (x, x + 20.0), y),
            Sample::Doubtful => {
                let pattern = format!("url(#{})", self.id("maybe"));
                self.rect("doubtful", &pattern, (x, y + 5.0), (20.0, 4.0));
            }
            Sample::Mark(severity) => self.sign(severity, x + 10.0, y + 7.0),
            Sample::Break => self.zigzag(x + 10.0, y + 7.0),
        }
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use crate::timeline::{Theme, TimelineOptions, render_timeline};
    use crate::{Input, Options, inspect};

    fn drawn(text: &str, options: &TimelineOptions) -> String {
        render_timeline(&inspect(&[Input { text: text.into(), ..Input::default() }], &Options::default()), options)
    }

    #[test]
    fn the_must_gather_of_the_bug() {
        insta::assert_snapshot!(drawn(include_str!("../../tests/cases/seed/mustgather.yaml"), &TimelineOptions::default()));
    }

    #[test]
    fn hostile_values_are_text() {
        for hostile in ["<img src=x onerror=alert(1)>", "]]>", "\\\"><script>alert(1)</script>", "a\\0b\\u202Ec"] {
            let entry = format!(
                "{{\"state\": \"{hostile}\", \"version\": \"{hostile}\", \"image\": \"{hostile}\", \"startedTime\": \"2024-01-01T00:00:00Z\"}}"
            );
            let out = drawn(&format!("{{\"history\": [{entry}]}}"), &TimelineOptions::default());
            assert!(out.contains("bar-unknown"), "{out}");
            for forbidden in ["<img", "<script", "onerror=alert(1)>", "\0", "\u{202e}"] {
                assert!(!out.contains(forbidden), "{forbidden} in {out}");
            }
        }
    }

    #[test]
    fn styles_are_only_where_they_are_asked_for() {
        let text = include_str!("../../tests/cases/seed/pipe-4.3-after.txt");
        let out = |theme| drawn(text, &TimelineOptions { theme, ..TimelineOptions::default() });
        assert!(!out(Theme::Light).contains("style") && !out(Theme::Dark).contains("style"));
        assert!(out(Theme::Auto).contains("prefers-color-scheme: dark"));
        assert!(out(Theme::Dark).contains("#161b22"));
    }

    #[test]
    fn ids_begin_with_the_prefix_and_nothing_else() {
        let options = TimelineOptions { id_prefix: Some("b\"><x".into()), ..TimelineOptions::default() };
        let out = drawn(include_str!("../../tests/cases/seed/pipe-4.3-after.txt"), &options);
        assert!(out.contains("id=\"bx-hatch\"") && out.contains("url(#bx-hatch)"), "{out}");
    }

    #[test]
    fn no_history_no_drawing() {
        assert_eq!(drawn("nothing", &TimelineOptions::default()), "");
    }
}
