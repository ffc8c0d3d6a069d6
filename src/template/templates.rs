//! The compiled templates, and the printing of values.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, Output, State, Value};

use crate::html;
use crate::source::SourceFile;

#[derive(Debug)]
pub struct Templates {
    pub environment: Environment<'static>,
    pub(super) sources: BTreeMap<String, Arc<SourceFile>>,
    /// The names of templates that could not be compiled.
    pub(super) broken: BTreeSet<String>,
}

/// The template of alias pages. The generator has one, which a site can replace.
pub const ALIAS: &str = "alias.html";

/// The folder of component macros, within `templates/`.
pub const COMPONENTS: &str = "components/";

impl Templates {
    /// Whether the site or the generator has a template of this name.
    pub fn has(&self, name: &str) -> bool {
        self.sources.contains_key(name) || name == ALIAS
    }

    /// Renders a template with the fields of `values`.
    pub fn render(&self, name: &str, values: &serde_json::Value) -> Result<String, minijinja::Error> {
        self.environment.get_template(name)?.render(Serde(values))
    }

    /// Whether the template exists but did not compile. The mistake is reported already.
    pub fn is_broken(&self, name: &str) -> bool {
        self.broken.contains(name)
    }

    /// Whether an error only says that a broken template is missing. The mistake in that template is reported already.
    pub fn is_follow_up(&self, error: &minijinja::Error) -> bool {
        let chain = std::iter::successors(Some(error as &dyn std::error::Error), |error| error.source());
        let mut missing = chain
            .filter_map(|error| error.downcast_ref::<minijinja::Error>())
            .filter(|error| error.kind() == minijinja::ErrorKind::TemplateNotFound);
        missing.any(|error| {
            let detail = error.detail().unwrap_or_default();
            let is_named = |name: &String| ['"', '\''].iter().any(|q| detail.contains(&format!("{q}{name}{q}")));
            self.broken.iter().any(is_named)
        })
    }

    /// Iterates over the names of the site's own templates.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.sources.keys().map(String::as_str)
    }

    /// Returns the source of one of the site's own templates.
    pub fn source(&self, name: &str) -> Option<&Arc<SourceFile>> {
        self.sources.get(name)
    }
}

/// Prints a value: nothing for `none` (a field that an entry lacks). In HTML, XML and SVG templates, escapes `<>&"'` in
/// texts that are not HTML.
pub fn print_value(out: &mut Output, state: &mut State, value: &Value) -> Result<(), minijinja::Error> {
    if value.is_none() {
        return Ok(());
    }
    if matches!(state.auto_escape(), AutoEscape::Html)
        && !value.is_safe()
        && let Some(text) = value.as_str()
    {
        // minijinja would also escape `/`, and so write `&#x2f;` for every slash of a URL.
        return Ok(html::escape(out, text)?);
    }
    minijinja::escape_formatter(out, state, value)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use minijinja::{Error, ErrorKind};

    use crate::source::SourceFile;
    use crate::template::load;

    #[test]
    fn only_the_lack_of_a_broken_template_is_a_follow_up() {
        let file = SourceFile { file: "templates/a.html".into(), path: "a.html".into(), text: "{% if %}".into() };
        let (templates, _) = load(&[Arc::new(file)]);
        let check = |detail: &'static str, expected: bool| {
            let error = Error::new(ErrorKind::TemplateNotFound, detail);
            assert_eq!(templates.is_follow_up(&error), expected, "{detail}");
        };
        check("template \"a.html\" does not exist", true);
        check("tried to include non-existing template 'a.html'", true);
        check("tried to include non-existing template 'media.html'", false);
    }
}
