//! `content/hosts.yaml`: how hosts are to answer, checked by a schema like any other content.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use super::document;
use super::locate::Part;
use super::schema::Schema;
use crate::diagnostic::{Diagnostic, Place};
use crate::source::SourceFile;

/// The file's path below `content/`.
pub const FILE: &str = "hosts.yaml";

/// How hosts are to answer.
#[derive(Debug, Clone)]
pub struct Hosts {
    pub hosts: Vec<Host>,
    pub headers: Vec<HeaderRule>,
    pub redirects: Vec<RedirectRule>,
    /// What may be loaded beside what is the site's own, by directive.
    pub sources: BTreeMap<String, Vec<String>>,
    file: Arc<SourceFile>,
}

/// A host that reads files of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Host {
    Cloudflare,
    Netlify,
    Nginx,
    Vercel,
}

/// Headers for an address, or for all that begin alike (`*` at the end).
#[derive(Debug, Clone, Deserialize)]
pub struct HeaderRule {
    pub path: String,
    pub values: BTreeMap<String, String>,
}

/// An address that leads elsewhere, or all that begin alike (`*` at the end, `:splat` in `to`).
#[derive(Debug, Clone, Deserialize)]
pub struct RedirectRule {
    pub from: String,
    pub to: String,
    pub status: u16,
}

impl Hosts {
    /// The file they are in.
    pub fn file(&self) -> &Arc<SourceFile> {
        &self.file
    }

    /// Where something of it stands.
    pub fn place_of(&self, pointer: &str, part: Part) -> Place {
        document::whole(&self.file).place_of(pointer, part)
    }
}

/// The schema of `content/hosts.yaml`.
pub fn schema() -> Schema {
    document::built_in_schema(include_str!("hosts.schema.yaml"))
}

/// Reads the file.
pub fn read(file: &Arc<SourceFile>) -> (Option<Hosts>, Vec<Diagnostic>) {
    let (value, mut diagnostics) = document::read(&document::whole(file), &schema(), &file.file);
    let raw = value.filter(|_| diagnostics.is_empty()).map(serde_json::from_value::<Raw>);
    let raw = match raw {
        None => return (None, diagnostics),
        Some(Ok(raw)) => raw,
        Some(Err(error)) => {
            let place = document::whole(file).place_of("", Part::Value);
            let message = format!("the hosts can't be read: {error}");
            return (None, vec![Diagnostic::error("wrong-type", message).at(place)]);
        }
    };
    let Raw { hosts, headers, redirects, content_security_policy: sources } = raw;
    let hosts = Hosts { hosts, headers, redirects, sources, file: file.clone() };
    diagnostics.extend(twice(&hosts));
    (Some(hosts), diagnostics)
}

#[derive(Deserialize)]
struct Raw {
    hosts: Vec<Host>,
    headers: Vec<HeaderRule>,
    redirects: Vec<RedirectRule>,
    content_security_policy: BTreeMap<String, Vec<String>>,
}

/// Does a path with or without `*` at its end stand for all that another one stands for?
pub fn covers(pattern: &str, path: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => path.starts_with(start),
        None => pattern == path,
    }
}

/// Headers that two rules set for the same addresses: hosts send both values, as one.
fn twice(hosts: &Hosts) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for (at, rule) in hosts.headers.iter().enumerate() {
        for earlier in &hosts.headers[..at] {
            if !covers(&earlier.path, &rule.path) && !covers(&rule.path, &earlier.path) {
                continue;
            }
            let names = rule.values.keys();
            for name in names.filter(|name| earlier.values.keys().any(|other| other.eq_ignore_ascii_case(name))) {
                let message = format!("`{name}` is set by `{}` and by `{}`", earlier.path, rule.path);
                let pointer = format!("/headers/{at}/values/{}", name.replace('~', "~0").replace('/', "~1"));
                diagnostics.push(
                    Diagnostic::error("header-twice", message)
                        .at(hosts.place_of(&pointer, Part::Key))
                        .label("hosts would send both values")
                        .help("set it in one place only, for paths that have nothing in common"),
                );
            }
        }
    }
    diagnostics
}

#[cfg(test)]
mod tests {
    use super::covers;

    #[test]
    fn patterns_cover_what_begins_alike() {
        let check =
            |pattern: &str, path: &str, expected: bool| assert_eq!(covers(pattern, path), expected, "{pattern} {path}");
        check("/*", "/a/b", true);
        check("/a/*", "/a/*", true);
        check("/a/*", "/ab", false);
        check("/a", "/a/", false);
        check("/a", "/a", true);
    }
}
