//! Standalone scripts: the loader and the plain scripts, bundled for inlining in pages.
//!
//! The last bundle is reused until one of its files, a tool or a setting changes.

use std::sync::Arc;

use parking_lot::Mutex;

use super::esbuild::options::{SCRIPT_FLAGS, flags, minify_flag};
use super::esbuild::{BundleOutput, BundleRequest, Esbuild};
use super::inputs::BundleInputs;
use super::metafile;
use super::runtime::{self, LOADER};
use crate::config::Config;
use crate::diagnostic::Diagnostic;

/// The last bundle of standalone scripts, and a digest of the tools, settings and files that it was built from.
#[derive(Debug, Default)]
pub struct StandaloneCache(Mutex<Option<(Arc<BundleOutput>, u64)>>);

impl StandaloneCache {
    /// Returns the last bundle if it is up to date, or else builds one.
    pub fn build(
        &self,
        config: &Config,
        inputs: &BundleInputs,
        esbuild: &Esbuild,
    ) -> Result<Arc<BundleOutput>, Vec<Diagnostic>> {
        let digest = |output: &BundleOutput| inputs.digest_of(metafile::keys(&output.metafile["inputs"]));
        let mut last = self.0.lock();
        if let Some((output, last_digest)) = &*last
            && digest(output) == Some(*last_digest)
        {
            return Ok(output.clone());
        }
        *last = None;
        let output = Arc::new(esbuild.build(&config.root, &standalone_request(config, inputs))?);
        *last = digest(&output).map(|digest| (output.clone(), digest));
        Ok(output)
    }
}

/// Creates the request for the loader and all plain scripts.
fn standalone_request(config: &Config, inputs: &BundleInputs) -> BundleRequest {
    let mut flags = flags(config, &SCRIPT_FLAGS);
    flags.extend(minify_flag(config));
    let loader = (LOADER.to_owned(), format!("{}/loader.ts", runtime::FOLDER));
    let entries = inputs.script_entries().chain([loader]).collect();
    BundleRequest { name: "standalone", entries, flags, ..BundleRequest::default() }
}
