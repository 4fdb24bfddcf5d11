//! What a person who waits at a terminal sees; in a pipe there is nothing.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Hidden until there is something to wait for, and where standard error is no terminal.
pub(super) struct Progress(ProgressBar);

impl Progress {
    pub(super) fn hidden() -> Self {
        Progress(ProgressBar::hidden())
    }

    /// Counts files from now on, and says what is read.
    pub(super) fn begin(&mut self, what: String) {
        if self.0.length().is_none() && self.0.is_hidden() {
            self.show();
        }
        self.0.set_message(what);
    }

    fn show(&mut self) {
        // It draws on standard error, and only where that is a terminal.
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {human_pos} files in {elapsed}, {per_sec}") {
            bar.set_style(style);
        }
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        self.0 = bar;
    }

    pub(super) fn step(&self) {
        self.0.inc(1);
    }

    /// Lets something be written where the progress stands.
    pub(super) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.0.suspend(write)
    }

    pub(super) fn finish(&self) {
        self.0.finish_and_clear();
    }
}
