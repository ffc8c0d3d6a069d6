//! The names that templates can use, and the context of an error, for explanations.

use std::collections::BTreeMap;
use std::sync::Arc;

use minijinja::Environment;

use super::missing_key::MissingKey;
use super::templates::Templates;

/// A function or filter of the generator: its name, an example of its use, and how it is added to an environment.
pub type Callable = (&'static str, &'static str, fn(&mut Environment<'static>, &'static str));

/// The names that the site and the generator provide. Those of minijinja are the constants below.
#[derive(Debug, Default)]
pub struct KnownNames {
    /// The variables of every page.
    pub variables: Vec<String>,
    /// The fields of the variables with fixed fields: `site`, `data`, `loop` …
    pub fixed_fields: BTreeMap<&'static str, Vec<String>>,
    /// The fields of entries, pages and data files.
    pub fields: Vec<String>,
    pub data_files: BTreeMap<String, KnownDataFile>,
    pub functions: &'static [Callable],
    pub filters: &'static [Callable],
}

/// What the explanation of a template's error looks up.
pub struct ErrorContext<'c> {
    pub templates: &'c Templates,
    pub names: &'c KnownNames,
    /// Whether an expression is `none` on the page.
    pub is_none: &'c dyn Fn(&str) -> bool,
    /// The last key that a template looked up in a mapping that lacks the key.
    pub missing_key: Option<&'c MissingKey>,
}

/// A data file, for explanations.
#[derive(Debug)]
pub struct KnownDataFile {
    pub file: Arc<str>,
    /// Whether there is a schema beside the file.
    pub has_schema: bool,
}

impl KnownNames {
    /// Iterates over the names of all functions, those of minijinja too.
    pub fn function_names(&self) -> impl Iterator<Item = &str> {
        self.functions.iter().map(|(name, ..)| *name).chain(FUNCTIONS.split(' '))
    }

    /// Iterates over the names of all filters, those of minijinja too.
    pub fn filter_names(&self) -> impl Iterator<Item = &str> {
        self.filters.iter().map(|(name, ..)| *name).chain(FILTERS.split(' '))
    }

    /// Returns an example of using a function or filter of the generator.
    pub fn usage(&self, name: &str) -> Option<&'static str> {
        let mut usages = self.functions.iter().chain(self.filters);
        usages.find(|(known, ..)| *known == name).map(|(_, usage, _)| *usage)
    }

    /// Iterates over the names that may follow `base.`: the fixed fields of the variable `base`, or else all `fields`.
    pub fn fields_of(&self, base: &str) -> impl Iterator<Item = &str> {
        self.fixed_fields.get(base).unwrap_or(&self.fields).iter().map(String::as_str)
    }
}

/// The functions of minijinja, separated by spaces.
const FUNCTIONS: &str = "debug dict namespace range super";

/// The fields of minijinja's variable `loop`.
pub const LOOP_FIELDS: &str =
    "changed cycle depth depth0 first index index0 last length nextitem previtem revindex revindex0";

/// The filters of minijinja.
const FILTERS: &str = "abs attr batch bool capitalize chain count default dictsort escape first float format groupby \
    indent int items join last length lines list lower map max min pprint reject rejectattr replace reverse round \
    safe select selectattr slice sort split string sum title trim unique upper urlencode zip";

/// The tests of minijinja, for use after `is`.
pub const TESTS: &str = "boolean defined divisibleby endingwith eq even false filter float ge gt in integer iterable \
    le lower lt mapping ne none number odd safe sameas sequence startingwith string test true undefined upper";

/// The tags of minijinja, except for `raw`, whose content is text, and for tags within a block, such as `else`.
pub const TAGS: &str =
    "autoescape block break call continue do extends filter for from if import include macro set with";

#[cfg(test)]
mod tests {
    use minijinja::{Environment, context};

    use super::{FILTERS, TESTS};

    #[test]
    fn minijinja_has_all_the_listed_filters_and_tests() {
        let environment = Environment::new();
        let check = |kind: &str, names: &str| {
            for name in names.split(' ') {
                let found = environment.render_str(&format!("{{{{ name is {kind} }}}}"), context! { name });
                assert_eq!(found.ok().as_deref(), Some("True"), "{name}");
            }
        };
        check("filter", FILTERS);
        check("test", TESTS);
    }
}
