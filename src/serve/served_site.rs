//! One published state of the site: its files by path, and what a URL path leads to. It never changes once published.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use xxhash_rust::xxh3::xxh3_64;

use super::http::content_type;
use crate::diagnostic::styled::StyledText;
use crate::output::hosts::HostPolicy;
use crate::output::precompress::compressed_size;
use crate::route::{DEV_PAGES, decode, folders};

/// The page that is served for paths that lead nowhere.
const NOT_FOUND: &str = "404.html";

#[derive(Clone, Default)]
pub struct ServedSite {
    /// The base path as URLs have it; begins and ends with a slash.
    pub base: String,
    /// The errors of the last build as a terminal shows them; empty if there are none.
    pub errors: Vec<StyledText>,
    /// Whether changes are watched, so that pages reload.
    pub watch: bool,
    /// The origin of the editor that shows the pages in a frame; `None` without an editor.
    pub editor_origin: Option<Arc<str>>,
    /// The headers and redirects of the site, if it has a host policy.
    pub policy: Option<HostPolicy>,
    pub(super) files: Arc<ServedFiles>,
    /// The outputs that are not rendered yet; `files` has their previous versions, if there are any.
    pub(super) pending: BTreeSet<String>,
}

pub type ServedFiles = BTreeMap<Arc<str>, Arc<ServedFile>>;

pub struct ServedFile {
    pub bytes: Arc<[u8]>,
    hash: OnceLock<u64>,
    compressed_size: OnceLock<usize>,
}

/// What a path leads to.
pub enum Lookup<'a> {
    File(&'a str, &'a ServedFile),
    /// There is a page at the path with a slash appended.
    Folder,
    Nothing,
}

impl ServedSite {
    pub fn dev_base(&self) -> String {
        format!("{}{DEV_PAGES}", self.base)
    }

    /// Returns the part of `path`, the decoded path of a URL, below the base path; `None` if the path is elsewhere.
    pub fn below_base<'p>(&self, path: &'p str) -> Option<&'p str> {
        path.strip_prefix(&*decode(&self.base))
    }

    /// Returns the part of `path` below the folder of the developer's pages; `None` if the path is elsewhere.
    pub fn below_dev_base<'p>(&self, path: &'p str) -> Option<&'p str> {
        self.below_base(path)?.strip_prefix(DEV_PAGES)
    }

    /// Finds the file at `path`, the decoded path of a URL.
    pub fn lookup(&self, path: &str) -> Lookup<'_> {
        let Some(path) = self.below_base(path) else { return Lookup::Nothing };
        let file = |path: &str| self.files.get_key_value(path).map(|(name, file)| Lookup::File(name, file));
        if path.is_empty() || path.ends_with('/') {
            return file(&format!("{path}index.html")).unwrap_or(Lookup::Nothing);
        }
        let folder = || self.files.contains_key(&*format!("{path}/index.html")).then_some(Lookup::Folder);
        file(path).or_else(folder).unwrap_or(Lookup::Nothing)
    }

    /// Whether the response for `path` needs an output that is not rendered yet.
    pub fn is_pending(&self, path: &str) -> bool {
        !self.pending.is_empty() && self.output_names(path).iter().any(|name| self.pending.contains(name))
    }

    /// Returns the name of the nearest 404 page in the folders above a path; `404.html` if there is none.
    pub fn not_found_page(&self, path: &str) -> String {
        let is_known = |name: &String| self.files.contains_key(name.as_str()) || self.pending.contains(name);
        let below_base = self.below_base(path).unwrap_or_default();
        let mut names = folders(below_base).map(|folder| format!("{folder}/{NOT_FOUND}"));
        names.find(is_known).unwrap_or_else(|| NOT_FOUND.to_owned())
    }

    /// Returns the names of the outputs that a browser may show at `path`, whether or not they exist; none for a path
    /// below `DEV_PAGES`.
    pub fn output_names(&self, path: &str) -> Vec<String> {
        if self.below_dev_base(path).is_some() {
            return Vec::new();
        }
        let mut names = match self.below_base(path) {
            None => Vec::new(),
            Some(path) if path.is_empty() || path.ends_with('/') => vec![format!("{path}index.html")],
            Some(path) => vec![path.to_owned(), format!("{path}/index.html")],
        };
        if matches!(self.lookup(path), Lookup::Nothing) {
            names.push(self.not_found_page(path));
        }
        names
    }

    /// Whether `path` may be that of a page of the site, judged by its name.
    pub fn is_page_path(&self, path: &str) -> bool {
        let is_of_site = self.below_base(path).is_some() && self.below_dev_base(path).is_none();
        let name = path.rsplit('/').next().unwrap_or_default();
        is_of_site && (!name.contains('.') || content_type::of(name) == content_type::HTML)
    }

    /// Whether `path` leads to a file, or may lead to one once the pending outputs are rendered.
    pub fn leads_to_file(&self, path: &str) -> bool {
        !matches!(self.lookup(path), Lookup::Nothing) || self.is_pending(path)
    }

    pub fn files(&self) -> impl Iterator<Item = (&str, &ServedFile)> {
        self.files.iter().map(|(name, file)| (&**name, &**file))
    }

    /// Returns the file of exactly this name.
    pub fn file(&self, name: &str) -> Option<&ServedFile> {
        self.files.get(name).map(|file| &**file)
    }
}

impl ServedFile {
    pub fn new(bytes: Arc<[u8]>) -> Self {
        Self { bytes, hash: OnceLock::new(), compressed_size: OnceLock::new() }
    }

    /// Returns the hash of the content, computed at the first call.
    pub fn hash(&self) -> u64 {
        *self.hash.get_or_init(|| xxh3_64(&self.bytes))
    }

    /// Returns the number of bytes that a host sends when it compresses with gzip, computed at the first call.
    pub fn compressed_size(&self) -> usize {
        *self.compressed_size.get_or_init(|| compressed_size(&self.bytes))
    }
}
