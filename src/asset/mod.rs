//! The files of `public/`: under which name each is published, its text, its size as a picture; and what is made from them.

pub mod derive;
pub mod drawing;
mod picture;
pub mod raster;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::OnceLock;

use globset::{Glob, GlobSet, GlobSetBuilder};
use xxhash_rust::xxh3::xxh3_64;

use drawing::Fonts;
pub use picture::{Header, Kind, Size};

use crate::config::{Config, PUBLIC};
use crate::diagnostic::{Diagnostic, Place, closest};
use crate::fs;

/// The files of `public/`, by path.
#[derive(Debug, Default)]
pub struct Assets {
    files: BTreeMap<String, Asset>,
    /// The paths of the fonts for drawings.
    fonts: Vec<String>,
    loaded: OnceLock<(Fonts, Vec<Diagnostic>)>,
}

/// Globs over the files of `public/`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Rules<'a> {
    /// Those whose published name carries a hash.
    pub hashed: &'a [String],
    /// Those that are made use of, but not published.
    pub sources: &'a [String],
    /// The fonts that drawings are written with.
    pub fonts: &'a [String],
}

/// One file of `public/`.
#[derive(Debug)]
pub struct Asset {
    /// Where it is published, relative to the output: its own path, or that with a hash in the name.
    pub published: String,
    /// Where it lies on this machine.
    pub source: PathBuf,
    /// Is it a file that others are made from, and not published itself?
    pub is_source: bool,
    /// Does its published name tell its content, so that it never changes?
    pub is_hashed: bool,
    text: OnceLock<Result<String, Diagnostic>>,
    picture: OnceLock<Option<Picture>>,
}

/// A file of `public/` as a picture.
#[derive(Debug, Clone, Copy)]
pub struct Picture {
    pub header: Header,
    /// The hash of its bytes.
    pub digest: u64,
}

impl Assets {
    /// Names every file; those with a hash in their name are read for it.
    pub fn new(config: &Config, paths: &[String], rules: Rules) -> (Self, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        let (wanted, sources, fonts) = (globs(rules.hashed), globs(rules.sources), globs(rules.fonts));
        let mut files = BTreeMap::new();
        for path in paths {
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
            let is_source = sources.is_match(path);
            let (text, picture) = (OnceLock::new(), OnceLock::new());
            files.insert(
                path.clone(),
                Asset { published, source, is_source, is_hashed: wanted.is_match(path), text, picture },
            );
        }
        let fonts = paths.iter().filter(|path| fonts.is_match(path)).cloned().collect();
        (Self { files, fonts, loaded: OnceLock::new() }, diagnostics)
    }

    /// Publishes a file that was made: in place of the one at `path`, if there is one.
    pub fn put(&mut self, path: String, published: String, source: PathBuf) {
        let (text, picture) = (OnceLock::new(), OnceLock::new());
        self.files.insert(path, Asset { published, source, is_source: false, is_hashed: true, text, picture });
    }

    /// Leaves out a file that is a part of another.
    pub fn leave_out(&mut self, path: &str) {
        self.files.remove(path);
    }

    /// All that are published, by path.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Asset)> {
        self.files.iter().filter(|(_, asset)| !asset.is_source).map(|(path, asset)| (path.as_str(), asset))
    }

    /// The published file at `path`, which somebody named and expects to be there.
    ///
    /// # Errors
    /// A sentence that says that it is not there or not published, and what may be meant.
    pub fn published(&self, path: &str) -> Result<&Asset, (String, String)> {
        let asset = self.get(path)?;
        if asset.is_source {
            let path = path.trim_start_matches('/');
            let hint = "by `assets.sources` in content/site.yaml; show it with `picture`".to_owned();
            return Err((format!("the file `{PUBLIC}/{path}` is not published"), hint));
        }
        Ok(asset)
    }

    /// The fonts of drawings, read when the first of them asks.
    pub fn fonts(&self) -> &Fonts {
        &self.loaded().0
    }

    /// What is wrong with the fonts.
    pub fn font_problems(&self) -> &[Diagnostic] {
        &self.loaded().1
    }

    fn loaded(&self) -> &(Fonts, Vec<Diagnostic>) {
        self.loaded.get_or_init(|| {
            let (mut names, mut files, mut problems) = (Vec::new(), Vec::new(), Vec::new());
            for path in &self.fonts {
                let name = format!("{PUBLIC}/{path}");
                match self.find(path).map(|asset| fs::read_bytes(&asset.source, &name)) {
                    Some(Ok(bytes)) => {
                        files.push(bytes);
                        names.push(name);
                    }
                    Some(Err(problem)) => problems.push(problem),
                    None => {}
                }
            }
            let (fonts, empty) = Fonts::new(files);
            problems.extend(empty.into_iter().map(|at| {
                Diagnostic::error("broken-font", format!("`{}` holds no font that can be drawn with", names[at]))
                    .at(Place::file(&*names[at]))
                    .help("drawings want TrueType or OpenType fonts (.ttf, .otf); WOFF files are for browsers only")
            }));
            (fonts, problems)
        })
    }

    /// The file at `path`, with or without a slash before it.
    pub fn find(&self, path: &str) -> Option<&Asset> {
        self.files.get(path.trim_start_matches('/'))
    }

    /// The file at `path`, which somebody named and expects to be there.
    ///
    /// # Errors
    /// A sentence that says that it is not, and the nearest path there is.
    pub fn get(&self, path: &str) -> Result<&Asset, (String, String)> {
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
    /// Its text, read once.
    ///
    /// # Errors
    /// It can't be read, or is no UTF-8 text.
    pub fn text(&self) -> Result<&str, &Diagnostic> {
        self.text.get_or_init(|| fs::read_text(&self.source, &self.shown())).as_deref()
    }

    /// Its width and height in CSS pixels, if it is a picture of a known kind.
    pub fn size(&self) -> Option<Size> {
        self.picture().map(|picture| picture.header.size)
    }

    /// What it is as a picture of a known kind.
    pub fn picture(&self) -> Option<Picture> {
        *self.picture.get_or_init(|| {
            let bytes = fs::read_bytes(&self.source, &self.shown()).ok()?;
            Some(Picture { header: picture::header(&bytes)?, digest: xxh3_64(&bytes) })
        })
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
