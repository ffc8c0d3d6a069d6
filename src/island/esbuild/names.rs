//! Imports of files whose names are not ASCII. An import may write such a name in another form (composed or decomposed)
//! than the disk has, so esbuild asks this program for the file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::protocol::PacketValue;
use super::step_outputs::StepOutputs;
use crate::fs;
use crate::unicode::{into_nfc, nfc};

/// The endings that an import may leave out, in the order in which esbuild tries them.
const OPTIONAL_ENDINGS: [&str; 9] = ["", ".tsx", ".ts", ".jsx", ".js", ".css", ".json", "/index.tsx", "/index.ts"];

/// Returns the plugin of a build request, which asks for such imports only; with files of steps, for all files.
pub fn plugin(step_outputs: &StepOutputs) -> PacketValue {
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
    found.map_or_else(
        || PacketValue::map([]),
        |path| PacketValue::map([("id", PacketValue::Number(0)), ("path", PacketValue::text(path.to_string_lossy()))]),
    )
}

/// Finds the file at the written path; `None` if its names on disk are those written, or if there is none.
fn stored_file(written: &Path) -> Option<PathBuf> {
    let paths = OPTIONAL_ENDINGS.iter().map(|ending| PathBuf::from(format!("{}{ending}", written.display())));
    let found = paths.map(|path| (fs::stored_path(&path), path)).find(|(stored, _)| fs::is_file(stored));
    found.filter(|(stored, path)| stored != path).map(|(stored, _)| stored)
}

/// Composes the paths of output files, and the style sheets, which refer to pictures and fonts by their names on disk.
pub fn compose(files: BTreeMap<String, Vec<u8>>) -> BTreeMap<String, Vec<u8>> {
    if files.keys().all(|path| *nfc(path) == **path) {
        return files;
    }
    let compose_text = |text: Vec<u8>| match String::from_utf8(text) {
        Ok(text) => into_nfc(text).into_bytes(),
        Err(error) => error.into_bytes(),
    };
    let files = files.into_iter().map(|(path, contents)| {
        let contents = if path.ends_with(".css") { compose_text(contents) } else { contents };
        (into_nfc(path), contents)
    });
    files.collect()
}
