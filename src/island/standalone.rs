//! Standalone scripts: the loader and the plain scripts, bundled for inlining in pages.
//!
//! An edit of an island rarely changes a file of these scripts. The last bundle is reused until one of these files
//! changes.

use std::sync::Arc;

use parking_lot::Mutex;

use super::esbuild::options::{SCRIPT_FLAGS, flags, minify_flag};
use super::esbuild::{BundleOutput, BundleRequest, Esbuild};
use super::inputs::BundleInputs;
use super::metafile;
use super::runtime::{self, LOADER};
use crate::config::Config;
use crate::diagnostic::Diagnostic;

/// The last bundle of standalone scripts.
#[derive(Debug, Default)]
pub struct StandaloneCache(Mutex<Option<LastBundle>>);

#[derive(Debug)]
struct LastBundle {
    request: BundleRequest,
    /// A digest of the files that the bundle was built from.
    digest: u64,
    output: Arc<BundleOutput>,
}

impl StandaloneCache {
    /// Returns the last bundle if it is up to date, or else builds one.
    pub fn build(
        &self,
        config: &Config,
        inputs: &BundleInputs,
        esbuild: &Esbuild,
    ) -> Result<Arc<BundleOutput>, Vec<Diagnostic>> {
        let request = standalone_request(config, inputs);
        let digest = |output: &BundleOutput| inputs.digest_of(metafile::keys(&output.metafile["inputs"]));
        let mut last = self.0.lock();
        let is_current = |last: &&LastBundle| last.request == request && digest(&last.output) == Some(last.digest);
        if let Some(last) = last.as_ref().filter(is_current) {
            return Ok(last.output.clone());
        }
        *last = None;
        let output = Arc::new(esbuild.build(&config.root, &request)?);
        *last = digest(&output).map(|digest| LastBundle { request, digest, output: output.clone() });
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
