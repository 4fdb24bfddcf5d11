//! Tells whether the `status.history` of an OpenShift ClusterVersion can be trusted, why, on
//! which line, and what the true times were.
//!
//! Data flows one way, and a module imports only from those before it:
//!
//! `text → Document → History → Findings → Report → renderers`
//!
//! There is no clock, no input or output and no DOM in here: [`Options::now`] is the only time
//! the core knows, so one input always gives one report.

pub mod compare;
pub mod evidence;
pub mod finding;
pub mod history;
pub mod html;
pub mod mask;
pub mod model;
pub mod parse;
pub mod report;
pub mod rules;
pub mod source;
pub mod timeline;
pub mod view;

// The page's module and that of a report of its own are built from one crate: what neither exports is not in it.
#[cfg(all(target_arch = "wasm32", not(feature = "viewer")))]
mod chart;
#[cfg(all(target_arch = "wasm32", not(feature = "viewer")))]
mod dom;
#[cfg(all(target_arch = "wasm32", feature = "viewer"))]
pub mod viewer;
#[cfg(all(target_arch = "wasm32", not(feature = "viewer")))]
pub mod wasm;

mod inspect;
mod order;
mod pairing;

pub use inspect::{Input, Options, Role, inspect, inspect_with, rules};

/// The version of this crate.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
