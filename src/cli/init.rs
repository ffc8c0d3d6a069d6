//! `site init DIR`: creates a site from a starter.

use std::io::{self, IsTerminal};
use std::path::Path;

use clap::ValueEnum;

use super::args::Starter;
use super::embedded::{starter_files, value_name};
use super::report::print;
use crate::diagnostic::Diagnostic;
use crate::fs;

/// Writes a starter into a folder, which must be empty or missing.
pub fn init(folder: &Path, starter: Option<Starter>) -> Result<(), Vec<Diagnostic>> {
    check_empty(folder)?;
    let starter = starter.or_else(ask_for_starter).unwrap_or_default();
    for (path, content) in starter_files(starter) {
        let target = folder.join(path);
        fs::create_parent(&target)?;
        fs::write_new(&target, content)?;
    }
    let (starter, shown) = (value_name(&starter), folder.display());
    let root = match shown.to_string() {
        here if here == "." => String::new(),
        spaced if spaced.contains(char::is_whitespace) => format!(" --root \"{spaced}\""),
        plain => format!(" --root {plain}"),
    };
    print(&format!("Made a site from the starter `{starter}` in {shown}; its README.md says where everything is"))?;
    Ok(print(&format!("Look at it: site serve --watch{root}"))?)
}

/// Asks for a starter at the terminal. Returns `None` if there is no terminal or no answer.
fn ask_for_starter() -> Option<Starter> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return None;
    }
    print("Which starter?").ok()?;
    for starter in Starter::value_variants() {
        let help = starter.to_possible_value().and_then(|value| value.get_help().map(ToString::to_string));
        print(&format!("  {:9}{}", value_name(starter), help.unwrap_or_default())).ok()?;
    }
    loop {
        print(&format!("Write its name, or press Enter for `{}`:", value_name(&Starter::default()))).ok()?;
        let mut answer = String::new();
        if io::stdin().read_line(&mut answer).is_err() || answer.trim().is_empty() {
            return None;
        }
        if let Ok(starter) = Starter::from_str(answer.trim(), true) {
            return Some(starter);
        }
    }
}

/// Fails if a folder holds anything other than `.git`.
fn check_empty(folder: &Path) -> Result<(), Diagnostic> {
    let shown = folder.display().to_string();
    if fs::exists(folder) && fs::list(folder, &shown)?.iter().any(|name| name != ".git") {
        return Err(Diagnostic::error("folder-not-empty", format!("`{shown}` holds files already"))
            .help("give a folder that does not exist yet, or an empty one"));
    }
    Ok(())
}
