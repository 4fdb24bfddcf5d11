//! docs/rules.md is written from the rules themselves. `UPDATE_DOCS=1 cargo test --test docs` rewrites it.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Write;
use std::path::Path;

use clusterversion_history::report::{RuleInfo, Severity};
use clusterversion_history::rules;

#[test]
fn the_rules_page_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rules.md");
    let page = page(&rules());
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, page).unwrap();
        return;
    }
    let stands = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(stands == page, "docs/rules.md is stale: run UPDATE_DOCS=1 cargo test --test docs");
}

fn page(rules: &[RuleInfo]) -> String {
    let mut page = String::from(
        "# Rules\n\nGenerated from the rules themselves; each example is run as a test.\n\n\
         Entry 0 is the newest. Errors make a history corrupt where they are likely or proven, and suspect where they are \
         only possible; warnings make it suspect; infos do not change the verdict.\n\n\
         | rule | severity | |\n|---|---|---|\n",
    );
    for rule in rules {
        writeln!(page, "| [{0}](#{0}) | {1} | {2} |", rule.id, severity(rule.severity), rule.title).unwrap();
    }
    for rule in rules {
        write!(page, "\n## {}\n\n**{}** ({})\n\n", rule.id, rule.title, severity(rule.severity)).unwrap();
        write!(page, "### What it does\n\n{}\n\n### Why it matters\n\n{}\n\n", rule.what, rule.why).unwrap();
        if let Some(before) = &rule.fires_before {
            write!(page, "### Example\n\nBefore:\n\n{}\nAfter, where it fires:\n\n", fenced(before)).unwrap();
        } else {
            page.push_str("### Example\n\nIt fires on\n\n");
        }
        write!(page, "{}\nand not on\n\n{}\n", fenced(&rule.fires), fenced(&rule.clean)).unwrap();
        write!(page, "### What to do\n\n{}\n\n### Sources\n\n", rule.what_to_do).unwrap();
        for reference in &rule.references {
            writeln!(page, "- <{reference}>").unwrap();
        }
    }
    page
}

fn fenced(text: &str) -> String {
    format!("```\n{}\n```\n", text.trim_end_matches('\n'))
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}
