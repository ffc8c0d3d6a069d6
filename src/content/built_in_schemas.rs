//! The built-in schemas, each compiled once, when it is first used.

use std::sync::LazyLock;

use crate::schema::Schema;
use crate::yaml::{self, DocumentSource};

/// The schema of `content/site.yaml`.
pub static SETTINGS: LazyLock<Schema> = LazyLock::new(|| compile(include_str!("settings.schema.yaml"), None));

/// The schema of `content/hosts.yaml`.
pub static HOSTS: LazyLock<Schema> = LazyLock::new(|| compile(include_str!("hosts.schema.yaml"), None));

/// The schema of `_collection.yaml`.
pub static COLLECTION: LazyLock<Schema> = LazyLock::new(|| compile(include_str!("collection.schema.yaml"), None));

/// The keys that every entry may have. The schemas of collections extend them.
pub static ENTRY: LazyLock<Schema> = LazyLock::new(|| compile(include_str!("entry.schema.yaml"), None));

/// The keys of every entry and those of forms.
pub static FORM: LazyLock<Schema> = LazyLock::new(|| compile(include_str!("forms/form.schema.yaml"), Some(&ENTRY)));

/// The keys of every entry and those of sections.
pub static SECTION: LazyLock<Schema> = LazyLock::new(|| compile(include_str!("section.schema.yaml"), Some(&ENTRY)));

/// Compiles the schemas that every build needs. It takes as long as reading a thousand files.
pub fn compile_needed() {
    [&SETTINGS, &COLLECTION, &ENTRY].into_iter().for_each(|schema| _ = LazyLock::force(schema));
}

/// Compiles a schema of the program, on top of `base` if there is one. Only development builds look for mistakes in it,
/// as that takes longer than compiling it.
fn compile(text: &str, base: Option<&Schema>) -> Schema {
    let file = "a schema of the program".into();
    let source = DocumentSource::part(&file, text, 0..text.len());
    let schema = yaml::parse(&source).map(|document| document.value);
    debug_assert!(schema.as_ref().is_ok_and(|schema| Schema::compile(schema, &source, "", None).is_ok()), "{schema:?}");
    Schema::built_in(schema.unwrap_or_default(), base)
}
