//! The names that templates can use, for suggestions: variables, functions, filters, and the fields of all content.

use std::sync::Arc;

use serde_json::Value as Json;

use super::filters::FILTERS;
use super::functions::FUNCTIONS;
use super::views::data::SETTINGS;
use super::views::{VARIABLES, entry, page};
use crate::content::data::DataFile;
use crate::snapshot::Snapshot;
use crate::template::{KnownDataFile, KnownNames, LOOP_FIELDS};

pub fn gather(snapshot: &Snapshot) -> KnownNames {
    let content = &snapshot.site().content;
    let schemas = content.collections.iter().map(|c| &*c.schema).chain(content.data[0].values().map(|d| &*d.schema));
    let mut fields: Vec<String> = schemas.flat_map(|schema| schema.field_names().map(str::to_owned)).collect();
    content.entries.iter().for_each(|entry| entry.fields.values().for_each(|value| collect_keys(value, &mut fields)));
    fields.extend(content.entries.iter().flat_map(|entry| entry.fields.keys().cloned()));
    content.data[0].values().for_each(|data| collect_keys(&data.value, &mut fields));
    fields.extend(entry::FIELDS.split(' ').chain(page::FIELDS.iter().copied()).map(str::to_owned));
    fields.sort();
    fields.dedup();
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let fixed_fields = [
        ("site", owned(SETTINGS)),
        ("paginator", owned(page::PAGINATOR_FIELDS)),
        ("loop", LOOP_FIELDS.split(' ').map(str::to_owned).collect()),
        ("data", content.data[0].keys().cloned().collect()),
    ];
    let data_file = |(name, data): (&String, &Arc<DataFile>)| {
        (name.clone(), KnownDataFile { file: data.file.file.clone(), has_schema: data.schema.file.is_some() })
    };
    KnownNames {
        variables: owned(VARIABLES),
        fixed_fields: fixed_fields.into(),
        fields,
        data_files: content.data[0].iter().map(data_file).collect(),
        functions: FUNCTIONS,
        filters: FILTERS,
    }
}

fn collect_keys(value: &Json, found: &mut Vec<String>) {
    match value {
        Json::Object(map) => {
            for (key, value) in map {
                found.push(key.clone());
                collect_keys(value, found);
            }
        }
        Json::Array(items) => items.iter().for_each(|item| collect_keys(item, found)),
        _ => {}
    }
}
