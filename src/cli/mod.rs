//! The command line: parses arguments, runs commands, prints their results and returns the exit status.
//!
//! The exit status is 0 on success, 1 if the content or the build has errors, and 2 after wrong usage.

mod add;
mod args;
mod browser;
mod build;
mod embedded;
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

use args::{Arguments, BuildArguments, Command};
use report::Report;

/// Runs the command that the process was started with. A panic becomes an error message and status 1.
pub fn run() -> ExitCode {
    panic::set_hook(Box::new(report::internal_error));
    panic::catch_unwind(|| run_command(Arguments::parse().command)).unwrap_or(ExitCode::FAILURE)
}

fn run_command(command: Command) -> ExitCode {
    let finish = |result| Report { arguments: &BuildArguments::default() }.finish(result);
    match command {
        Command::Build(options) => build::build(&options),
        Command::Check(options) => build::check(&options),
        Command::Serve(options) => serve::serve(&options),
        Command::Edit(options) => serve::edit(&options),
        Command::New(options) => finish(new::new(&options)),
        Command::Explain(options) => explain::explain(&options),
        Command::Add(options) => finish(add::add(&options)),
        Command::Init(options) => finish(init::init(&options)),
        Command::Schema(options) => schema::schema(&options),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "site", &mut script);
            report::print(String::from_utf8_lossy(&script).trim_end());
            ExitCode::SUCCESS
        }
        Command::Manual { folder } => finish(manual::manual(&folder)),
    }
}
