//! Scripts that stand alone: the loader, and those that stand in pages.
//!
//! They hold little of what islands are made of. Where nothing of theirs has changed since they were made last, they are not made again.

use std::sync::Arc;

use super::bundling::{LOADER, common_flags, minify_flag};
use super::esbuild::{Esbuild, Made, Order};
use super::inputs::Inputs;
use super::runtime;
use crate::config::{Config, ISLANDS};
use crate::diagnostic::Diagnostic;

/// What was made last.
#[derive(Debug)]
pub struct Last {
    order: Order,
    /// Of what it was made from.
    digest: u64,
    made: Arc<Made>,
}

/// Makes them, or takes over what was made last.
///
/// # Errors
/// Everything that is wrong with them.
pub fn make(config: &Config, inputs: &Inputs, esbuild: &Esbuild) -> Result<Arc<Made>, Vec<Diagnostic>> {
    let order = order(config, inputs);
    let digest = |made: &Made| inputs.digest_of(made.inputs());
    let mut last = esbuild.last_alone();
    if let Some(last) = last.as_ref().filter(|last| last.order == order && digest(&last.made) == Some(last.digest)) {
        return Ok(last.made.clone());
    }
    *last = None;
    let made = Arc::new(esbuild.make(&config.root, &order)?);
    *last = digest(&made).map(|digest| Last { order, digest, made: made.clone() });
    Ok(made)
}

fn order(config: &Config, inputs: &Inputs) -> Order {
    let mut flags = common_flags(config);
    flags.extend(["--format=iife".to_owned(), "--target=es2020".to_owned()]);
    flags.extend(minify_flag(config));
    let scripts = inputs.scripts.iter();
    let scripts = scripts.map(|name| (format!("scripts/{name}"), format!("./{ISLANDS}/scripts/{name}.ts")));
    let loader = (LOADER.to_owned(), format!("./{}/loader.ts", runtime::FOLDER));
    Order { name: "alone", entries: scripts.chain([loader]).collect(), flags }
}
