use super::*;
use crate::{Input, Options, inspect};

const THREAD: &str = include_str!("../../tests/cases/seed/pipe-4.1.18-after.txt");

fn report(text: &str) -> Report {
    inspect(&[Input { text: text.into(), ..Input::default() }], &Options::default())
}

#[test]
fn try_it() {
    let html = render_html(&report(THREAD), &HtmlOptions::default());
    std::fs::write("/tmp/light.html", &html).unwrap();
    println!("{}", html.len());
}
