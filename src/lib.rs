//! Placeholder.
pub mod report;
