//! The files of starters and parts, embedded in the program by the build script.

use clap::ValueEnum;

use super::args::{Part, Starter};

/// The path and the content of a file.
pub type EmbeddedFile = (&'static str, &'static [u8]);

/// The starters of `site init` by name, each with its files.
const STARTERS: &[(&str, &[EmbeddedFile])] = include!(concat!(env!("OUT_DIR"), "/starters.rs"));
/// The parts of `site add` by name, each with its files.
const PARTS: &[(&str, &[EmbeddedFile])] = include!(concat!(env!("OUT_DIR"), "/parts.rs"));

/// Returns the files of a starter and of its parts. Where both have a file at a path, the starter's is taken.
pub fn starter_files(starter: Starter) -> Vec<EmbeddedFile> {
    let parts: &[Part] = match starter {
        Starter::Blog | Starter::Docs => &[Part::Code],
        Starter::Company => &[Part::Form],
        Starter::Minimal => &[],
    };
    let mut files: Vec<EmbeddedFile> = files_of(STARTERS, &value_name(&starter)).collect();
    for (path, content) in parts.iter().flat_map(|part| part_files(*part)) {
        if files.iter().all(|(known, _)| *known != path) {
            files.push((path, content));
        }
    }
    files
}

pub fn part_files(part: Part) -> impl Iterator<Item = EmbeddedFile> {
    files_of(PARTS, &value_name(&part))
}

/// Returns the name of a starter or part on the command line, which is also its folder in `starters/` or `parts/`.
pub fn value_name(value: &impl ValueEnum) -> String {
    value.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

fn files_of(folders: &[(&str, &'static [EmbeddedFile])], name: &str) -> impl Iterator<Item = EmbeddedFile> + use<> {
    let folder = folders.iter().find(|(folder, _)| *folder == name);
    folder.map_or(&[][..], |(_, files)| files).iter().copied()
}
