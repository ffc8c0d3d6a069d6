//! The loading of `content/`, which reuses what an earlier build loaded from the same files.
//!
//! 1. Read the settings, and sort the other files: data files, collections, schemas, entries, ledger.
//! 2. Read the host policy and the schemas; compile each schema once.
//! 3. Read the data files, then the entries, in parallel.
//! 4. Check the forms, and add the URLs that they are sent to.

use std::sync::Arc;

use super::entry::EntryReader;
use super::files::ContentFiles;
use super::forms;
use super::load_data::DataReader;
use super::load_entries::{EntryLoader, LoadedEntries};
use super::loaded_content::{Content, ContentInputs};
use super::loader::{Diagnosed, Loader};
use super::settings::Settings;
use super::site_language::SiteLanguage;
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::markdown::{Highlighter, MarkdownOptions};
use crate::source::Sources;

/// Loads the content, and reuses the parts of `earlier` that come from unchanged files. Invalid settings give no
/// content.
pub fn load(config: &Config, sources: &Sources, earlier: Option<&Content>) -> (Option<Content>, Vec<Diagnostic>) {
    let loader = Loader { sources: &sources.content.files, earlier };
    let mut found = Diagnosed::default();
    let settings = loader.read_settings(config).and_then(|settings| found.collect(settings));
    // The languages of the settings are part of the names of files.
    let Some(settings) = settings else { return (None, found.diagnostics) };
    let suffixes = settings.suffixes();
    let mut files = ContentFiles::sort(&sources.content, &suffixes);
    found.diagnostics.append(&mut files.diagnostics);
    found.diagnostics.extend(settings.missing_bundles(sources));

    let mut own_schemas = found.collect(loader.read_own_schemas(&files, &suffixes));
    let shared = found.collect(loader.read_shared_definitions(&own_schemas));
    own_schemas.values_mut().for_each(|schema| schema.shared = shared.clone());
    // If a shared definition has changed, nothing that a schema checked is reused: any schema may use it.
    let reusable = earlier.filter(|earlier| Arc::ptr_eq(&earlier.inputs.shared, &shared));
    let loader = Loader { earlier: reusable, ..loader };
    let (hosts, collections) =
        rayon::join(|| files.hosts.map(|at| loader.read_hosts(at)), || loader.read_collections(&files, &shared));
    let hosts = hosts.and_then(|hosts| found.collect(hosts));
    let collections = found.collect(collections);

    let data_reader = DataReader { settings: &settings, schemas: &own_schemas, suffixes: &suffixes, config };
    let (data, translated_data) = found.collect(data_reader.read_all(&loader, &files));
    let markdown = markdown_options(&settings, config, earlier);
    let reader = EntryReader {
        settings: &settings,
        suffixes: &suffixes,
        markdown: markdown.clone(),
        now: config.clock.now(&settings.zone).timestamp(),
        config,
    };
    let defaults = found.collect(loader.read_defaults(&files, &collections, &suffixes));
    let entry_loader = EntryLoader {
        defaults: &defaults,
        loader: &loader,
        files: &files,
        reader: &reader,
        collections: &collections,
        own_schemas: &own_schemas,
    };
    let LoadedEntries { mut entries, unreadable } = found.collect(entry_loader.load(&sources.content));
    found.diagnostics.extend(forms::check_and_complete(&collections, &mut entries, &data, config));
    let ledger = files.ledger.map(|at| sources.content.files[at].clone());
    let inputs = ContentInputs { defaults, own_schemas, shared, now: reader.now, flawed: found.flawed };
    let content = Content {
        settings,
        markdown,
        collections,
        entries,
        attachments: files.attachments,
        data,
        translated_data,
        hosts,
        ledger,
        unreadable,
        inputs,
    };
    (Some(content), found.diagnostics)
}

/// Returns the Markdown options of each language. They share one highlighter, that of the earlier build if it had one.
fn markdown_options(settings: &Settings, config: &Config, earlier: Option<&Content>) -> Vec<MarkdownOptions> {
    let highlighter = || earlier.and_then(|earlier| earlier.markdown[0].highlight.clone());
    let cache = Some(config.path(config.cache("code")));
    let is_highlighting = settings.markdown.highlight;
    let highlight = is_highlighting.then(|| highlighter().unwrap_or_else(|| Arc::new(Highlighter::load(cache))));
    let options = |language: &SiteLanguage| {
        let mut markdown = settings.markdown.clone();
        if let Some(titles) = &language.alert_titles {
            markdown.alert_titles = titles.clone();
        }
        MarkdownOptions {
            settings: markdown,
            takes_title: false,
            highlight: highlight.clone(),
            quotes: language.rules.quotation_marks(),
            origin: settings.origin.clone(),
        }
    };
    settings.languages.iter().map(options).collect()
}
