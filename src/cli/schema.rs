//! `site schema`: writes JSON Schemas for editors, and TypeScript types for islands.
//!
//! - `.site/schemas/NAME.schema.json` for each collection, each data file, each entry with a schema of its own (NAME is
//!   its id, such as `pages/home`), each island with a schema of its props (`Counter.props`), and the files with a
//!   built-in schema, such as the settings. NAME is `team.file` for a file `team.yaml` if there is a collection `team`.
//! - `islands/content.d.ts` and `islands/site.d.ts` if the site has islands, `islands/props.d.ts` if they have props.

use std::sync::Arc;

use super::report::{print, print_diagnostics};
use super::unbuilt_content::{UnbuiltContent, read_content};
use crate::config::{Config, ISLANDS};
use crate::content::{built_in_schemas, collection, props, type_files};
use crate::diagnostic::{Diagnostic, Severity};
use crate::fs;
use crate::schema::Schema;

/// The folder of schemas for editors, below the root.
const SCHEMAS: &str = ".site/schemas";

/// The path below the root and the text of each generated file.
type GeneratedFiles = Vec<(String, String)>;

/// Writes the generated files or, if `checks`, checks that the types among them are up to date.
pub fn schema(config: &Config, checks: bool) -> Result<(), Vec<Diagnostic>> {
    let (mut files, diagnostics) = generate(config)?;
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(diagnostics);
    }
    print_diagnostics(&diagnostics, false);
    if checks {
        // The JSON Schemas are not committed, so they are not checked.
        files.retain(|(path, _)| !path.starts_with(SCHEMAS));
        let outdated = type_files::find_outdated(config, &files);
        return outdated
            .map_or(Ok(()), |diagnostic| Err(Diagnostic { severity: Severity::Error, ..diagnostic }.into()));
    }
    Ok(write(config, &files)?)
}

fn generate(config: &Config) -> Result<(GeneratedFiles, Vec<Diagnostic>), Vec<Diagnostic>> {
    let UnbuiltContent { sources, source_diagnostics: mut diagnostics, content, content_diagnostics } =
        read_content(config)?;
    // Mistakes outside of schemas are left out: entries may have errors while their schemas are correct.
    diagnostics.extend(content_diagnostics.into_iter().filter(|d| {
        d.place.as_ref().is_some_and(|p| p.file.ends_with(".schema.yaml") || p.file.ends_with(collection::FILE))
    }));
    let collections: Vec<(String, &Schema)> =
        content.collections.iter().map(|c| (c.name.clone(), &*c.schema)).collect();
    // A file may have the name of a collection: `team.yaml` beside the folder `team`.
    let name_of_file =
        |name: &str| if content.collection(name).is_some() { format!("{name}.file") } else { name.to_owned() };
    let data: Vec<(String, &Schema)> =
        content.data[0].iter().map(|(name, file)| (name_of_file(name), &*file.schema)).collect();
    let with_own_schema = content
        .entries
        .iter()
        .filter(|entry| !Arc::ptr_eq(&entry.schema, content.collections[entry.collection].schema_of(entry.role)));
    let entries: Vec<(String, &Schema)> = with_own_schema.map(|entry| (entry.id.to_string(), &*entry.schema)).collect();
    let (built_in, hosts) = (&content.built_in, built_in_schemas::compile_hosts());
    let built_in_files = [("site", &built_in.settings), ("hosts", &hosts), ("_collection", &built_in.collection)];
    let built_in_files = built_in_files.map(|(name, schema)| (name_of_file(name), schema));
    let all = collections.iter().chain(&data).chain(&entries).chain(&built_in_files);
    let mut files: GeneratedFiles = all.map(|(name, schema)| schema_file(name, schema)).collect();
    if fs::is_dir(&config.path(ISLANDS)) {
        let (props, props_diagnostics) = props::load(config, &sources);
        diagnostics.extend(props_diagnostics);
        files.extend(props.iter().map(|(name, props)| schema_file(&format!("{name}.props"), &props.0)));
        files.extend(type_files::generate(&content, &props));
    }
    Ok((files, diagnostics))
}

fn schema_file(name: &str, schema: &Schema) -> (String, String) {
    (format!("{SCHEMAS}/{name}.schema.json"), format!("{:#}\n", schema.normalized))
}

fn write(config: &Config, files: &[(String, String)]) -> Result<(), Diagnostic> {
    for (path, text) in files {
        if type_files::is_up_to_date(config, path, text) {
            continue;
        }
        let target = config.path(path);
        fs::create_parent(&target)?;
        fs::write_atomic(&target, text.as_bytes())?;
        print(&format!("wrote {path}"))?;
    }
    Ok(())
}
