//! The lookup of endpoints in data files: their URLs, and the access keys for the URLs' queries.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::form::{Delivery, Form, texts};
use crate::config::Config;
use crate::content::collection::{Collection, FormSettings};
use crate::content::data::{DataFile, DataFiles};
use crate::content::document;
use crate::content::entry::Entry;
use crate::diagnostic::{Diagnostic, Place, Severity, did_you_mean, list_names};
use crate::route;
use crate::yaml::pointer::join;
use crate::yaml::tree::PairSide;

/// The resolver for the forms of one collection.
pub(super) struct EndpointResolver<'a> {
    urls: Option<Table<'a>>,
    keys: Option<Table<'a>>,
    config: &'a Config,
}

/// A mapping of names to texts in a data file.
struct Table<'a> {
    /// The noun for its values in messages: `endpoint` or `key`.
    noun: &'static str,
    data: &'a DataFile,
    pointer: String,
    values: &'a Map<String, Value>,
}

impl<'a> EndpointResolver<'a> {
    pub(super) fn new(
        collection: &Collection,
        settings: &FormSettings,
        data: &'a DataFiles,
        config: &'a Config,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let mut table = |key: &str, noun: &'static str, path: &str| {
            let place = || collection.place_of(&format!("/forms/{key}"), PairSide::Value);
            Table::find(noun, path, data).map_err(|unknown| diagnostics.push(unknown.at(place()))).ok()
        };
        let urls = table("endpoints", "endpoint", &settings.endpoints);
        let keys = settings.keys.as_deref().and_then(|path| table("keys", "key", path));
        Self { urls, keys, config }
    }

    /// Returns the URL of a delivery's endpoint, with the delivery's query. If the build has mock endpoints, the URL is
    /// that of the mock. Returns `None` after a reported mistake or, without mock endpoints, if the endpoint or a key
    /// of the query has no value. `index` is the position of the delivery in its form.
    pub(super) fn url(
        &self,
        delivery: &Delivery,
        index: usize,
        entry: &Entry,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<String> {
        let at = format!("/deliveries/{index}");
        // After a mistake in the query, the endpoint is still looked up, so that mistakes in both are reported.
        let query = self.query(delivery, &at, entry, diagnostics);
        let (urls, name) = (self.urls.as_ref()?, &delivery.endpoint);
        let found = match urls.get(name) {
            Ok(Some(text)) if !text.starts_with("https://") && !text.starts_with("http://") => {
                Err(Diagnostic::error("bad-endpoint", format!("the endpoint `{name}` is not an address"))
                    .at(urls.place_of(name))
                    .label(format!("`{text}` does not begin with `https://`"))
                    .help("write it in full, such as https://example.com/receive"))
            }
            found => found.map_err(|unknown| unknown.at(entry.place_of(&format!("{at}/endpoint"), PairSide::Value))),
        };
        let url = found.map_err(|mistake| diagnostics.push(mistake)).ok()?;
        match &self.config.mock_origin {
            Some(mock) => Some(with_query(&mock.url(&delivery.kind, name), &query?)),
            None => Some(with_query(url?, &query?)),
        }
    }

    /// Resolves the query of the delivery at the JSON pointer `at`; `None` after a reported mistake or, without mock
    /// endpoints, if a key has no value.
    fn query(&self, delivery: &Delivery, at: &str, entry: &Entry, diagnostics: &mut Vec<Diagnostic>) -> Option<String> {
        let parameter = |(name, key): (&str, &str)| {
            let found = match &self.keys {
                Some(keys) => keys.get(key),
                None => {
                    Err(Diagnostic::error("unknown-endpoint-key", format!("nothing says where the key `{key}` is"))
                        .help("add a line such as `keys: settings.keys` below `forms:` in _collection.yaml"))
                }
            };
            let place = || entry.place_of(&join(&format!("{at}/query"), name), PairSide::Value);
            let value = found.map_err(|unknown| diagnostics.push(unknown.at(place()))).ok()?;
            // A mock endpoint gets the key's name for a missing value.
            let value = value.or(self.config.mock_origin.as_ref().map(|_| key))?;
            Some(format!("{}={}", route::encode(name), route::encode(value)))
        };
        // All keys are looked up, so that the mistakes in all are reported.
        let parameters: Vec<Option<String>> = texts(&delivery.query).map(parameter).collect();
        Some(parameters.into_iter().collect::<Option<Vec<_>>>()?.join("&"))
    }

    /// Reports the unset and sample values that published forms use. With mock endpoints, reports none.
    pub(super) fn check_values(&self, forms: &[(Arc<Entry>, Form)]) -> Vec<Diagnostic> {
        if self.config.mock_origin.is_some() {
            return Vec::new();
        }
        let severity = if self.config.is_for_publishing() { Severity::Error } else { Severity::Warning };
        let published_forms = || forms.iter().filter(|(entry, _)| entry.is_published(self.config));
        let deliveries = || published_forms().flat_map(|(_, form)| &form.deliveries);
        let endpoints: BTreeSet<&str> = deliveries().map(|delivery| delivery.endpoint.as_str()).collect();
        let keys = deliveries().flat_map(|delivery| texts(&delivery.query).map(|(_, key)| key)).collect();
        let mut diagnostics = Vec::new();
        for (table, names) in [(&self.urls, endpoints), (&self.keys, keys)] {
            let Some(table) = table else { continue };
            let used = || names.iter().copied().filter(|name| table.values.contains_key(*name));
            let unset: Vec<&str> = used().filter(|name| table.text(name).is_none()).collect();
            let unset = table.unusable_values("endpoint-unset", ["has no value", "have no value"], &unset);
            let place = || document::whole_file(&table.data.file).place_of(&table.pointer, PairSide::Key);
            diagnostics.extend(unset.map(|diagnostic| Diagnostic { severity, ..diagnostic.at(place()) }));
            // A build that reports every sample value of the site needs no diagnostic for endpoints and keys.
            if self.config.samples.is_none() {
                let is_sample =
                    |name: &&str| table.text(name).is_some() && table.data.is_sample(&table.pointer_of(name));
                let samples: Vec<&str> = used().filter(is_sample).collect();
                let first = table.values.keys().find(|name| samples.contains(&name.as_str()));
                let diagnostic = table.unusable_values("endpoint-sample", ["is a sample", "are samples"], &samples);
                diagnostics
                    .extend(diagnostic.zip(first).map(|(diagnostic, first)| diagnostic.at(table.place_of(first))));
            }
        }
        diagnostics
    }
}

/// Appends a query to a URL, which may have one already. A fragment is left out, as browsers send none.
fn with_query(url: &str, query: &str) -> String {
    let url = url.split('#').next().unwrap_or_default();
    let separator = match query {
        "" => "",
        _ if url.contains('?') => "&",
        _ => "?",
    };
    [url, separator, query].concat()
}

impl<'a> Table<'a> {
    /// Finds a mapping by its path, such as `settings.endpoints`.
    ///
    /// # Errors
    /// Fails if there is no such mapping. The caller adds the place.
    fn find(noun: &'static str, path: &str, files: &'a DataFiles) -> Result<Self, Diagnostic> {
        let (file, inner) = path.split_once('.').unwrap_or((path, ""));
        let unknown = |message: String| {
            let names = files.keys().map(String::as_str);
            Diagnostic::error("unknown-data", message)
                .label(did_you_mean(file, names, &format!("the {noun}s of forms are looked up there")))
                .help("write the name of a file in content/, and after a dot the key of the mapping in it")
        };
        let Some(data) = files.get(file) else {
            let message = format!("there is no content/{file}.yaml, where the {noun}s of forms are looked up");
            return Err(unknown(message));
        };
        let pointer = path.split('.').skip(1).fold(String::new(), |pointer, part| join(&pointer, part));
        match data.value.pointer(&pointer).and_then(Value::as_object) {
            Some(values) => Ok(Self { noun, data, pointer, values }),
            None if inner.is_empty() => Err(unknown(format!("{} is not a mapping", data.file.file))),
            None => Err(unknown(format!("{} has no mapping `{inner}`", data.file.file))),
        }
    }

    /// Returns the value of a name; `None` if the value is absent, empty or no text.
    fn text(&self, name: &str) -> Option<&'a str> {
        self.values.get(name)?.as_str().filter(|text| !text.is_empty())
    }

    /// Looks up a value by its name; `None` if the value is not set.
    ///
    /// # Errors
    /// Fails if the mapping does not have the name. The caller adds the place.
    fn get(&self, name: &str) -> Result<Option<&'a str>, Diagnostic> {
        if self.values.contains_key(name) {
            return Ok(self.text(name));
        }
        let noun = self.noun;
        let code = if noun == "key" { "unknown-endpoint-key" } else { "unknown-endpoint" };
        let names = self.values.keys().map(String::as_str);
        let known = list_names(names.clone());
        Err(Diagnostic::error(code, format!("there is no {noun} `{name}`"))
            .label(did_you_mean(name, names, &format!("the known {noun}s: {known}")))
            .help(format!("name one of the {noun}s in {}", self.data.file.file)))
    }

    fn pointer_of(&self, name: &str) -> String {
        join(&self.pointer, name)
    }

    fn place_of(&self, name: &str) -> Place {
        document::whole_file(&self.data.file).place_of(&self.pointer_of(name), PairSide::Value)
    }

    /// Warns of the values with these names, if there are any. `singular` and `plural` say what is wrong with one value
    /// and with several.
    fn unusable_values(&self, code: &'static str, [singular, plural]: [&str; 2], names: &[&str]) -> Option<Diagnostic> {
        let noun = self.noun;
        let message = match names {
            [] => return None,
            [name] => format!("the {noun} `{name}`, which forms use, {singular}"),
            all => format!("the {noun}s {}, which forms use, {plural}", list_names(all)),
        };
        let diagnostic = Diagnostic::warning(code, message).label("no form arrives by this");
        let variables = self.data.schema.variables_in(&self.pointer);
        let variables: Vec<_> = names.iter().filter_map(|name| variables.get(*name)).collect();
        Some(match &variables[..] {
            [] => diagnostic.help(format!("write the real value into {}", self.data.file.file)),
            all => diagnostic.help(format!("write the real value, or set it in the environment: {}", list_names(all))),
        })
    }
}
