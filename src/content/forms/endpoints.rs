//! The addresses that forms are sent to: names in the forms, values in the data files and the environment.
//!
//! What is not known yet is told once for all forms: it hinders no one who writes the site, and everyone who publishes it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value};

use super::Delivery;
use crate::config::Config;
use crate::content::collection::{Collection, FormSettings};
use crate::content::document;
use crate::content::entry::Entry;
use crate::content::load::DataFile;
use crate::content::locate::{Part, join};
use crate::diagnostic::{Diagnostic, Place, Severity, did_you_mean};

/// What a query carries as it is.
const QUERY: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Where the forms of one collection may be sent.
pub(super) struct Endpoints<'a> {
    addresses: Option<Table<'a>>,
    keys: Option<Table<'a>>,
    config: &'a Config,
}

/// A mapping of names to texts in a data file, and what forms found in it.
struct Table<'a> {
    /// What its values are, in a message.
    what: &'static str,
    /// The code of the mistake to name one that is not there.
    unknown: &'static str,
    data: &'a DataFile,
    pointer: String,
    values: &'a Map<String, Value>,
    /// The names that forms need and that have no value.
    unset: BTreeSet<String>,
    /// Those that have a sample value.
    samples: BTreeSet<String>,
}

impl<'a> Endpoints<'a> {
    pub(super) fn new(
        collection: &Collection,
        settings: &FormSettings,
        data: &'a BTreeMap<String, Arc<DataFile>>,
        config: &'a Config,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let mut table = |key: &str, what: &'static str, path: &str| {
            let found = Table::find(what, path, data);
            if found.is_none() {
                let file = path.split('.').next().unwrap_or(path);
                let files = data.keys().map(String::as_str);
                diagnostics.push(
                    Diagnostic::error("unknown-data", format!("the data files have no mapping `{path}`"))
                        .at(collection.place_of(&format!("/forms/{key}"), Part::Value))
                        .label(did_you_mean(file, files, &format!("the {what}s of forms are looked up there")))
                        .help("write the name of a file in content/, and after a dot the key of the mapping in it"),
                );
            }
            found
        };
        let addresses = table("endpoints", "endpoint", &settings.endpoints);
        let keys = settings.keys.as_deref().and_then(|path| table("keys", "key", path));
        Self { addresses, keys, config }
    }

    /// The address of a delivery with its query, if it is known. `is_built`: whether the form is part of the site.
    pub(super) fn address(
        &mut self,
        delivery: &Delivery,
        index: usize,
        entry: &Entry,
        is_built: bool,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<String> {
        let at = format!("/deliveries/{index}");
        let query = self.query(delivery, &at, entry, is_built, diagnostics);
        let place = || entry.place_of(&format!("{at}/endpoint"), Part::Value);
        let real = self.addresses.as_mut()?.address(&delivery.endpoint, is_built, place);
        let real = real.map_err(|mistake| diagnostics.push(mistake)).ok()?;
        let (query, is_known) = query?;
        match (&self.config.endpoints, real) {
            (Some(bench), _) => Some(bench.address(&delivery.kind, &delivery.endpoint) + &query),
            (None, Some(real)) if is_known && real.contains('?') => {
                Some(real.to_owned() + &query.replacen('?', "&", 1))
            }
            (None, Some(real)) if is_known => Some(real.to_owned() + &query),
            (None, _) => None,
        }
    }

    /// The query of a delivery, and whether all of its keys have values; none where there is a mistake.
    fn query(
        &mut self,
        delivery: &Delivery,
        at: &str,
        entry: &Entry,
        is_built: bool,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<(String, bool)> {
        let mut query = String::new();
        let (mut is_known, mut is_right) = (true, true);
        for (name, key) in delivery.query.iter().filter_map(|(name, key)| Some((name, key.as_str()?))) {
            let place = || entry.place_of(&join(&format!("{at}/query"), name), Part::Value);
            let found = match &mut self.keys {
                Some(keys) => keys.get(key, is_built, place),
                None => {
                    Err(Diagnostic::error("unknown-endpoint-key", format!("nothing says where the key `{key}` is"))
                        .at(place())
                        .help("add a line such as `keys: settings.keys` below `forms:` in _collection.yaml"))
                }
            };
            let value = found.unwrap_or_else(|unknown| {
                diagnostics.push(unknown);
                is_right = false;
                None
            });
            is_known &= value.is_some();
            query.push(if query.is_empty() { '?' } else { '&' });
            query.extend(utf8_percent_encode(name, QUERY));
            query.push('=');
            query.extend(utf8_percent_encode(value.unwrap_or(key), QUERY));
        }
        is_right.then_some((query, is_known))
    }

    /// What stands in the way of a single form that arrives, once for all forms. The test bench takes the place of all.
    pub(super) fn missing(&self) -> Vec<Diagnostic> {
        if self.config.endpoints.is_some() {
            return Vec::new();
        }
        let tables = || self.addresses.iter().chain(&self.keys);
        let unset = tables().filter_map(|table| {
            let publishes = self.config.samples == Some(Severity::Error);
            let make = if publishes { Diagnostic::error } else { Diagnostic::warning };
            let place = document::whole(&table.data.file).place_of(&table.pointer, Part::Key);
            table.missing("endpoint-unset", "has no value", "have no value", &table.unset, make).map(|d| d.at(place))
        });
        // Where samples are listed, these are among them.
        let samples = tables().filter(|_| self.config.samples.is_none()).filter_map(|table| {
            let first = table.values.keys().find(|name| table.samples.contains(*name))?;
            let place = table.place_of(first);
            table
                .missing("endpoint-sample", "is a sample", "are samples", &table.samples, Diagnostic::warning)
                .map(|d| d.at(place))
        });
        unset.chain(samples).collect()
    }
}

impl<'a> Table<'a> {
    /// The mapping that `settings.endpoints` names.
    fn find(what: &'static str, path: &str, files: &'a BTreeMap<String, Arc<DataFile>>) -> Option<Self> {
        let mut steps = path.split('.');
        let data = files.get(steps.next()?)?;
        let pointer = steps.fold(String::new(), |pointer, step| join(&pointer, step));
        let values = data.value.pointer(&pointer)?.as_object()?;
        let unknown = if what == "key" { "unknown-endpoint-key" } else { "unknown-endpoint" };
        Some(Self { what, unknown, data, pointer, values, unset: BTreeSet::new(), samples: BTreeSet::new() })
    }

    /// A value by its name, none where it is not set.
    fn get(
        &mut self,
        name: &str,
        is_built: bool,
        place: impl FnOnce() -> Place,
    ) -> Result<Option<&'a str>, Diagnostic> {
        let what = self.what;
        let Some(value) = self.values.get(name) else {
            let names = self.values.keys().map(String::as_str);
            let known = names.clone().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            return Err(Diagnostic::error(self.unknown, format!("there is no {what} `{name}`"))
                .at(place())
                .label(did_you_mean(name, names, &format!("known are {known}")))
                .help(format!("name one of the {what}s in {}", self.data.file.file)));
        };
        let text = value.as_str().filter(|text| !text.is_empty());
        if is_built {
            let pointer = join(&self.pointer, name);
            match text {
                None => drop(self.unset.insert(name.to_owned())),
                Some(_) if self.data.is_sample(&pointer) => drop(self.samples.insert(name.to_owned())),
                Some(_) => {}
            }
        }
        Ok(text)
    }

    /// A value that is the address of an endpoint, none where it is not set.
    fn address(
        &mut self,
        name: &str,
        is_built: bool,
        place: impl FnOnce() -> Place,
    ) -> Result<Option<&'a str>, Diagnostic> {
        let address = self.get(name, is_built, place)?;
        match address.filter(|address| !address.starts_with("https://") && !address.starts_with("http://")) {
            None => Ok(address),
            Some(wrong) => Err(Diagnostic::error("bad-endpoint", format!("the endpoint `{name}` is no address"))
                .at(self.place_of(name))
                .label(format!("`{wrong}` has no scheme"))
                .help("write it in full, such as https://example.com/receive")),
        }
    }

    fn place_of(&self, name: &str) -> Place {
        document::whole(&self.data.file).place_of(&join(&self.pointer, name), Part::Value)
    }

    fn missing(
        &self,
        code: &'static str,
        one: &str,
        several: &str,
        names: &BTreeSet<String>,
        make: fn(&'static str, String) -> Diagnostic,
    ) -> Option<Diagnostic> {
        let what = self.what;
        let message = match &names.iter().collect::<Vec<_>>()[..] {
            [] => return None,
            [name] => format!("the {what} `{name}`, which forms are sent by, {one}"),
            all => {
                let all = all.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
                format!("the {what}s {all}, which forms are sent by, {several}")
            }
        };
        let diagnostic = make(code, message).label("no form arrives by this");
        let variables = self.data.schema.variables_below(&self.pointer);
        let variables: Vec<_> =
            names.iter().filter_map(|name| variables.get(name.as_str())).map(|v| format!("`{v}`")).collect();
        Some(match &variables[..] {
            [] => diagnostic.help(format!("write the real value into {}", self.data.file.file)),
            all => diagnostic.help(format!("write the real value, or set it in the environment: {}", all.join(", "))),
        })
    }
}
