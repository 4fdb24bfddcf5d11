//! The command line of `clusterversion-history`.

mod cli;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match cli::run(cli::Arguments::parse()) {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "clusterversion-history: {error}");
            ExitCode::from(2)
        }
    }
}
