//! The command line: parses arguments, runs commands, prints their results and returns the exit status.
//!
//! The exit status is 0 on success, 1 after an error, and 2 after wrong usage.

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
mod unbuilt_content;

use std::panic;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Arguments, Command};
use report::print_errors;

/// Runs the command that the process was started with. A panic becomes an error message and status 1.
pub fn run() -> ExitCode {
    panic::set_hook(Box::new(report::internal_error));
    panic::catch_unwind(|| run_command(Arguments::parse().command)).unwrap_or(ExitCode::FAILURE)
}

fn run_command(command: Command) -> ExitCode {
    let result = match command {
        Command::Build(options) => return build::build(&options),
        Command::Check(options) => return build::check(&options),
        Command::Serve(options) => return print_errors(serve::serve(&options, false), options.build.json),
        Command::Edit(options) => serve::serve(&options.serve_arguments(), true),
        Command::New { root, collection, slug } => new::new(&root.config(), &collection, &slug),
        Command::Explain { root, what, clock, drafts } => {
            let mut config = root.config();
            config.drafts = drafts;
            config.clock = clock.unwrap_or(config.clock);
            explain::explain(&config, &what)
        }
        Command::Add { root, part } => add::add(&root.config(), part),
        Command::Init { folder, starter } => init::init(&folder, starter),
        Command::Schema { root, check } => schema::schema(&root.config(), check),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "site", &mut script);
            report::print(String::from_utf8_lossy(&script).trim_end()).map_err(Vec::from)
        }
        Command::Manual { folder } => manual::manual(&folder),
    };
    print_errors(result, false)
}
