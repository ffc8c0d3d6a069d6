//! Schemas as written, before they are compiled.

use std::sync::Arc;

use serde_json::Value;

use super::files::SCHEMA_ENDING;
use super::{collection, document};
use crate::diagnostic::{Diagnostic, Place, closest};
use crate::schema::{Schema, SharedDefinitions, all_schemas, refs_to_no_definition};
use crate::source::SourceFile;
use crate::yaml;
use crate::yaml::tree::PairSide;

#[derive(Debug, Clone)]
pub struct RawSchema {
    pub file: Arc<SourceFile>,
    pub value: Value,
    /// The definitions of `content/shared.schema.yaml`, which the schema may use.
    pub shared: Arc<SharedDefinitions>,
}

impl RawSchema {
    /// Parses a file that holds a schema.
    ///
    /// # Errors
    /// Fails if the file is not valid YAML.
    pub fn parse(file: &Arc<SourceFile>) -> Result<Self, Vec<Diagnostic>> {
        let document = yaml::parse(&document::whole_file(file))?;
        Ok(Self { file: file.clone(), value: document.value, shared: Arc::default() })
    }

    /// Compiles the schema, as an extension of `base` if there is one.
    ///
    /// # Errors
    /// Fails if the schema has mistakes, or an invalid default.
    pub fn compile(&self, base: Option<&Schema>) -> Result<Schema, Vec<Diagnostic>> {
        Schema::compile(&self.shared.add_to(&self.value), &document::whole_file(&self.file), "", base)
    }

    /// Reads the schema as that of `content/shared.schema.yaml`: returns its definitions and its mistakes.
    pub fn as_shared_definitions(&self) -> (SharedDefinitions, Vec<Diagnostic>) {
        let explain = |(at, target): (String, &str)| {
            Diagnostic::error("schema-ref", format!("`$ref: \"{target}\"` leads to no definition"))
                .at(document::whole_file(&self.file).place_of(&at, PairSide::Value))
                .label("schemas get copies of definitions alone")
                .help("put what it refers to below `$defs`, and write `#/$defs/` and its name")
        };
        let mistakes = self.compile(None).err();
        let mistakes = mistakes.unwrap_or_else(|| refs_to_no_definition(&self.value).map(explain).collect());
        (SharedDefinitions::new(&self.value, mistakes.is_empty()), mistakes)
    }
}

/// Reports the schema of a missing file: `team.schema.yaml` without `team.yaml`. `path` is the path of the missing
/// file, without extension; `paths` are the paths of all data files and entries.
pub fn schema_without_file<'p>(file: &SourceFile, path: &str, paths: impl Iterator<Item = &'p str>) -> Diagnostic {
    let label = closest(path, paths).map_or_else(
        || format!("there is neither content/{path}.yaml nor content/{path}.md"),
        |near| format!("did you mean `{near}{SCHEMA_ENDING}`?"),
    );
    Diagnostic::error("stray-file", format!("`{}` describes no file", file.path))
        .at(Place::file(file.file.clone()))
        .label(label)
        .help("rename it to the name of the file that it describes, or remove it")
}

/// Reports references to collections that don't exist. The schema is at `pointer` in its file. `collections` are the
/// names of all collections, each with its file.
pub fn check_references(
    schema: &Value,
    file: &SourceFile,
    pointer: &str,
    collections: &[(&str, &Arc<SourceFile>)],
) -> Vec<Diagnostic> {
    let source = document::whole_file(file);
    let report = |(inner, schema): (String, &Value)| {
        let name = schema.get("reference")?.as_str()?;
        let names = collections.iter().map(|(known, _)| *known);
        let unknown = || {
            collection::unknown_collection(name, names.clone())
                .at(source.place_of(&format!("{pointer}{inner}/reference"), PairSide::Value))
                .help("a reference names the collection whose entries are meant")
        };
        names.clone().all(|known| known != name).then(unknown)
    };
    all_schemas(schema).into_iter().filter_map(report).collect()
}
