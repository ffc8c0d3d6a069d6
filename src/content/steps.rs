//! The setting `steps`: commands that run before or after a build, checked before any of them runs.

use globset::Glob;
use serde::Deserialize;

use crate::config::{CONTENT, PUBLIC};
use crate::diagnostic::Diagnostic;
use crate::yaml::DocumentSource;
use crate::yaml::tree::PairSide;

/// The placeholder in a command for the folder that its files go to.
pub const OUT: &str = "{out}";
/// The placeholder in a command for the folder of the finished pages.
pub const SITE: &str = "{site}";

/// A command with its inputs and outputs.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Step {
    /// The program and its arguments.
    pub run: Vec<String>,
    /// Globs of the files that the command reads, relative to the root.
    pub reads: Vec<String>,
    /// The folder that the written files are added to: `public`, `content`, or a folder below one of them.
    pub gives: String,
    /// Whether the command runs after the pages are finished, instead of before the build.
    pub after: bool,
    /// The names of the environment variables that the command gets.
    pub env: Vec<String>,
}

impl Step {
    /// Returns the folder `public` or `content`, and the folder below it, which may be empty.
    pub fn target(&self) -> (&'static str, &str) {
        let (folder, below) = self.gives.split_once('/').unwrap_or((&self.gives, ""));
        (if folder == CONTENT { CONTENT } else { PUBLIC }, below)
    }

    /// Returns a glob that matches the URLs of the files that a step after the build publishes; `None` for other steps.
    pub fn published_glob(&self) -> Option<String> {
        self.after.then(|| format!("/{}/**", self.target().1))
    }

    /// Whether the step has no mistake and no invalid glob. A step that has one is reported and not run.
    pub fn can_run(&self) -> bool {
        self.mistake().is_none() && self.reads.iter().all(|glob| Glob::new(glob).is_ok())
    }

    fn mentions(&self, placeholder: &str) -> bool {
        self.run.iter().any(|argument| argument.contains(placeholder))
    }

    /// Returns what is wrong with the step: the key, the message and the help.
    fn mistake(&self) -> Option<(&'static str, &'static str, &'static str)> {
        let gives_a_folder_of_public = matches!(self.target(), (PUBLIC, below) if !below.is_empty());
        if !self.mentions(OUT) {
            Some((
                "run",
                "the command does not say where its files go",
                "write `{out}` where the command takes the file or folder that it writes, such as \"{out}/site.css\"",
            ))
        } else if self.mentions(SITE) && !self.after {
            Some((
                "run",
                "`{site}` is the folder of the finished pages, and this command runs before there are any",
                "add `after: true` to the step",
            ))
        } else if self.after && !gives_a_folder_of_public {
            Some((
                "gives",
                "the files of a command after the build need a folder of their own",
                "name it, such as `gives: public/search`: links to it are not checked while pages are built",
            ))
        } else {
            None
        }
    }
}

/// Lists the globs of steps, each with its JSON pointer.
pub fn globs(steps: &[Step]) -> impl Iterator<Item = (String, &String)> {
    steps.iter().enumerate().flat_map(|(index, step)| {
        step.reads.iter().enumerate().map(move |(at, glob)| (format!("/steps/{index}/reads/{at}"), glob))
    })
}

/// Reports the mistakes of steps, except for invalid globs, which `settings::read` reports.
pub fn check(steps: &[Step], source: &DocumentSource) -> Vec<Diagnostic> {
    let report = |(index, step): (usize, &Step)| {
        let (key, message, help) = step.mistake()?;
        let place = source.place_of(&format!("/steps/{index}/{key}"), PairSide::Value);
        Some(Diagnostic::error("bad-step", message).at(place).help(help))
    };
    steps.iter().enumerate().filter_map(report).collect()
}
