//! The loader of `content/`, which reuses what an earlier build loaded from the same files.
//!
//! 1. Sort the files: settings, data files, collections, schemas, entries, ledger.
//! 2. Read the settings, the host policy and the schemas; compile each schema once.
//! 3. Read the data files, then the entries, in parallel.
//! 4. Resolve the endpoints of forms.

use std::sync::Arc;

use super::built_in_schemas::BuiltInSchemas;
use super::entry::EntryReader;
use super::forms;
use super::load_entries::{EntryInputs, LoadedEntries};
use super::loaded::{Content, ContentInputs};
use super::loader::{Diagnosed, Loader};
use super::settings::Settings;
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::markdown::{Highlighter, MarkdownOptions};
use crate::source::Sources;

/// Loads the content, and reuses the parts of `earlier` that come from unchanged files. Invalid settings give no content.
pub fn load(
    config: &Config,
    sources: &Sources,
    built_in: Arc<BuiltInSchemas>,
    earlier: Option<&Content>,
) -> (Option<Content>, Vec<Diagnostic>) {
    let loader = Loader { files: &sources.content.files, earlier, built_in: &built_in };
    let files = loader.sort(&sources.content);
    let mut found = Diagnosed { diagnostics: files.diagnostics.clone(), ..Diagnosed::default() };
    let settings = files.settings.and_then(|at| found.collect(loader.settings(at, config)));
    let Some(settings) = settings else { return (None, found.diagnostics) };
    found.diagnostics.extend(settings.missing_bundles(sources));

    // Schemas are most of the work on a small site, and these three are independent.
    let (hosts, (own_schemas, collections)) = rayon::join(
        || files.hosts.map(|at| loader.hosts(at)),
        || rayon::join(|| loader.own_schemas(&files), || loader.collections(&files)),
    );
    let hosts = hosts.and_then(|hosts| found.collect(hosts));
    let own_schemas = found.collect(own_schemas);
    let (collections, raw_schemas) = found.collect(collections);

    let variable = |name: &str| config.variable(name);
    let data = found.collect(loader.data(&files, &own_schemas, &variable, config.excuses_unfinished()));
    let markdown = markdown_options(&settings, config, earlier);
    let reader = EntryReader {
        settings: &settings,
        markdown: markdown.clone(),
        now: config.clock.now(&settings.zone).timestamp(),
        variable: &variable,
        excuses_samples: config.excuses_unfinished(),
    };
    let defaults = found.collect(loader.defaults(&files, &collections));
    let inputs = EntryInputs {
        defaults: &defaults,
        loader: &loader,
        files: &files,
        reader: &reader,
        collections: &collections,
        own_schemas: &own_schemas,
    };
    let LoadedEntries { mut entries, unreadable } = found.collect(inputs.load(config, &sources.content));
    found.diagnostics.extend(forms::resolve_endpoints(&collections, &mut entries, &data, config));
    let ledger = files.ledger.map(|at| sources.content.files[at].clone());
    let (listing, now, flawed) = (sources.content.clone(), reader.now, found.flawed);
    let inputs =
        ContentInputs { listing, files, built_in, collections: raw_schemas, defaults, own_schemas, now, flawed };
    let content = Content { settings, markdown, collections, entries, data, hosts, ledger, unreadable, inputs };
    (Some(content), found.diagnostics)
}

/// Returns the Markdown options that follow from the settings. The highlighter of an earlier build is reused.
fn markdown_options(settings: &Settings, config: &Config, earlier: Option<&Content>) -> MarkdownOptions {
    let highlighter = || earlier.and_then(|earlier| earlier.markdown.highlight.clone());
    let cache = Some(config.path(config.cache("code")));
    let is_highlighting = settings.markdown.highlight;
    MarkdownOptions {
        settings: settings.markdown.clone(),
        heading_ids: true,
        extensions: true,
        components: true,
        takes_title: false,
        highlight: is_highlighting.then(|| highlighter().unwrap_or_else(|| Arc::new(Highlighter::load(cache)))),
        quotes: settings.first_language().rules.quotation_marks(),
        origin: settings.origin.clone(),
    }
}
