//! The site's templates: compiled once, strict about undefined variables, with errors explained as diagnostics.

mod diagnose;
mod diagnostic_error;
mod known_names;
mod lexer;
mod marked;
mod missing_key;
mod syntax_errors;
mod templates;
mod text;
mod undefined;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, UndefinedBehavior};

pub use diagnose::diagnose;
pub use diagnostic_error::DiagnosticError;
pub use known_names::{Callable, ErrorContext, KnownDataFile, KnownNames, LOOP_FIELDS};
pub use marked::{AFTER_EXPRESSION, BEFORE_EXPRESSION, mark_templates};
pub use missing_key::MissingKey;
pub use templates::{ALIAS, COMPONENTS, Templates, print_value};
pub use text::undefined_message;

use crate::diagnostic::Diagnostic;
use crate::source::SourceFile;
use crate::unicode::nfc;

/// Compiles all templates, and reports a mistake in each that does not compile.
pub fn load(files: &[Arc<SourceFile>]) -> (Templates, Vec<Diagnostic>) {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    // A line with only a tag leaves no empty line. `build` can't fail, as the delimiters are the default ones.
    environment.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build().unwrap_or_default());
    environment.set_auto_escape_callback(|name| {
        let escaped = [".html", ".xml", ".svg"].iter().any(|extension| name.ends_with(extension));
        if escaped { AutoEscape::Html } else { AutoEscape::None }
    });
    environment.set_formatter(print_value);
    // Names in `include`, `import` and `extends` are brought to NFC, because the paths of sources are in NFC.
    environment.set_path_join_callback(|name, _| nfc(name));
    let mut templates = Templates { environment, sources: BTreeMap::new(), broken: BTreeSet::new() };
    let mut diagnostics = Vec::new();
    // An error is ignored: the built-in template compiles, as tests render it.
    let _ = templates.environment.add_template(ALIAS, include_str!("alias.html"));
    for file in files {
        templates.sources.insert(file.path.clone(), file.clone());
        if let Err(error) = templates.environment.add_template_owned(file.path.clone(), file.text.to_string()) {
            let names = &KnownNames::default();
            let context = ErrorContext { templates: &templates, names, is_none: &|_| false, missing_key: None };
            diagnostics.push(diagnose(&error, &context));
            templates.broken.insert(file.path.clone());
        }
    }
    (templates, diagnostics)
}
