//! The flags that bundles share.

use crate::config::Config;
use crate::island::runtime;

/// The output folder in requests. esbuild writes nothing there, but paths in source maps and metafiles are relative to
/// it or contain it.
pub const OUT: &str = "out";

/// The flags of bundles that run as scripts, not as modules.
pub const SCRIPT_FLAGS: [&str; 2] = ["--format=iife", "--target=es2020"];

/// Returns the flags of a bundle: those that all bundles share, and its own.
pub fn flags(config: &Config, own: &[&str]) -> Vec<String> {
    let mode = if config.development { "development" } else { "production" };
    let shared = ["--platform=browser", "--jsx=automatic", "--charset=utf8", "--legal-comments=none"];
    let mut flags: Vec<String> = shared.iter().chain(own).map(|flag| (*flag).to_owned()).collect();
    flags.push(format!("--define:process.env.NODE_ENV=\"{mode}\""));
    flags.push(format!("--alias:site=./{}/site.tsx", runtime::FOLDER));
    flags.push(format!("--outdir={OUT}"));
    flags
}

/// Returns the flag that minifies scripts and styles for browsers; `None` in development, where they stay readable.
pub fn minify_flag(config: &Config) -> Option<String> {
    (!config.development).then(|| "--minify".to_owned())
}
