//! The reads of data files, field by field.

use serde_json::Value as Json;

use crate::config::CONTENT;
use crate::snapshot::family::{FamilyRead, FingerprintHasher, Record};
use crate::snapshot::snapshot::{ContentValue, Snapshot};

/// A read of data files.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DataRead {
    Names,
    /// The value of a data file. If the value is a mapping, the read covers only that fact: its fields are other reads.
    File(Box<str>),
    /// The names of a data file's fields.
    Keys(Box<str>),
    Field(Box<str>, Box<str>),
}

pub trait ReadData: Record<DataRead> {
    fn data_names(&self) -> impl Iterator<Item = &str> {
        self.record(|| DataRead::Names).site().content.data[0].keys().map(String::as_str)
    }

    /// Returns the value of a data file. If it is a mapping, the recorded read does not cover its fields.
    fn data(&self, name: &str) -> Option<ContentValue<'_>> {
        self.record(|| DataRead::File(name.into())).data(name)
    }

    fn data_keys(&self, name: &str) -> Vec<&str> {
        let fields = self.record(|| DataRead::Keys(name.into())).data(name).and_then(|value| value.json.as_object());
        fields.into_iter().flat_map(|fields| fields.keys().map(String::as_str)).collect()
    }

    fn data_field(&self, name: &str, key: &str) -> Option<ContentValue<'_>> {
        self.record(|| DataRead::Field(name.into(), key.into())).data(name)?.field(key)
    }
}

impl FamilyRead for DataRead {
    fn hash_result(&self, snapshot: &Snapshot, hasher: &mut FingerprintHasher) {
        match self {
            Self::Names => snapshot.site().content.data[0].keys().for_each(|name| hasher.add(name)),
            Self::File(name) => match snapshot.data(name) {
                None => hasher.add("missing"),
                Some(ContentValue { json: Json::Object(_), .. }) => hasher.add("fields"),
                Some(value) => hasher.add_content(snapshot, "", value.json, value.references),
            },
            Self::Keys(name) => {
                let fields = snapshot.data(name).and_then(|value| value.json.as_object());
                hasher.add(fields.map(|fields| fields.keys().collect::<Vec<_>>()));
            }
            Self::Field(name, key) => {
                if let Some(value) = snapshot.data(name).and_then(|value| value.field(key)) {
                    hasher.add_content(snapshot, key, value.json, value.references);
                }
            }
        }
    }

    fn describe(&self, snapshot: &Snapshot) -> (String, String) {
        let site = snapshot.site();
        let file = |name: &str| match site.content.data_in(site.language, name) {
            Some(data) => data.file.file.to_string(),
            None => format!("{CONTENT}/{name}.yaml"),
        };
        match self {
            Self::Names => (format!("{CONTENT}/"), "which data files there are".to_owned()),
            Self::File(name) => {
                let what = match snapshot.data(name) {
                    None => "that it is not there",
                    Some(value) if value.json.is_object() => "that it is there",
                    Some(_) => "its value",
                };
                (file(name), what.to_owned())
            }
            Self::Keys(name) => (file(name), "which fields it has".to_owned()),
            Self::Field(name, key) => (file(name), format!("`{key}`")),
        }
    }
}
