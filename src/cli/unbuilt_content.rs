//! The content of a site for commands that build nothing: `site new` and `site schema`.

use std::sync::Arc;

use crate::config::Config;
use crate::content::built_in_schemas::BuiltInSchemas;
use crate::content::load;
use crate::content::loaded_content::Content;
use crate::diagnostic::Diagnostic;
use crate::source::{self, Changes, Sources};

/// The content of a site, and the sources that it was read from.
pub struct UnbuiltContent {
    pub sources: Sources,
    pub source_diagnostics: Vec<Diagnostic>,
    pub content: Content,
    pub content_diagnostics: Vec<Diagnostic>,
}

/// Reads the content of a site without building it. Fails if the settings can't be read: all content depends on them.
pub fn read_content(config: &Config) -> Result<UnbuiltContent, Vec<Diagnostic>> {
    let (sources, source_diagnostics) = source::read(config, &Sources::default(), &Changes::Unknown);
    let built_in = Arc::new(BuiltInSchemas::compile());
    let settings = load::read_settings(config, &sources, &built_in, None);
    let (content, content_diagnostics) = load::load(config, &sources, built_in, settings, None);
    match content {
        Some(content) => Ok(UnbuiltContent { sources, source_diagnostics, content, content_diagnostics }),
        None => Err([source_diagnostics, content_diagnostics].concat()),
    }
}
