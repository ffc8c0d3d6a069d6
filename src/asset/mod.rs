//! The files of `public/`: under which name each is published, its text, its size as a picture.

mod picture;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use globset::{Glob, GlobSet, GlobSetBuilder};
use xxhash_rust::xxh3::xxh3_64;

pub use picture::Size;

use crate::config::{Config, PUBLIC};
use crate::diagnostic::{Diagnostic, closest};
use crate::fs;
use crate::source::{Listing, PublicFile, Sources};

/// The files of `public/`, by path.
#[derive(Debug, Default)]
pub struct Assets {
    files: BTreeMap<String, Arc<Asset>>,
    made_from: MadeFrom,
}

/// What a later build needs to know which of them are still good.
#[derive(Debug, Default)]
struct MadeFrom {
    files: Arc<Listing<PublicFile>>,
    hashed: Vec<String>,
    made: Made,
    /// Whether all could be read that had to be.
    whole: bool,
}

/// Files that were made to be published, and what they make needless.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Made {
    /// The path that each takes, in place of the file there if there is one; where it is published, where it lies. A name of
    /// its own for each content: it has a hash in it.
    pub files: Vec<(String, String, PathBuf)>,
    /// The paths of those that are parts of others, and not published for themselves.
    pub parts: Vec<String>,
}

/// One file of `public/`.
#[derive(Debug)]
pub struct Asset {
    /// Where it is published, relative to the output: its own path, or that with a hash in the name.
    pub published: String,
    /// Where it lies on this machine.
    pub source: PathBuf,
    /// None for one that was made.
    file: Option<Arc<PublicFile>>,
    text: OnceLock<Result<String, Diagnostic>>,
    size: OnceLock<Option<Size>>,
}

impl Assets {
    /// Names every file; those that `hashed` (globs) takes are read for their hash. Files that are as they were `earlier`
    /// keep what is known of them.
    pub fn new(
        config: &Config,
        sources: &Sources,
        hashed: &[String],
        made: Made,
        earlier: Option<&Arc<Self>>,
    ) -> (Arc<Self>, Vec<Diagnostic>) {
        let earlier = earlier.filter(|earlier| earlier.made_from.whole && earlier.made_from.hashed == hashed);
        let is_same = |from: &MadeFrom| Arc::ptr_eq(&from.files, &sources.public) && from.made == made;
        if let Some(earlier) = earlier.filter(|earlier| is_same(&earlier.made_from)) {
            return (earlier.clone(), Vec::new());
        }
        let mut diagnostics = Vec::new();
        let wanted = globs(hashed);
        let mut files = BTreeMap::new();
        for file in &sources.public.files {
            let path = &file.path;
            let known = earlier.and_then(|earlier| earlier.files.get(path));
            if let Some(known) = known.filter(|known| known.file.as_ref().is_some_and(|known| Arc::ptr_eq(known, file)))
            {
                files.insert(path.clone(), known.clone());
                continue;
            }
            let source = config.folder(PUBLIC).join(path);
            let published = if wanted.is_match(path) {
                fs::read_bytes(&source, &format!("{PUBLIC}/{path}")).map_or_else(
                    |diagnostic| {
                        diagnostics.push(diagnostic);
                        path.clone()
                    },
                    |bytes| with_hash(path, xxh3_64(&bytes)),
                )
            } else {
                path.clone()
            };
            files.insert(path.clone(), Asset::new(published, source, Some(file.clone())));
        }
        for (path, published, source) in &made.files {
            let known = earlier.and_then(|earlier| earlier.files.get(path)).filter(|known| known.file.is_none());
            let known = known.filter(|known| known.published == *published && known.source == *source);
            let asset = known.cloned().unwrap_or_else(|| Asset::new(published.clone(), source.clone(), None));
            files.insert(path.clone(), asset);
        }
        made.parts.iter().for_each(|part| drop(files.remove(part)));
        // What could not be read has to be tried, and told, again.
        let whole = diagnostics.is_empty();
        let made_from = MadeFrom { files: sources.public.clone(), hashed: hashed.to_vec(), made, whole };
        (Arc::new(Self { files, made_from }), diagnostics)
    }

    /// All of them, by path.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Arc<Asset>)> {
        self.files.iter().map(|(path, asset)| (path.as_str(), asset))
    }

    /// The file at `path`, with or without a slash before it.
    pub fn find(&self, path: &str) -> Option<&Arc<Asset>> {
        self.files.get(path.trim_start_matches('/'))
    }

    /// The file at `path`, which somebody named and expects to be there.
    ///
    /// # Errors
    /// A sentence that says that it is not, and the nearest path there is.
    pub fn get(&self, path: &str) -> Result<&Arc<Asset>, (String, String)> {
        self.find(path).ok_or_else(|| {
            let slash = if path.starts_with('/') { "/" } else { "" };
            let path = path.trim_start_matches('/');
            let near = closest(path, self.files.keys().map(String::as_str));
            let hint = near.map_or_else(|| "no such file".to_owned(), |near| format!("did you mean `{slash}{near}`?"));
            (format!("there is no file `{PUBLIC}/{path}`"), hint)
        })
    }
}

impl Asset {
    fn new(published: String, source: PathBuf, file: Option<Arc<PublicFile>>) -> Arc<Self> {
        Arc::new(Self { published, source, file, text: OnceLock::new(), size: OnceLock::new() })
    }

    /// Its text, read once.
    ///
    /// # Errors
    /// It can't be read, or is no UTF-8 text.
    pub fn text(&self) -> Result<&str, &Diagnostic> {
        self.text.get_or_init(|| fs::read_text(&self.source, &self.shown())).as_deref()
    }

    /// Its width and height in CSS pixels, if it is a picture of a known kind.
    pub fn size(&self) -> Option<Size> {
        *self.size.get_or_init(|| picture::size(&fs::read_bytes(&self.source, &self.shown()).ok()?))
    }

    fn shown(&self) -> String {
        self.source.display().to_string()
    }
}

/// `css/site.css` → `css/site.0123456789abcdef.css`, the name shortened to ten digits of the hash.
fn with_hash(path: &str, hash: u64) -> String {
    let digits = &format!("{hash:016x}")[..10];
    let name = path.rfind('/').map_or(0, |at| at + 1);
    match path[name..].rfind('.') {
        Some(dot) => format!("{}.{digits}{}", &path[..name + dot], &path[name + dot..]),
        None => format!("{path}.{digits}"),
    }
}

/// A set of globs; those that can't be read are left out: the settings report them.
pub fn globs(patterns: &[String]) -> GlobSet {
    let mut set = GlobSetBuilder::new();
    for glob in patterns.iter().filter_map(|pattern| Glob::new(pattern).ok()) {
        set.add(glob);
    }
    set.build().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::with_hash;

    fn check(path: &str, expected: &str) {
        assert_eq!(with_hash(path, 0x0123_4567_89ab_cdef), expected);
    }

    #[test]
    fn the_hash_stands_before_the_ending() {
        check("css/site.css", "css/site.0123456789.css");
        check("a.b/c.min.js", "a.b/c.min.0123456789.js");
        check("a.b/LICENCE", "a.b/LICENCE.0123456789");
    }
}
