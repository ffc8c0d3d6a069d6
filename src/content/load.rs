//! The loading of `content/`, which reuses what an earlier build loaded from the same files.
//!
//! 1. Read the settings, and sort the other files: data files, collections, schemas, entries, ledger.
//! 2. Read the host policy and the schemas; compile each schema once.
//! 3. Read the data files, then the entries, in parallel.
//! 4. Check the forms, and add the URLs that they are sent to.

use std::sync::Arc;

use super::built_in_schemas::BuiltInSchemas;
use super::entry::EntryReader;
use super::files::ContentFiles;
use super::forms;
use super::load_data::DataReader;
use super::load_entries::{EntryLoader, LoadedEntries};
use super::loaded_content::{Content, ContentInputs};
use super::loader::{self, LoadDiagnostics, Loader};
use super::settings::Settings;
use super::site_language::SiteLanguage;
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::markdown::{Highlighter, MarkdownOptions};
use crate::source::Sources;

/// Loads the content, and reuses the parts of `earlier` that come from unchanged files. Invalid settings give no
/// content.
pub fn load(
    config: &Config,
    sources: &Sources,
    built_in: Arc<BuiltInSchemas>,
    earlier: Option<&Content>,
) -> (Option<Content>, Vec<Diagnostic>) {
    let mut found = LoadDiagnostics::default();
    let settings = loader::read_settings(&sources.content.files, &built_in.settings, config, earlier, &mut found);
    // Only the settings tell which suffixes in names of files are languages.
    let Some(settings) = settings else { return (None, found.diagnostics) };
    let suffixes = settings.suffixes();
    let mut files = ContentFiles::sort(&sources.content, &suffixes);
    found.diagnostics.append(&mut files.diagnostics);
    found.diagnostics.extend(settings.missing_bundles(sources));

    let loader =
        Loader { sources: &sources.content.files, files: &files, suffixes: &suffixes, earlier, built_in: &built_in };
    let mut file_schemas = loader.read_file_schemas(&mut found);
    let shared = loader.read_shared_definitions(&file_schemas, &mut found);
    file_schemas.values_mut().for_each(|schema| schema.shared = shared.clone());
    // If a shared definition has changed, nothing that a schema checked is reused: any schema may use it.
    let reusable = earlier.filter(|earlier| Arc::ptr_eq(&earlier.inputs.shared, &shared));
    let loader = Loader { earlier: reusable, ..loader };
    let ((hosts, problems), collections) =
        rayon::join(|| loader.read_hosts(), || loader.read_collections(&shared, &mut found));
    if let Some(at) = files.hosts {
        found.record(&sources.content.files[at], problems);
    }

    let data_reader = DataReader { loader: &loader, settings: &settings, schemas: &file_schemas, config };
    let (data, translated_data) = data_reader.read_all(&mut found);
    let markdown = markdown_options(&settings, config, earlier);
    let now = config.clock.now(&settings.zone).timestamp();
    let reader = EntryReader { settings: &settings, markdown: markdown.clone(), now, config };
    let defaults = loader.read_defaults(&collections, &mut found);
    let entry_loader = EntryLoader {
        defaults: &defaults,
        loader: &loader,
        reader: &reader,
        collections: &collections,
        file_schemas: &file_schemas,
    };
    let failed = sources.content.failed.iter().map(|(path, _)| path.as_str());
    let LoadedEntries { mut entries, unreadable } = entry_loader.load(failed, &mut found);
    found.diagnostics.extend(forms::check_and_complete(&collections, &mut entries, &data, config));
    let ledger = files.ledger.map(|at| sources.content.files[at].clone());
    let inputs = ContentInputs { defaults, file_schemas, shared, now, flawed: found.flawed };
    let content = Content {
        built_in,
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
    let earlier_highlighter = || earlier.and_then(|earlier| earlier.markdown[0].highlighter.clone());
    let cache = Some(config.path(config.cache("code")));
    let is_highlighting = settings.markdown.highlight;
    let highlighter =
        is_highlighting.then(|| earlier_highlighter().unwrap_or_else(|| Arc::new(Highlighter::load(cache))));
    let options = |language: &SiteLanguage| {
        let mut markdown = settings.markdown.clone();
        if let Some(titles) = &language.alert_titles {
            markdown.alert_titles = titles.clone();
        }
        MarkdownOptions {
            settings: markdown,
            takes_title: false,
            highlighter: highlighter.clone(),
            quotes: language.rules.quotation_marks(),
            origin: settings.origin.clone(),
        }
    };
    settings.languages.iter().map(options).collect()
}
