//! The view of a report as markup that reads without a style sheet and without a script: what is a style in a page is
//! an attribute here, what is a grid is a table, and what would be a button is text.

use super::paint::{Own, Paint};
use super::writer::Page;
use crate::view::{Element, Node};

/// Prints one report.
pub(super) struct Printer {
    pub(super) page: Page,
    pub(super) paint: &'static Paint,
    /// Whether a script will look for what places say of themselves.
    pub(super) alive: bool,
}

type Attributes<'a> = Vec<(&'a str, &'a str)>;

/// A table that is there for its looks.
const BARE: [(&str, &str); 4] = [("role", "presentation"), ("border", "0"), ("cellspacing", "0"), ("cellpadding", "0")];

impl Printer {
    pub(super) fn element(&mut self, element: &Element, around: Option<Own>) {
        let class = attribute(element, "class").unwrap_or_default();
        let own = self.paint.own(class).or(around);
        match (element.tag, class.split(' ').next().unwrap_or_default()) {
            // Nothing would copy.
            ("button", "copy") => {}
            ("section", "verdict") => self.card(element, own, true),
            ("article", _) => self.card(element, own, false),
            ("dl", _) => self.pairs(element, own),
            ("p", "tags") => self.tags(element, own),
            ("table", _) => self.framed(element, own),
            (tag, first) => {
                let color = self.color(element, first, own, around);
                self.plain(tag, element, own, color);
                if (tag, first) == ("svg", "sign") {
                    self.page.text("\u{a0}");
                }
            }
        }
    }

    /// An element as it is, with what a style sheet would add.
    fn plain(&mut self, tag: &'static str, element: &Element, own: Option<Own>, color: Option<&str>) {
        let tag = match tag {
            "button" => "span",
            // A browser's own sheet indents it.
            "figure" => "div",
            tag => tag,
        };
        let attributes = self.attributes(element, own);
        let within = match (tag, attribute(element, "class")) {
            // Elsewhere it could stand beside the table.
            ("caption", _) => Some(("div", [("align", "left")])),
            ("p", Some("message")) => Some(("b", [("class", "said")])),
            _ => None,
        };
        self.page.open(tag, &attributes);
        if let Some((inner, attributes)) = within {
            self.page.open(inner, &attributes);
        }
        if let Some(color) = color {
            self.page.open("font", &[("color", color)]);
        }
        self.children(element, own);
        if color.is_some() {
            self.page.close("font");
        }
        if let Some((inner, _)) = within {
            self.page.close(inner);
        }
        self.page.close(tag);
    }

    fn children(&mut self, element: &Element, own: Option<Own>) {
        for child in &element.children {
            // What only a screen reader is told elsewhere is read by all here.
            let unseen = |child: &Element| attribute(child, "class") == Some("unseen");
            if element.tag == "td" && matches!(child, Node::Element(child) if unseen(child)) {
                self.dot();
            }
            self.node(child, own);
        }
    }

    fn node(&mut self, node: &Node, own: Option<Own>) {
        match node {
            Node::Element(child) => self.element(child, own),
            Node::Text(text) => _ = self.page.text(text),
            Node::Drawing(svg) => _ = self.page.drawing(svg),
        }
    }

    fn attributes<'a>(&self, element: &'a Element, own: Option<Own>) -> Attributes<'a> {
        let kept = |(name, value): &(&'static str, &str)| match *name {
            "type" => false,
            "data-input" | "data-line" | "data-column" | "data-end-column" => self.alive,
            // It would not be the same address with a look-alike in it.
            "href" => !value.contains('&'),
            _ => true,
        };
        let mut attributes: Attributes<'_> =
            element.attributes.iter().map(|(name, value)| (*name, value.as_ref())).filter(kept).collect();
        let classes = attribute(element, "class").unwrap_or_default();
        let is = |name: &str| classes.split(' ').any(|class| class == name);
        match element.tag {
            "svg" => attributes.extend([("width", "16"), ("height", "16")]),
            "path" if is("sign-outline") => attributes.push(("fill", own.map_or(self.paint.muted, |own| own.color))),
            "path" if is("sign-mark") => {
                attributes.extend([("fill", "none"), ("stroke", self.paint.surface), ("stroke-width", "2.5")]);
            }
            "th" | "caption" => attributes.push(("align", "left")),
            "td" if is("marked") => attributes.extend(own.map(|own| ("bgcolor", own.tint))),
            "tr" => {
                let striped = attribute(element, "data-index").is_some_and(|index| index.ends_with(['1', '3', '5', '7', '9']));
                attributes.extend(striped.then_some(("bgcolor", self.paint.stripe)));
                attributes.push(("valign", "top"));
            }
            _ => {}
        }
        attributes
    }

    /// The colour of a text that is not the page's.
    fn color(&self, element: &Element, first: &str, own: Option<Own>, around: Option<Own>) -> Option<&'static str> {
        let muted = Some(self.paint.muted);
        match (element.tag, first) {
            ("h1" | "h2" | "h3" | "h4" | "h5" | "h6", _) => around.map(|own| own.color),
            ("td", "marked") => own.map(|own| own.color),
            ("button", _) | ("a", _) => Some(self.paint.accent),
            ("th", _) if attribute(element, "scope") == Some("col") => muted,
            (_, "facts" | "where" | "absent" | "length" | "basis" | "field" | "law") | ("caption" | "dt" | "summary", _) => muted,
            _ => None,
        }
    }

    /// A box with a bar in its own colour at its side.
    fn card(&mut self, element: &Element, own: Option<Own>, tinted: bool) {
        let (bar, behind) = match own {
            Some(own) => (own.color, if tinted { own.tint } else { self.paint.surface }),
            None => (self.paint.muted, self.paint.surface),
        };
        let attributes = self.attributes(element, own);
        self.page.open(element.tag, &attributes);
        self.bare("card", "0").open("tr", &[]).open("td", &[("class", "bar"), ("width", "6"), ("bgcolor", bar)]).close("td");
        self.page.open("td", &[("class", "in"), ("bgcolor", behind)]);
        self.bare("pad", "12").open("tr", &[]).open("td", &[]);
        self.children(element, own);
        for tag in ["td", "tr", "table", "td", "tr", "table", element.tag] {
            self.page.close(tag);
        }
        // The gap below it.
        self.page.raw("<br>");
    }

    fn bare(&mut self, class: &str, padding: &str) -> &mut Page {
        let [role, border, spacing, _] = BARE;
        self.page.open("table", &[("class", class), role, border, spacing, ("cellpadding", padding), ("width", "100%")])
    }

    /// Names and what they stand for, side by side. Each name begins a row; one may be in a group of its own.
    fn pairs(&mut self, element: &Element, own: Option<Own>) {
        let [role, border, spacing, _] = BARE;
        let class = attribute(element, "class").unwrap_or_default();
        self.page.open("table", &[("class", class), role, border, spacing, ("cellpadding", "3")]);
        let mut open = false;
        let cells = element.children.iter().flat_map(|child| match child {
            Node::Element(group) if group.tag == "div" => group.children.iter().collect(),
            other => vec![other],
        });
        for cell in cells {
            let Node::Element(cell) = cell else { continue };
            let name = cell.tag == "dt";
            if name {
                if open {
                    self.page.close("tr");
                }
                self.page.open("tr", &[("valign", "top")]);
                open = true;
            }
            let color = if name { Some(self.paint.muted) } else { None };
            let cell = Element {
                tag: "td",
                attributes: name.then(|| ("class", "name".into())).into_iter().collect(),
                children: cell.children.clone(),
            };
            self.plain("td", &cell, own, color);
        }
        if open {
            self.page.close("tr");
        }
        self.page.close("table");
    }

    /// Words that a style sheet would frame one by one.
    fn tags(&mut self, element: &Element, own: Option<Own>) {
        self.page.open("p", &[("class", "tags")]);
        for (at, tag) in element.children.iter().enumerate() {
            if at > 0 {
                self.dot();
            }
            if let Node::Element(tag) = tag {
                self.plain("span", tag, own, own.map(|own| own.color));
            }
        }
        self.page.close("p");
    }

    /// Between words that a style sheet would set apart.
    fn dot(&mut self) {
        self.page.open("span", &[("class", "dot")]).text(" · ").close("span");
    }

    /// A table of facts on its own ground.
    fn framed(&mut self, element: &Element, own: Option<Own>) {
        let [_, border, spacing, _] = BARE;
        let class = ["facts-table", attribute(element, "class").unwrap_or_default()].join(" ");
        let frame = [
            ("class", class.trim_end()),
            border,
            spacing,
            ("cellpadding", "6"),
            ("width", "100%"),
            ("bgcolor", self.paint.surface),
        ];
        self.page.open("table", &frame);
        self.children(element, own);
        self.page.close("table");
    }
}

fn attribute<'e>(element: &'e Element, name: &str) -> Option<&'e str> {
    element.attributes.iter().find(|(own, _)| *own == name).map(|(_, value)| &**value)
}
