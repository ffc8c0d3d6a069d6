//! The flags that all bundles share.

use crate::config::Config;
use crate::island::runtime;

/// The output folder in requests. esbuild writes nothing there, but paths in source maps and metafiles are relative to
/// it or contain it.
pub const OUT: &str = "out";

/// Returns the flags of all bundles.
pub fn common_flags(config: &Config) -> Vec<String> {
    let mode = if config.development { "development" } else { "production" };
    vec![
        "--platform=browser".to_owned(),
        "--jsx=automatic".to_owned(),
        "--charset=utf8".to_owned(),
        "--legal-comments=none".to_owned(),
        format!("--define:process.env.NODE_ENV=\"{mode}\""),
        format!("--alias:site=./{}/site.tsx", runtime::FOLDER),
        format!("--outdir={OUT}"),
    ]
}

/// Returns the flag that minifies scripts and styles for browsers; `None` in development, where they stay readable.
pub fn minify_flag(config: &Config) -> Option<String> {
    (!config.development).then(|| "--minify".to_owned())
}
