//! The command line: arguments in, exit status out. The only place that prints.
//!
//! Exit status: 0 fine, 1 mistakes in the content or the build, 2 wrong usage.

mod args;
mod build;
mod explain;
mod init;
mod new;
mod report;
mod schema;
mod serve;

use std::panic;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Arguments, Command};

/// The command did what it was asked to.
const FINE: u8 = 0;
/// There are mistakes to mend.
const MISTAKES: u8 = 1;

/// Runs the command that the process was started with.
pub fn run() -> ExitCode {
    panic::set_hook(Box::new(report::fault));
    let status = panic::catch_unwind(|| {
        let arguments = Arguments::parse();
        match arguments.command {
            Command::Build(options) => build::build(&options),
            Command::Check(options) => build::check(&options),
            Command::Serve(options) => serve::serve(&options),
            Command::New(options) => new::new(&options),
            Command::Explain(options) => explain::explain(&options),
            Command::Init { folder } => init::init(&folder),
            Command::Schema(options) => schema::schema(&options),
            Command::Completions { shell } => {
                clap_complete::generate(shell, &mut Arguments::command(), "site", &mut std::io::stdout());
                FINE
            }
        }
    });
    ExitCode::from(status.unwrap_or(MISTAKES))
}
