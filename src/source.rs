//! The snapshot of a site's inputs that a build works from: every file named and, where it is text, read once.

use std::sync::Arc;

use rayon::prelude::*;

use crate::config::{CONTENT, Config, PUBLIC, TEMPLATES};
use crate::diagnostic::{Diagnostic, Place};
use crate::fs;

/// A text input.
#[derive(Debug, Clone)]
pub struct SourceFile {
    /// Relative to the root, with forward slashes: how people are told of it.
    pub file: Arc<str>,
    /// Relative to its folder (`content/`, `templates/`).
    pub path: String,
    pub text: Arc<str>,
}

/// The inputs of one build.
#[derive(Debug, Default)]
pub struct Sources {
    /// Markdown, YAML and text files below `content/`, by path.
    pub content: Vec<SourceFile>,
    /// The paths of those that could not be read.
    pub unread: Vec<String>,
    /// Everything below `templates/`, by path.
    pub templates: Vec<SourceFile>,
    /// The paths of the files below `public/`, which are read when they are published.
    pub public: Vec<String>,
}

/// Reads the inputs below the configured root. What can't be read is reported and left out.
pub fn read(config: &Config) -> (Sources, Vec<Diagnostic>) {
    if let Err(diagnostic) = check_root(config) {
        return (Sources::default(), vec![diagnostic]);
    }
    let mut diagnostics = Vec::new();
    let (paths, strays): (Vec<_>, Vec<_>) =
        list(config, CONTENT, &mut diagnostics).into_iter().partition(|path| is_content(path));
    diagnostics.extend(strays.iter().map(|path| stray(path)));
    let (content, unread) = texts(config, CONTENT, paths, &mut diagnostics);
    let paths = list(config, TEMPLATES, &mut diagnostics);
    let (templates, _) = texts(config, TEMPLATES, paths, &mut diagnostics);
    let public = if fs::is_dir(&config.folder(PUBLIC)) { list(config, PUBLIC, &mut diagnostics) } else { Vec::new() };
    (Sources { content, unread, templates, public }, diagnostics)
}

/// Reads the files of a folder; gives the paths of those that can't be read too.
fn texts(
    config: &Config,
    folder: &str,
    paths: Vec<String>,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Vec<SourceFile>, Vec<String>) {
    let read = paths.into_par_iter().map(|path| {
        let file: Arc<str> = format!("{folder}/{path}").into();
        match fs::read_text(&config.path(&*file), &file) {
            Ok(text) => Ok(SourceFile { file, path, text: text.into() }),
            Err(diagnostic) => Err((path, diagnostic)),
        }
    });
    let (files, failed): (Vec<_>, Vec<_>) = read.partition_map(|result| match result {
        Ok(file) => rayon::iter::Either::Left(file),
        Err(failed) => rayon::iter::Either::Right(failed),
    });
    let (unread, problems): (Vec<_>, Vec<_>) = failed.into_iter().unzip();
    diagnostics.extend::<Vec<Diagnostic>>(problems);
    (files, unread)
}

fn list(config: &Config, folder: &str, diagnostics: &mut Vec<Diagnostic>) -> Vec<String> {
    let (paths, problems) = fs::walk(&config.folder(folder), folder);
    diagnostics.extend(problems);
    paths
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
fn check_root(config: &Config) -> Result<(), Diagnostic> {
    let shown = config.root.display();
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
