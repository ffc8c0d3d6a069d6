//! The files of `public/`: under which name each is published, its text, its size as a picture; and what is made from them.

pub mod derive;
pub mod drawing;
mod picture;
pub mod raster;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use globset::{Glob, GlobSet, GlobSetBuilder};
use xxhash_rust::xxh3::xxh3_64;

use drawing::Fonts;
pub use picture::{Header, Kind, Size};

use crate::config::{Config, PUBLIC};
use crate::diagnostic::{Diagnostic, Place, closest};
use crate::fs;
use crate::source::{Listing, PublicFile, Sources};

/// The files of `public/`, by path.
#[derive(Debug, Default)]
pub struct Assets {
    files: BTreeMap<String, Arc<Asset>>,
    /// The paths of the fonts for drawings.
    fonts: Vec<String>,
    loaded: Arc<OnceLock<(Fonts, Vec<Diagnostic>)>>,
    made_from: MadeFrom,
}

/// What a later build needs to know which of them are still good.
#[derive(Debug, Default)]
struct MadeFrom {
    files: Arc<Listing<PublicFile>>,
    hashed: Vec<String>,
    sources: Vec<String>,
    fonts: Vec<String>,
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
    /// None for one that was made.
    file: Option<Arc<PublicFile>>,
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
    /// Names every file; those with a hash in their name are read for it. Files that are as they were `earlier` keep what is
    /// known of them.
    pub fn new(
        config: &Config,
        sources: &Sources,
        rules: Rules,
        made: Made,
        earlier: Option<&Arc<Self>>,
    ) -> (Arc<Self>, Vec<Diagnostic>) {
        let earlier = earlier.filter(|earlier| earlier.made_from.is_by(rules));
        let is_same = |from: &MadeFrom| Arc::ptr_eq(&from.files, &sources.public) && from.made == made;
        if let Some(earlier) = earlier.filter(|earlier| is_same(&earlier.made_from)) {
            return (earlier.clone(), Vec::new());
        }
        let mut diagnostics = Vec::new();
        let (wanted, hidden, fonts) = (globs(rules.hashed), globs(rules.sources), globs(rules.fonts));
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
            let is_hashed = wanted.is_match(path);
            let published = if is_hashed {
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
            let asset = Asset { is_source: hidden.is_match(path), is_hashed, ..Asset::new(published, source) };
            files.insert(path.clone(), Arc::new(Asset { file: Some(file.clone()), ..asset }));
        }
        for (path, published, source) in &made.files {
            let known = earlier.and_then(|earlier| earlier.files.get(path)).filter(|known| known.file.is_none());
            let known = known.filter(|known| known.published == *published && known.source == *source);
            let new = || Arc::new(Asset { is_hashed: true, ..Asset::new(published.clone(), source.clone()) });
            files.insert(path.clone(), known.cloned().unwrap_or_else(new));
        }
        made.parts.iter().for_each(|part| drop(files.remove(part)));
        let fonts: Vec<String> = files.keys().filter(|path| fonts.is_match(path)).cloned().collect();
        let same_fonts = |earlier: &&Arc<Self>| {
            let same = |path: &String| earlier.files.get(path).is_some_and(|known| Arc::ptr_eq(known, &files[path]));
            earlier.fonts == fonts && fonts.iter().all(same)
        };
        let loaded = earlier.filter(same_fonts).map_or_else(Arc::default, |earlier| earlier.loaded.clone());
        let own = |list: &[String]| list.to_vec();
        let made_from = MadeFrom {
            files: sources.public.clone(),
            hashed: own(rules.hashed),
            sources: own(rules.sources),
            fonts: own(rules.fonts),
            made,
            // What could not be read has to be tried, and told, again.
            whole: diagnostics.is_empty(),
        };
        (Arc::new(Self { files, fonts, loaded, made_from }), diagnostics)
    }

    /// All that are published, by path.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Arc<Asset>)> {
        self.files.iter().filter(|(_, asset)| !asset.is_source).map(|(path, asset)| (path.as_str(), asset))
    }

    /// The published file at `path`, which somebody named and expects to be there.
    ///
    /// # Errors
    /// A sentence that says that it is not there or not published, and what may be meant.
    pub fn published(&self, path: &str) -> Result<&Arc<Asset>, (String, String)> {
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

impl MadeFrom {
    /// Whether it went by these rules, and well.
    fn is_by(&self, rules: Rules) -> bool {
        self.whole && (&*self.hashed, &*self.sources, &*self.fonts) == (rules.hashed, rules.sources, rules.fonts)
    }
}

impl Asset {
    fn new(published: String, source: PathBuf) -> Self {
        let (text, picture) = (OnceLock::new(), OnceLock::new());
        Self { published, source, is_source: false, is_hashed: false, file: None, text, picture }
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
