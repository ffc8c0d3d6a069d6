//! The plugin of build requests: esbuild asks this program for files that it can't find by itself.
//!
//! 1. An import may write a name that is not ASCII in another form (composed or decomposed) than the disk has.
//! 2. The files that the commands of the setting `steps` add to `public/` are in the cache.

use std::path::{Path, PathBuf};

use super::protocol::PacketValue;
use super::step_outputs::StepOutputs;
use crate::fs;

/// The endings that an import may leave out, in the order in which esbuild tries them.
const OPTIONAL_ENDINGS: [&str; 9] = ["", ".tsx", ".ts", ".jsx", ".js", ".css", ".json", "/index.tsx", "/index.ts"];

/// Describes the plugin for a build request: esbuild asks where each import leads that is not ASCII. If steps have
/// outputs, esbuild asks where every import leads, and for the contents of every file.
pub fn describe(step_outputs: &StepOutputs) -> PacketValue {
    let ask = |filter: &str| {
        PacketValue::map([
            ("id", PacketValue::Number(0)),
            ("filter", PacketValue::text(filter)),
            ("namespace", PacketValue::text("")),
        ])
    };
    let imports = ask(if step_outputs.is_empty() { r"[^\x00-\x7F]" } else { "." });
    let contents = if step_outputs.is_empty() { Vec::new() } else { vec![ask(".")] };
    PacketValue::map([
        ("name", PacketValue::text("names")),
        ("onStart", PacketValue::Bool(false)),
        ("onEnd", PacketValue::Bool(false)),
        ("onResolve", PacketValue::List(vec![imports])),
        ("onLoad", PacketValue::List(contents)),
    ])
}

/// Answers the request to resolve an import: with the path of the file, or with nothing if esbuild finds it as written.
pub fn resolve(request: &PacketValue, step_outputs: &StepOutputs) -> PacketValue {
    let text = |name| request.get(name).as_text().unwrap_or_default();
    // `..` is resolved in the path as written, as esbuild does.
    let written = fs::resolve_dots(&Path::new(text("resolveDir")).join(text("path")));
    let found = if step_outputs.find(&written).is_some() { Some(written) } else { stored_file(&written) };
    let Some(path) = found else { return PacketValue::map([]) };
    PacketValue::map([("id", PacketValue::Number(0)), ("path", PacketValue::text(path.to_string_lossy()))])
}

/// Finds the file at the written path; `None` if there is none, or if the path on disk is the written one.
fn stored_file(written: &Path) -> Option<PathBuf> {
    let paths = OPTIONAL_ENDINGS.iter().map(|ending| PathBuf::from(format!("{}{ending}", written.display())));
    let found = paths.map(|path| (fs::stored_path(&path), path)).find(|(stored, _)| fs::is_file(stored));
    found.filter(|(stored, path)| stored != path).map(|(stored, _)| stored)
}
