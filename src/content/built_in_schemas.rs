//! The built-in schemas.

use std::sync::Arc;
use std::thread::{self, JoinHandle};

use crate::schema::Schema;
use crate::yaml::{self, DocumentSource};

/// The built-in schemas that every build needs.
#[derive(Debug)]
pub struct BuiltInSchemas {
    /// The schema of `content/site.yaml`.
    pub settings: Schema,
    /// The schema of `_collection.yaml`.
    pub collection: Schema,
    /// The keys that every entry may have. The schemas of collections extend them.
    pub entry: Schema,
}

impl BuiltInSchemas {
    pub fn compile() -> Self {
        Self {
            settings: compile(
                concat!(include_str!("settings.schema.yaml"), include_str!("conditions.schema.yaml")),
                None,
            ),
            collection: compile(include_str!("collection.schema.yaml"), None),
            entry: compile(concat!(include_str!("entry.schema.yaml"), include_str!("conditions.schema.yaml")), None),
        }
    }

    pub fn compile_form(&self) -> Schema {
        compile(include_str!("forms/form.schema.yaml"), Some(&self.entry))
    }

    pub fn compile_section(&self) -> Schema {
        compile(include_str!("section.schema.yaml"), Some(&self.entry))
    }
}

pub fn compile_hosts() -> Schema {
    compile(include_str!("hosts.schema.yaml"), None)
}

/// Compiles the schemas on a thread, while the caller reads the site: compiling takes as long as reading a thousand
/// files. Returns the schemas of an earlier build instead, if there are any.
pub fn compile_on_thread(earlier: Option<Arc<BuiltInSchemas>>) -> JoinHandle<Arc<BuiltInSchemas>> {
    thread::spawn(|| earlier.unwrap_or_else(|| Arc::new(BuiltInSchemas::compile())))
}

/// Compiles a built-in schema, as an extension of `base` if there is one. Only a debug build of the program checks that
/// the schema has no mistakes: the check takes longer than compiling.
fn compile(text: &str, base: Option<&Schema>) -> Schema {
    let file = "a schema of the program".into();
    let source = DocumentSource::part(&file, text, 0..text.len());
    let schema = yaml::parse(&source).map(|document| document.value);
    debug_assert!(schema.as_ref().is_ok_and(|schema| Schema::compile(schema, &source, "", None).is_ok()), "{schema:?}");
    Schema::built_in(schema.unwrap_or_default(), base)
}
