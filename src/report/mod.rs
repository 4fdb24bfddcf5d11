//! The report: what a person, a page or a script is told. Its shape is frozen as version 1;
//! fields may be added, none is renamed, removed or given another meaning.
//!
//! Times are RFC 3339 in UTC with whole seconds. Lines and columns count from 1, columns in
//! UTF-16 code units, as JavaScript and editors count them. Entry 0 is the newest, whatever
//! the order of the paste.

pub(crate) mod advice;
pub(crate) mod build;
mod comment;
mod doubt;
#[cfg(feature = "cli")]
mod github;
#[cfg(feature = "cli")]
mod junit;
mod markdown;
mod masked;
#[cfg(feature = "cli")]
mod merge;
mod names;
#[cfg(feature = "cli")]
mod places;
mod rows;
#[cfg(feature = "cli")]
mod sarif;
pub(crate) mod summary;
#[cfg(feature = "cli")]
mod text;
mod types;
pub(crate) mod words;

pub use comment::render_comment;
#[cfg(feature = "cli")]
pub use github::{github_masked, render_github};
#[cfg(feature = "cli")]
pub use junit::{Junit, render_junit};
pub use markdown::{MarkdownOptions, render_markdown};
pub use masked::MaskedNames;
#[cfg(feature = "cli")]
pub use merge::Merged;
pub use names::{ends_of, tails};
#[cfg(feature = "cli")]
pub use sarif::{Sarif, SarifResults, render_sarif};
#[cfg(feature = "cli")]
pub use text::{render_text, render_text_with};
pub use types::*;
