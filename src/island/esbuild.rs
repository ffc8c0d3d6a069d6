//! Runs esbuild: its own binary, never through Node, which would take longer to start than esbuild to bundle.
//!
//! What it complains about becomes diagnostics, with its file, line and marker.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::diagnostic::{Diagnostic, Place};
use crate::fs;

/// The native binary of the esbuild that is installed below `root`.
///
/// # Errors
/// There is none: with what to do.
pub fn find(root: &Path) -> Result<PathBuf, Diagnostic> {
    let name = if cfg!(windows) { "esbuild.exe" } else { "bin/esbuild" };
    let packages = package(root, "@esbuild");
    let platforms = packages.iter().flat_map(|folder| {
        let names = fs::list(folder, "node_modules/@esbuild").unwrap_or_default();
        names.into_iter().map(|platform| folder.join(platform).join(name))
    });
    platforms.into_iter().find(|path| fs::is_file(path)).ok_or_else(|| {
        Diagnostic::error("missing-esbuild", "islands, scripts and bundled styles need esbuild, which is not installed")
            .at(Place::file("package.json"))
            .label("lists the packages")
            .help("run `npm install --save-exact --save-dev esbuild react react-dom` in the site's folder, and commit package-lock.json")
    })
}

/// Where a package lies: in the `node_modules` of `root` or of a folder above it, as Node looks for it.
pub fn package(root: &Path, name: &str) -> Option<PathBuf> {
    let root = std::path::absolute(root).ok()?;
    root.ancestors().map(|folder| folder.join("node_modules").join(name)).find(|path| fs::is_dir(path))
}

/// Runs it in `root`.
///
/// # Errors
/// Everything that it reports as an error.
pub fn run(binary: &Path, root: &Path, arguments: &[String]) -> Result<(), Vec<Diagnostic>> {
    let run = Command::new(binary)
        .args(["--bundle", "--log-level=error", "--log-limit=0", "--color=false"])
        .args(arguments)
        .current_dir(root)
        .stdin(Stdio::null())
        .output();
    let output = run.map_err(|error| vec![failed(&format!("it could not be started: {error}"))])?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let diagnostics = diagnostics(&said);
    Err(if diagnostics.is_empty() { vec![failed(said.trim())] } else { diagnostics })
}

fn failed(why: &str) -> Diagnostic {
    let diagnostic =
        Diagnostic::error("esbuild-failed", "esbuild did not work").at(Place::file("node_modules/esbuild"));
    why.lines().filter(|line| !line.trim().is_empty()).take(12).fold(diagnostic, Diagnostic::note)
}

/// How a message of esbuild begins.
const ERROR: &str = "✘ [ERROR] ";

/// The messages of esbuild's output. Each is a sentence, then the place, the line and a marker below it:
///
/// ```text
/// ✘ [ERROR] Could not resolve "./nope"
///
///     islands/Menu.tsx:1:14:
///       1 │ import x from "./nope";
///         ╵               ~~~~~~~~
/// ```
fn diagnostics(said: &str) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut lines = said.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(message) = line.strip_prefix(ERROR) else { continue };
        let mut diagnostic = Diagnostic::error("bundle-error", sentence(message));
        let mut shown: Option<Shown> = None;
        while let Some(line) = lines.next_if(|line| !line.starts_with(ERROR)) {
            let line = line.trim_start();
            if let Some((number, text)) = line.split_once(" │ ")
                && let (Some(shown), Ok(_)) = (&mut shown, number.trim().parse::<usize>())
            {
                shown.text = Some(text);
            } else if let Some(marker) = line.strip_prefix("╵ ") {
                if let Some(shown) = &mut shown {
                    shown.marked = marker.trim_start().chars().take_while(|c| "~^".contains(*c)).count();
                    shown.label = marker.trim_start().trim_start_matches(['~', '^']).trim();
                }
            } else if shown.is_none()
                && let Some(place) = Shown::read(line)
            {
                shown = Some(place);
            } else if !line.is_empty() && shown.is_some() && !line.contains(['│', '╵']) && !line.ends_with("errors")
            {
                let note = line.split(" (use ").next().unwrap_or(line);
                if note != "1 error" && !note.ends_with(':') {
                    diagnostic = diagnostic.note(note);
                }
            }
        }
        if let Some(shown) = shown {
            diagnostic = diagnostic.label(shown.label).at(shown.place());
        }
        found.push(diagnostic);
    }
    found
}

/// A message of ours has no full stop and no names of esbuild's parts.
fn sentence(message: &str) -> String {
    let mut sentence = message.trim_end_matches('.').replace('"', "`");
    if let Some(first) = sentence.get(..1).map(str::to_lowercase)
        && sentence.get(1..2).is_some_and(|second| second.chars().all(char::is_lowercase))
    {
        sentence.replace_range(..1, &first);
    }
    sentence
}

/// What esbuild shows of a file.
struct Shown<'a> {
    file: &'a str,
    line: usize,
    /// In bytes, from 0.
    column: usize,
    text: Option<&'a str>,
    marked: usize,
    label: &'a str,
}

impl<'a> Shown<'a> {
    /// `islands/Menu.tsx:1:14:`
    fn read(line: &'a str) -> Option<Self> {
        let mut parts = line.strip_suffix(':')?.rsplitn(3, ':');
        let (column, number) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        Some(Self { file: parts.next()?, line: number, column, text: None, marked: 0, label: "" })
    }

    fn place(&self) -> Place {
        let text = self.text.unwrap_or_default();
        let start = text.char_indices().map(|(at, _)| at).find(|at| *at >= self.column).unwrap_or(text.len());
        let end = text[start..].char_indices().nth(self.marked).map_or(text.len(), |(at, _)| start + at);
        let mut place = Place::new(self.file, text, start..end);
        place.line = self.line;
        place
    }
}

#[cfg(test)]
mod tests {
    use super::diagnostics;

    fn check(said: &str, expected: &[(&str, &str, usize, usize, &str)]) {
        let found = diagnostics(said);
        let got: Vec<_> = found
            .iter()
            .map(|d| {
                let place = d.place.as_ref().expect("a place");
                (d.message.as_str(), &*place.file, place.line, place.column, &place.text[place.mark.clone()])
            })
            .collect();
        assert_eq!(got, expected);
    }

    #[test]
    fn messages_become_diagnostics() {
        check(
            "✘ [ERROR] Could not resolve \"./nope\"\n\n    islands/Menu.tsx:3:15:\n      3 │ import ä from \"./nope\";\n        ╵               ~~~~~~~~\n\n\
             ✘ [ERROR] Expected \"}\" but found \"<\"\n\n    islands/Bad.tsx:1:2:\n      1 │ {x</p>\n        │   ^\n        ╵   }\n\n2 errors\n",
            &[
                ("could not resolve `./nope`", "islands/Menu.tsx", 3, 15, "\"./nope\""),
                ("expected `}` but found `<`", "islands/Bad.tsx", 1, 3, ""),
            ],
        );
    }
}
