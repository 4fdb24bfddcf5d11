use chrono::{DateTime, Utc};

use crate::report::{Report, RuleInfo, Tool, Verdict};

/// A text to look at.
#[derive(Debug, Clone, Default)]
pub struct Input {
    /// How to call it in the report; `paste` where it has none.
    pub name: Option<String>,
    /// The text.
    pub text: String,
    /// What it is for.
    pub role: Role,
}

/// What an input is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Role {
    /// A history to judge on its own.
    #[default]
    History,
    /// The older of two snapshots of one cluster.
    Before,
    /// The newer of two snapshots of one cluster.
    After,
    /// Something dated that bears on a history.
    Evidence,
}

/// What the caller knows and the text does not say.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The time of the inspection. Without it nothing is judged to lie in the future.
    pub now: Option<DateTime<Utc>>,
}

/// Reads every input, judges every history found, and compares those that belong together.
pub fn inspect(_inputs: &[Input], _options: &Options) -> Report {
    Report {
        schema_version: 1,
        tool: Tool { name: env!("CARGO_PKG_NAME").into(), version: crate::VERSION.into() },
        verdict: Verdict::Undetermined,
        summary: "No history was found.".into(),
        histories: vec![],
        comparisons: vec![],
        evidence: vec![],
        problems: vec![],
    }
}

/// Every rule, in the order in which they are listed in the documentation.
pub fn rules() -> Vec<RuleInfo> {
    vec![]
}
