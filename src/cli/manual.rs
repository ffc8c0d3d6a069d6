//! `site manual DIR`: writes the manual pages, one for each command.

use std::path::Path;

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use super::args::Arguments;
use crate::diagnostic::Diagnostic;
use crate::fs;

/// Writes `site.1`, `site-build.1` and so on into a folder.
pub fn manual(folder: &Path) -> Result<(), Vec<Diagnostic>> {
    let mut program = Arguments::command();
    program.build();
    let commands = program.get_subcommands().filter(|command| command.get_name() != "help");
    fs::create_dir(folder)?;
    for command in std::iter::once(program.clone()).chain(commands.cloned()) {
        write_page(folder, command)?;
    }
    Ok(())
}

fn write_page(folder: &Path, command: Command) -> Result<(), Diagnostic> {
    let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
    let mut page = Vec::new();
    // Writing into memory does not fail.
    let _ = Man::new(command).render(&mut page);
    fs::write_atomic(&folder.join(format!("{name}.1")), &page)
}
