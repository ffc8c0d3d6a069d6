//! The command line: parses arguments, runs commands, prints their results and returns the exit status.
//!
//! The exit status is 0 on success, 1 if the content or the build has errors, and 2 after wrong usage.

pub mod browser;

mod add;
mod args;
mod build;
mod embedded;
mod exit;
mod explain;
mod init;
mod manual;
mod new;
mod progress;
mod report;
mod sample;
mod schema;
mod serve;

use std::panic;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Arguments, Command};
use exit::{FAILURE, SUCCESS};

/// Runs the command that the process was started with. A panic becomes an error message and status 1.
pub fn run() -> ExitCode {
    panic::set_hook(Box::new(report::internal_error));
    let status = panic::catch_unwind(|| {
        let arguments = Arguments::parse();
        match arguments.command {
            Command::Build(options) => build::build(&options),
            Command::Check(options) => build::check(&options),
            Command::Serve(options) => serve::serve(&options),
            Command::Edit(options) => serve::edit(&options),
            Command::New(options) => new::new(&options),
            Command::Explain(options) => explain::explain(&options),
            Command::Add(options) => add::add(&options),
            Command::Init(options) => init::init(&options),
            Command::Schema(options) => schema::schema(&options),
            Command::Completions { shell } => {
                clap_complete::generate(shell, &mut Arguments::command(), "site", &mut std::io::stdout());
                SUCCESS
            }
            Command::Manual { folder } => manual::manual(&folder),
        }
    });
    ExitCode::from(status.unwrap_or(FAILURE))
}
