//! `content/hosts.yaml`: the host policy that the site asks for, checked by a schema.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use super::{built_in_schemas, document};
use crate::diagnostic::{Diagnostic, Place};
use crate::source::SourceFile;
use crate::yaml::pointer::escape;
use crate::yaml::tree::PairSide;

/// The file's path below `content/`.
pub const FILE: &str = "hosts.yaml";

/// The host policy as written.
#[derive(Debug, Clone, Deserialize)]
pub struct HostSettings {
    pub hosts: Vec<Host>,
    pub headers: Vec<HeaderRule>,
    pub redirects: Vec<Redirect>,
    /// Sources that the content security policy allows beside the site's own, by directive.
    #[serde(rename = "content_security_policy")]
    pub sources: BTreeMap<String, Vec<String>>,
    #[serde(skip)]
    pub file: Arc<SourceFile>,
    /// JSON pointers of the values with the tag `!sample`.
    #[serde(skip)]
    pub samples: Vec<String>,
}

/// A host for which configuration files are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Host {
    Cloudflare,
    Netlify,
    Nginx,
    Vercel,
}

/// Headers for a path, or for all paths with a prefix (`*` at the end).
#[derive(Debug, Clone, Deserialize)]
pub struct HeaderRule {
    pub path: String,
    pub values: BTreeMap<String, String>,
}

/// A redirect of a path, or of all paths with a prefix (`*` at the end, `:splat` in `to`).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Redirect {
    pub from: String,
    pub to: String,
    pub status: u16,
}

impl HostSettings {
    pub fn place_of(&self, pointer: &str, side: PairSide) -> Place {
        document::whole_file(&self.file).place_of(pointer, side)
    }
}

/// Reads `content/hosts.yaml`. A file that breaks the schema gives no host policy.
pub fn read(file: &Arc<SourceFile>) -> (Option<HostSettings>, Vec<Diagnostic>) {
    let (hosts, mut diagnostics) = document::read_into(file, &built_in_schemas::compile_hosts());
    let hosts = hosts.filter(|_| diagnostics.is_empty());
    let hosts = hosts.map(|(hosts, samples)| HostSettings { file: file.clone(), samples, ..hosts });
    diagnostics.extend(hosts.iter().flat_map(duplicate_headers));
    (hosts, diagnostics)
}

/// Whether a pattern matches a path, or every path of another pattern: `/a/*` covers `/a/b` and `/a/b/*`.
pub fn covers(pattern: &str, path: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => path.starts_with(start),
        None => pattern == path,
    }
}

/// Whether a path can match both patterns.
pub fn overlap(a: &str, b: &str) -> bool {
    covers(a, b) || covers(b, a)
}

/// Reports headers that are set twice for the same path: hosts would send both values as one.
fn duplicate_headers(hosts: &HostSettings) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let mut earlier: Vec<(&str, &str)> = Vec::new();
    for (at, rule) in hosts.headers.iter().enumerate() {
        for name in rule.values.keys() {
            let is_same = |(path, other): &&(&str, &str)| other.eq_ignore_ascii_case(name) && overlap(path, &rule.path);
            for (path, _) in earlier.iter().filter(is_same) {
                let message = format!("`{name}` is set by `{path}` and by `{}`", rule.path);
                let pointer = format!("/headers/{at}/values/{}", escape(name));
                diagnostics.push(
                    Diagnostic::error("header-twice", message)
                        .at(hosts.place_of(&pointer, PairSide::Key))
                        .label("hosts would send both values")
                        .help("set it in one place only, for paths that have nothing in common"),
                );
            }
            earlier.push((rule.path.as_str(), name.as_str()));
        }
    }
    diagnostics
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{FILE, covers, read};
    use crate::source::SourceFile;

    #[test]
    fn patterns_cover_paths_with_their_prefix() {
        let check =
            |pattern: &str, path: &str, expected: bool| assert_eq!(covers(pattern, path), expected, "{pattern} {path}");
        check("/*", "/a/b", true);
        check("/a/*", "/a/*", true);
        check("/a/*", "/ab", false);
        check("/a", "/a/", false);
        check("/a", "/a", true);
    }

    #[test]
    fn headers_are_set_once_for_a_path_in_any_case() {
        let check = |headers: &str, expected: usize| {
            let text = format!("headers: [{headers}]\n").into();
            let file = Arc::new(SourceFile { file: "content/hosts.yaml".into(), path: FILE.into(), text });
            let codes: Vec<&str> = read(&file).1.iter().map(|diagnostic| diagnostic.code).collect();
            assert_eq!(codes, vec!["header-twice"; expected], "{headers}");
        };
        check("{ path: /a/*, values: { X-A: b } }, { path: /a/b/, values: { x-a: c, X-B: d } }", 1);
        check("{ path: /a/, values: { X-A: b, x-a: c } }", 1);
        check("{ path: /a/, values: { X-A: b } }, { path: /b/, values: { X-A: c } }", 0);
    }
}
