//! The keys that every entry, form and section may have, as schemas. `collection` chooses among them.

use std::sync::OnceLock;

use super::document;
use crate::schema::Schema;

/// The built-in schemas that a collection's own schema extends.
#[derive(Debug)]
pub struct EntrySchemas {
    /// The keys that every entry may have.
    pub entry: Schema,
    /// The keys of every entry and those of forms. Compiled only for sites with forms.
    form: OnceLock<Schema>,
    /// The keys of every entry and those of sections. Compiled only for sites with sections.
    section: OnceLock<Schema>,
}

impl Default for EntrySchemas {
    fn default() -> Self {
        let entry = document::built_in_schema(include_str!("entry.schema.yaml"));
        Self { entry, form: OnceLock::new(), section: OnceLock::new() }
    }
}

impl EntrySchemas {
    pub fn form(&self) -> &Schema {
        self.form.get_or_init(|| document::built_in_schema_on(&self.entry, include_str!("forms/form.schema.yaml")))
    }

    pub fn section(&self) -> &Schema {
        self.section.get_or_init(|| document::built_in_schema_on(&self.entry, include_str!("section.schema.yaml")))
    }
}
