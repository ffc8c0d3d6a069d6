//! The loading of `content/`, which reuses unchanged parts of an earlier build.
//!
//! 1. Read the settings, and classify the other files: data files, collections, schemas, entries, host policy, ledger.
//! 2. Read the schemas of single files, and the collections.
//! 3. Read the data files, the host policy, the defaults of folders, and the entries.
//! 4. Check the forms, and add the URLs that they are sent to.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::built_in_schemas::BuiltInSchemas;
use super::files::{ContentFiles, SETTINGS};
use super::forms;
use super::load_collections::{CollectionLoader, LoadDiagnostics};
use super::load_data::read_data;
use super::load_entries::EntryLoader;
use super::loaded_content::Content;
use super::settings::{self, Settings};
use super::site_language::SiteLanguage;
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::markdown::{Highlighter, MarkdownOptions};
use crate::source::Sources;

/// Reads the settings, or reuses those of an earlier build; `None` if the file is missing or can't be read.
pub fn read_settings(
    config: &Config,
    sources: &Sources,
    built_in: &BuiltInSchemas,
    earlier: Option<&Content>,
) -> (Option<Arc<Settings>>, Vec<Diagnostic>) {
    let Some(file) = sources.content.texts.iter().find(|file| file.path == SETTINGS) else { return Default::default() };
    if let Some(earlier) = earlier.filter(|earlier| earlier.is_reusable(file, &earlier.settings.file)) {
        return (Some(earlier.settings.clone()), Vec::new());
    }
    let (settings, diagnostics) = settings::read(file, &built_in.settings, config.base_url.as_deref());
    (settings.map(Arc::new), diagnostics)
}

/// Loads the content, and reuses unchanged parts of `earlier`. `settings` is the result of [`read_settings`]. Without
/// settings there is no content.
pub fn load(
    config: &Config,
    sources: &Sources,
    built_in: Arc<BuiltInSchemas>,
    settings: (Option<Arc<Settings>>, Vec<Diagnostic>),
    earlier: Option<&Content>,
) -> (Option<Content>, Vec<Diagnostic>) {
    let (settings, diagnostics) = settings;
    let Some(settings) = settings else { return (None, diagnostics) };
    let mut found = LoadDiagnostics::default();
    found.record(&settings.file, diagnostics);
    let mut files = ContentFiles::classify(&sources.content, &settings.suffixes);
    found.diagnostics.append(&mut files.diagnostics);
    found.diagnostics.extend(settings.missing_bundles(sources));
    let attachments = std::mem::take(&mut files.attachments);
    let loader = CollectionLoader { config, settings: &settings, files: &files, earlier };
    let (file_schemas, shared) = loader.read_file_schemas(&mut found);
    // If a shared definition has changed, the loader reuses nothing: any schema may use the definition.
    let reusable = earlier.filter(|earlier| Arc::ptr_eq(&earlier.shared, &shared));
    let loader = CollectionLoader { earlier: reusable, ..loader };
    let collections = loader.read_collections(&built_in, &shared, &mut found);
    let mut content = Content {
        built_in,
        settings: settings.clone(),
        markdown: markdown_options(&settings, config, earlier),
        entries: Vec::new(),
        attachments,
        data: read_data(&loader, &file_schemas, &mut found),
        hosts: loader.read_hosts(&mut found),
        ledger: files.ledger.cloned(),
        unreadable: FxHashSet::default(),
        defaults: loader.read_defaults(&collections, &mut found),
        collections,
        file_schemas,
        shared,
        now: config.clock.now(&settings.zone).timestamp(),
        flawed: FxHashSet::default(),
    };
    (content.entries, content.unreadable) = EntryLoader { loader: &loader, content: &content }.load(&mut found);
    found.diagnostics.extend(forms::check_and_complete(&mut content, config));
    content.flawed = found.flawed;
    (Some(content), found.diagnostics)
}

/// Returns the Markdown options of each language. If the site highlights code, all languages share one highlighter,
/// which later builds reuse.
fn markdown_options(settings: &Settings, config: &Config, earlier: Option<&Content>) -> Vec<MarkdownOptions> {
    let earlier_highlighter = || earlier.and_then(|earlier| earlier.markdown[0].highlighter.clone());
    let load = || Arc::new(Highlighter::load(config.path(config.cache("code"))));
    let highlighter = settings.markdown.highlight.then(|| earlier_highlighter().unwrap_or_else(load));
    let options = |language: &SiteLanguage| {
        let mut markdown = settings.markdown.clone();
        markdown.alert_titles = language.alert_titles.clone().unwrap_or(markdown.alert_titles);
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
