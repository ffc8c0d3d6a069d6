//! The site's templates: compiled once, strict about undefined variables, and their errors put into an editor's words.

mod carried;
mod error;
mod names;
mod syntax;
mod undefined;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, Output, State, UndefinedBehavior, Value};

pub use carried::Carried;
pub use error::{HINT, diagnose};
pub use names::{Names, Usage};

use crate::diagnostic::Diagnostic;
use crate::source::SourceFile;

/// The compiled templates and their sources.
#[derive(Debug)]
pub struct Templates {
    pub environment: Environment<'static>,
    sources: BTreeMap<String, Arc<SourceFile>>,
    /// Those that could not be compiled.
    broken: BTreeSet<String>,
}

/// Templates that every site has unless it brings its own of the same name.
const BUILT_IN: [(&str, &str); 1] = [(ALIAS, include_str!("alias.html"))];

/// The template of alias pages.
pub const ALIAS: &str = "alias.html";

/// The folder of component macros, within `templates/`.
pub const COMPONENTS: &str = "components/";

impl Templates {
    /// Compiles every template, reporting all that have mistakes.
    pub fn load(files: &[Arc<SourceFile>]) -> (Self, Vec<Diagnostic>) {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_syntax(syntax());
        environment.set_auto_escape_callback(|name| {
            let escaped = [".html", ".xml", ".svg"].iter().any(|ending| name.ends_with(ending));
            if escaped { AutoEscape::Html } else { AutoEscape::None }
        });
        environment.set_formatter(print);
        let mut templates = Self { environment, sources: BTreeMap::new(), broken: BTreeSet::new() };
        let mut diagnostics = Vec::new();
        for (name, text) in BUILT_IN {
            // A built-in template compiles: every alias of every test renders it.
            let _ = templates.environment.add_template(name, text);
        }
        for file in files {
            templates.sources.insert(file.path.clone(), file.clone());
            if let Err(error) = templates.environment.add_template_owned(file.path.clone(), file.text.to_string()) {
                diagnostics.push(diagnose(&error, &templates, &Names::default(), &|_| false));
                templates.broken.insert(file.path.clone());
            }
        }
        (templates, diagnostics)
    }

    pub fn has(&self, name: &str) -> bool {
        self.sources.contains_key(name) || BUILT_IN.iter().any(|(built_in, _)| *built_in == name)
    }

    /// Whether there is such a template, but with mistakes that are told already.
    pub fn is_broken(&self, name: &str) -> bool {
        self.broken.contains(name)
    }

    /// Whether an error only says that a template with mistakes, which are told already, can't be used.
    pub fn explain(&self, error: &minijinja::Error) -> bool {
        let chain = std::iter::successors(Some(error as &dyn std::error::Error), |error| error.source());
        let mut missing = chain
            .filter_map(|error| error.downcast_ref::<minijinja::Error>())
            .filter(|error| error.kind() == minijinja::ErrorKind::TemplateNotFound);
        missing.any(|error| error.detail().is_some_and(|detail| self.broken.iter().any(|name| detail.contains(name))))
    }

    /// The names of the site's own templates.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.sources.keys().map(String::as_str)
    }

    pub fn source(&self, name: &str) -> Option<&Arc<SourceFile>> {
        self.sources.get(name)
    }

    /// The text of every template with the file it is in.
    pub fn files(&self) -> impl Iterator<Item = (&Arc<str>, &str)> {
        self.sources.values().map(|source| (&source.file, &*source.text))
    }
}

/// Blocks leave no empty lines behind.
fn syntax() -> SyntaxConfig {
    // Only delimiters that clash are refused; these are the usual ones.
    SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build().unwrap_or_default()
}

/// Prints a value: nothing for `none` (a field that an entry lacks), `<>&"'` escaped where the template's kind asks for it.
fn print(out: &mut Output, state: &mut State, value: &Value) -> Result<(), minijinja::Error> {
    if value.is_none() {
        return Ok(());
    }
    if matches!(state.auto_escape(), AutoEscape::Html)
        && !value.is_safe()
        && let Some(text) = value.as_str()
    {
        return escape(out, text);
    }
    minijinja::escape_formatter(out, state, value)
}

/// Writes `text` so that it is text in HTML and XML, and within an attribute's quotes of either kind.
fn escape(out: &mut Output, text: &str) -> Result<(), minijinja::Error> {
    // Most texts have nothing of it, and to look at all bytes is faster than to stop at the first that matters.
    let is_plain = text.bytes().fold(true, |plain, b| plain & !matches!(b, b'&' | b'<' | b'>' | b'"' | b'\''));
    if is_plain {
        return Ok(out.write_str(text)?);
    }
    let mut written = 0;
    for (at, byte) in text.bytes().enumerate() {
        let replacement = match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            b'\'' => "&#39;",
            _ => continue,
        };
        out.write_str(&text[written..at])?;
        out.write_str(replacement)?;
        written = at + 1;
    }
    out.write_str(&text[written..])?;
    Ok(())
}
