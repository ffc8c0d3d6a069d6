//! The snapshot of a site's inputs that a build works from: every file named and, where it is text, read once.
//!
//! A build that follows another takes over what did not change: a file's `Arc` is the same one exactly as long as its content
//! is. That is what all later stages go by. Which files to look at is told by who watches them; who doesn't know looks at all.

mod listing;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use crate::config::{CONTENT, Config, PUBLIC, TEMPLATES};
use crate::diagnostic::{Diagnostic, Place};
use crate::fs;
pub use listing::Listing;
use listing::{Input, Look};

/// A text input.
#[derive(Debug, Clone)]
pub struct SourceFile {
    /// Relative to the root, with forward slashes: how people are told of it.
    pub file: Arc<str>,
    /// Relative to its folder (`content/`, `templates/`).
    pub path: String,
    pub text: Arc<str>,
}

/// A file of `public/`, which is read when it is published.
#[derive(Debug)]
pub struct PublicFile {
    /// Relative to `public/`.
    pub path: String,
}

/// What may have changed since the build before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Changes {
    /// Anything.
    Unknown,
    /// Only what stands at these paths or below them: the root as it was configured, and the path below it.
    At(BTreeSet<PathBuf>),
}

/// The inputs of one build.
#[derive(Debug, Default)]
pub struct Sources {
    /// Markdown, YAML and text files below `content/`.
    pub content: Arc<Listing<SourceFile>>,
    /// Everything below `templates/`.
    pub templates: Arc<Listing<SourceFile>>,
    /// Everything below `public/`.
    pub public: Arc<Listing<PublicFile>>,
}

/// Reads the inputs below the configured root. What can't be read is reported and left out.
///
/// With an earlier read, only what may have changed since is looked at. An empty one makes this the first of several: what
/// a later read goes by is noted.
pub fn read(config: &Config, earlier: Option<(&Sources, &Changes)>) -> (Sources, Vec<Diagnostic>) {
    if let Err(diagnostic) = check_root(config) {
        return (Sources::default(), vec![diagnostic]);
    }
    let content = listing(config, CONTENT, is_content, earlier, |sources| &sources.content);
    let templates = listing(config, TEMPLATES, |_| true, earlier, |sources| &sources.templates);
    let public = if fs::is_dir(&config.folder(PUBLIC)) {
        listing(config, PUBLIC, |_| true, earlier, |sources| &sources.public)
    } else {
        Arc::default()
    };
    let mut diagnostics: Vec<Diagnostic> = content.strays.iter().map(|path| stray(path)).collect();
    if fs::is_file(&config.folder(PUBLIC)) {
        let message = format!("`{PUBLIC}` is a file, where the site has a folder");
        let diagnostic = Diagnostic::error("not-a-folder", message).at(Place::file(PUBLIC));
        diagnostics
            .push(diagnostic.help("rename the file; files in the folder of this name are published as they are"));
    }
    for (problems, failed) in [
        (&content.problems, &content.failed),
        (&templates.problems, &templates.failed),
        (&public.problems, &public.failed),
    ] {
        diagnostics.extend(problems.iter().chain(failed.iter().map(|(_, problem)| problem)).cloned());
    }
    (Sources { content, templates, public }, diagnostics)
}

fn listing<T: Input>(
    config: &Config,
    name: &'static str,
    takes: fn(&str) -> bool,
    earlier: Option<(&Sources, &Changes)>,
    of: fn(&Sources) -> &Arc<Listing<T>>,
) -> Arc<Listing<T>> {
    let look = Look { folder: config.folder(name), name, takes, stamps: earlier.is_some() };
    match earlier {
        None => Arc::new(look.at_all(None)),
        Some((sources, Changes::Unknown)) => Arc::new(look.at_all(Some(of(sources)))),
        Some((sources, Changes::At(paths))) => look.at_some(of(sources), paths),
    }
}

fn is_content(path: &str) -> bool {
    path.ends_with(".md") || path.ends_with(".yaml") || path == "urls.txt"
}

/// A file in `content/` that nothing reads.
fn stray(path: &str) -> Diagnostic {
    let (stem, ending) = path.rsplit_once('.').unwrap_or((path, ""));
    let help = match ending {
        "yml" => format!("rename it to {CONTENT}/{stem}.yaml"),
        "markdown" | "mdown" | "mkd" | "mdx" => format!("rename it to {CONTENT}/{stem}.md"),
        _ => format!("move it to {PUBLIC}/ if visitors are to get it, else out of {CONTENT}/"),
    };
    Diagnostic::error("stray-file", format!("`{path}` is no content: its name ends neither in .md nor in .yaml"))
        .at(Place::file(format!("{CONTENT}/{path}")))
        .help(help)
}

/// Refuses a folder that is no site, before anything else complains about what follows from that.
pub fn check_root(config: &Config) -> Result<(), Diagnostic> {
    let shown = config.root.display();
    if fs::is_file(&config.root) {
        return Err(Diagnostic::error("not-a-site", format!("`{shown}` is a file, not the folder of a site"))
            .help("name the site's folder with `--root`, or run the command in it"));
    }
    if !fs::is_dir(&config.root) {
        return Err(Diagnostic::error("not-a-site", format!("there is no folder `{shown}`"))
            .help("name the site's folder with `--root`, or make a new site there with `site init`"));
    }
    if !fs::is_file(&config.path("content/site.yaml")) {
        return Err(Diagnostic::error("not-a-site", format!("`{shown}` is not a site: it has no content/site.yaml"))
            .help("run the command in the site's folder, name it with `--root`, or make a new site with `site init`"));
    }
    if !fs::is_dir(&config.folder(TEMPLATES)) {
        return Err(Diagnostic::error("missing-folder", "the site has no templates")
            .at(Place::file(TEMPLATES))
            .label("this folder is missing")
            .help("make the folder `templates` with at least the templates that content/site.yaml and the collections name"));
    }
    Ok(())
}
