//! Assets, the files of `public/`: their output paths, texts and picture sizes, and the images derived from them.
//!
//! Text, picture header and fonts are read on first use. A later build shares what is unchanged.

pub mod crop;
pub mod derived;
mod exif;
mod image_header;
pub mod memory_budget;
mod orientation;
mod paths;
pub mod raster;
pub mod svg;
mod tone;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use globset::{Glob, GlobSet, GlobSetBuilder};
use xxhash_rust::xxh3::xxh3_64;

pub use exif::PhotoFacts;
pub use image_header::{ImageHeader, ImageKind, Size, tells_place};
use paths::with_hash;
pub use paths::{attachment_key, attachment_path, shown_path};
use svg::Fonts;
use tone::Tones;

use crate::config::PUBLIC;
use crate::diagnostic::{Diagnostic, Place, closest};
use crate::source::{Listing, PublicFile, Sources};
use crate::unicode::nfc;
use crate::{fs, html};

/// The files of `public/`, by path.
#[derive(Debug)]
pub struct Assets {
    files: BTreeMap<String, Arc<Asset>>,
    /// The paths of the fonts for SVG drawings.
    fonts: Vec<String>,
    /// The fonts at those paths, and the errors of reading them.
    loaded_fonts: Arc<OnceLock<(Fonts, Vec<Diagnostic>)>>,
    tones: Arc<Tones>,
    inputs: AssetInputs,
}

/// The inputs of [`Assets::new`]: a later build compares them with its own to decide what it can reuse.
#[derive(Debug, Default)]
struct AssetInputs {
    files: Arc<Listing<PublicFile>>,
    attachments: Vec<Arc<Listing<PublicFile>>>,
    hashed: Vec<String>,
    sources: Vec<String>,
    fonts: Vec<String>,
    bundled: BundledFiles,
    /// Whether every file that had to be read could be read.
    is_complete: bool,
}

/// The published files of bundles, which replace files of `public/`, and those of the program.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct BundledFiles {
    /// For each file: the path in `public/` that it replaces or adds, the output path (with a hash), the path on disk.
    pub files: Vec<(String, String, PathBuf)>,
    /// The paths of files of `public/` that are parts of bundles, so that they are not published themselves.
    pub parts: Vec<String>,
    /// Files of the program itself: the name of each, the output path (with a hash), the text.
    pub built_in: Vec<(&'static str, String, Arc<str>)>,
}

/// The globs in the settings that classify the files of `public/`.
#[derive(Debug, Clone, Copy, Default)]
pub struct AssetGlobs<'a> {
    /// Files whose published name contains a hash.
    pub hashed: &'a [String],
    /// Files that images are derived from. They are not published themselves.
    pub sources: &'a [String],
    /// The fonts of SVG drawings.
    pub fonts: &'a [String],
}

/// One file of `public/`.
#[derive(Debug)]
pub struct Asset {
    /// The output path: the path below `public/`, with a hash in the name where the settings ask for it.
    pub published: String,
    /// The file on disk.
    pub source: PathBuf,
    /// Whether images are derived from the file, so that it is not published itself.
    pub is_source: bool,
    /// Whether the published name contains a hash of the content, so that the output never changes.
    pub is_hashed: bool,
    /// The text of a file of the program, which is not on disk.
    pub built_in: Option<Arc<str>>,
    /// The file in the listing of `public/`; `None` for a file of a bundle or of the program.
    file: Option<Arc<PublicFile>>,
    text: OnceLock<Result<String, Diagnostic>>,
    picture: OnceLock<Option<ImageInfo>>,
    bytes: OnceLock<Option<u64>>,
    photo: OnceLock<PhotoFacts>,
}

/// The properties of a picture that are known without decoding it.
#[derive(Debug, Clone, Copy)]
pub struct ImageInfo {
    pub header: ImageHeader,
    /// False for a JPEG or PNG that is truncated.
    pub is_whole: bool,
    /// The hash of the file's bytes.
    pub digest: u64,
}

impl Assets {
    /// Determines the output path of every file. Only files whose published name contains a hash are read. Unchanged
    /// files share their `Asset` with `earlier`. Tones of pictures are kept in the folder `tones`. Also returns a diagnostic for each file that can't be read.
    pub fn new(
        sources: &Sources,
        patterns: AssetGlobs,
        bundled: BundledFiles,
        earlier: Option<&Arc<Self>>,
        tones: PathBuf,
    ) -> (Arc<Self>, Vec<Diagnostic>) {
        let earlier = earlier.filter(|earlier| earlier.inputs.is_reusable(patterns));
        let is_same = |from: &AssetInputs| {
            let listings = from.attachments.iter().zip(sources.attachments());
            Arc::ptr_eq(&from.files, &sources.public)
                && from.attachments.len() == sources.attachments().len()
                && listings.into_iter().all(|(a, b)| Arc::ptr_eq(a, b))
                && from.bundled == bundled
        };
        if let Some(earlier) = earlier.filter(|earlier| is_same(&earlier.inputs)) {
            return (earlier.clone(), Vec::new());
        }
        let mut diagnostics = Vec::new();
        let (hashed, source_only, fonts) = (globs(patterns.hashed), globs(patterns.sources), globs(patterns.fonts));
        let mut files = BTreeMap::new();
        for file in &sources.public.files {
            let path = &file.path;
            let known = earlier.and_then(|earlier| earlier.files.get(path));
            if let Some(known) = known.filter(|known| known.file.as_ref().is_some_and(|known| Arc::ptr_eq(known, file)))
            {
                files.insert(path.clone(), known.clone());
                continue;
            }
            let source = file.disk_path.clone();
            let is_hashed = hashed.is_match(path);
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
            let asset = Asset { is_source: source_only.is_match(path), is_hashed, ..Asset::new(published, source) };
            files.insert(path.clone(), Arc::new(Asset { file: Some(file.clone()), ..asset }));
        }
        for file in sources.attachments().iter().flat_map(|listing| &listing.files) {
            let path = attachment_key(&file.path);
            let known = earlier
                .and_then(|earlier| earlier.files.get(&path))
                .filter(|known| known.file.as_ref().is_some_and(|known| Arc::ptr_eq(known, file)));
            let new = || {
                let asset = Asset { is_source: true, ..Asset::new(path.clone(), file.disk_path.clone()) };
                Arc::new(Asset { file: Some(file.clone()), ..asset })
            };
            let asset = known.cloned().unwrap_or_else(new);
            files.insert(path, asset);
        }
        for (path, published, source) in &bundled.files {
            let known = earlier.and_then(|earlier| earlier.files.get(path)).filter(|known| known.file.is_none());
            let known = known.filter(|known| known.published == *published && known.source == *source);
            let new = || Arc::new(Asset { is_hashed: true, ..Asset::new(published.clone(), source.clone()) });
            files.insert(path.clone(), known.cloned().unwrap_or_else(new));
        }
        for (name, published, text) in &bundled.built_in {
            let asset = Asset {
                is_hashed: true,
                built_in: Some(text.clone()),
                ..Asset::new(published.clone(), PathBuf::new())
            };
            let known = earlier.and_then(|earlier| earlier.files.get(*name)).cloned();
            files.insert((*name).to_owned(), known.unwrap_or_else(|| Arc::new(asset)));
        }
        bundled.parts.iter().for_each(|part| drop(files.remove(part)));
        let fonts: Vec<String> = files.keys().filter(|path| fonts.is_match(path)).cloned().collect();
        let has_same_fonts = |earlier: &&Arc<Self>| {
            let same = |path: &String| earlier.files.get(path).is_some_and(|known| Arc::ptr_eq(known, &files[path]));
            earlier.fonts == fonts && fonts.iter().all(same)
        };
        let loaded_fonts =
            earlier.filter(has_same_fonts).map_or_else(Arc::default, |earlier| earlier.loaded_fonts.clone());
        let inputs = AssetInputs {
            files: sources.public.clone(),
            attachments: sources.attachments().to_vec(),
            hashed: patterns.hashed.to_vec(),
            sources: patterns.sources.to_vec(),
            fonts: patterns.fonts.to_vec(),
            bundled,
            // A file that can't be read is retried, and reported, by the next build.
            is_complete: diagnostics.is_empty(),
        };
        let tones = earlier.map_or_else(|| Arc::new(Tones::new(tones)), |earlier| earlier.tones.clone());
        (Arc::new(Self { files, fonts, loaded_fonts, tones, inputs }), diagnostics)
    }

    /// Iterates over the published files with their paths in `public/`, sorted by path.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Arc<Asset>)> {
        self.files.iter().filter(|(_, asset)| !asset.is_source).map(|(path, asset)| (path.as_str(), asset))
    }

    /// Finds the published file at `path`, with or without a leading slash.
    ///
    /// # Errors
    /// Fails with a message and a hint if the file is missing or not published.
    pub fn published(&self, path: &str) -> Result<&Arc<Asset>, (String, String)> {
        let asset = self.get(path)?;
        if asset.is_source {
            let path = path.trim_start_matches('/');
            let hint = "by `assets.sources` in content/site.yaml; show it with `picture`".to_owned();
            return Err((format!("the file `{}` is not published", shown_path(path)), hint));
        }
        Ok(asset)
    }

    /// Returns the tone of a picture; `None` if it can't be decoded.
    pub fn tone(&self, asset: &Asset) -> Option<u8> {
        self.tones.tone(asset.picture()?.digest, || fs::read_bytes(&asset.source, &asset.shown()).ok())
    }

    /// Removes tones that were not asked for long.
    pub fn remove_unused_tones(&self) {
        self.tones.remove_unused();
    }

    /// Whether the file at `path` is a font of SVG drawings.
    pub fn is_font(&self, path: &str) -> bool {
        self.fonts.iter().any(|font| font == path.trim_start_matches('/'))
    }

    /// Returns the fonts of SVG drawings. They are read on first use.
    pub fn fonts(&self) -> &Fonts {
        &self.loaded_fonts().0
    }

    /// Returns the errors of reading the fonts.
    pub fn font_problems(&self) -> &[Diagnostic] {
        &self.loaded_fonts().1
    }

    fn loaded_fonts(&self) -> &(Fonts, Vec<Diagnostic>) {
        self.loaded_fonts.get_or_init(|| {
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
                    .help("drawings need TrueType or OpenType fonts (.ttf, .otf); WOFF files are for browsers only")
            }));
            (fonts, problems)
        })
    }

    /// Lists the paths of the files of `public/` that a glob matches.
    pub fn matching(&self, glob: &str) -> Vec<&str> {
        let globs = globs(&[glob.trim_start_matches('/').to_owned()]);
        let paths = self.files.keys().map(String::as_str);
        paths.filter(|path| attachment_path(path).is_none() && globs.is_match(path)).collect()
    }

    /// Finds the file at `path`, with or without a leading slash.
    pub fn find(&self, path: &str) -> Option<&Arc<Asset>> {
        self.files.get(&*nfc(path.trim_start_matches('/')))
    }

    /// Finds the file at `path`, like `find`.
    ///
    /// # Errors
    /// Fails with a message and a hint, such as the most similar path, if there is no such file.
    pub fn get(&self, path: &str) -> Result<&Arc<Asset>, (String, String)> {
        self.find(path).ok_or_else(|| {
            let slash = if path.starts_with('/') { "/" } else { "" };
            let path = path.trim_start_matches('/');
            let is_like = |key: &&str| attachment_path(key).is_some() == attachment_path(path).is_some();
            let near = closest(path, self.files.keys().map(String::as_str).filter(is_like));
            let near = near.map(|near| attachment_path(near).unwrap_or(near));
            let hint = near.map_or_else(|| "no such file".to_owned(), |near| format!("did you mean `{slash}{near}`?"));
            (format!("there is no file `{}`", shown_path(path)), hint)
        })
    }
}

impl AssetInputs {
    /// Whether a build with these globs can reuse the assets: the globs are the same, and every file could be read.
    fn is_reusable(&self, globs: AssetGlobs) -> bool {
        self.is_complete && (&*self.hashed, &*self.sources, &*self.fonts) == (globs.hashed, globs.sources, globs.fonts)
    }
}

impl Asset {
    fn new(published: String, source: PathBuf) -> Self {
        let (text, picture, bytes, photo) = Default::default();
        Self {
            published,
            source,
            is_source: false,
            is_hashed: false,
            built_in: None,
            file: None,
            text,
            picture,
            bytes,
            photo,
        }
    }

    /// Returns the text, which is read once; `path` is the path below `public/`.
    ///
    /// # Errors
    /// Fails if the file can't be read, is not UTF-8, or is an SVG that is not well-formed XML.
    pub fn text(&self, path: &str) -> Result<&str, &Diagnostic> {
        let read = || {
            let file = shown_path(path);
            let text = fs::read_text(&self.source, &file)?;
            match html::xml_error(&text).filter(|_| path.ends_with(".svg")) {
                None => Ok(text),
                Some(error) => {
                    Err(Diagnostic::error("broken-xml", format!("`{file}` is not a drawing: {}", error.description))
                        .at(Place::new(file, &text, error.span))
                        .help(error.help))
                }
            }
        };
        self.text.get_or_init(read).as_deref()
    }

    /// Returns the width and height in CSS pixels; `None` if the file is not a picture in a known format.
    pub fn size(&self) -> Option<Size> {
        self.picture().map(|picture| picture.header.size)
    }

    /// Returns the properties of the picture, which are read once; `None` if the file is not a picture in a known
    /// format or can't be read.
    pub fn picture(&self) -> Option<ImageInfo> {
        *self.picture.get_or_init(|| {
            let bytes = fs::read_bytes(&self.source, &self.shown()).ok()?;
            let is_whole = raster::is_whole(&bytes);
            Some(ImageInfo { header: image_header::header(&bytes)?, is_whole, digest: xxh3_64(&bytes) })
        })
    }

    /// Returns the number of bytes; `None` if the file can't be read.
    pub fn bytes(&self) -> Option<u64> {
        *self.bytes.get_or_init(|| fs::size(&self.source, &self.shown()).ok())
    }

    /// Returns what a camera wrote into the photo; nothing of any other file.
    pub fn photo(&self) -> &PhotoFacts {
        self.photo.get_or_init(|| {
            let is_photo = self.picture().is_some_and(|picture| picture.header.kind == ImageKind::Jpeg);
            let bytes = fs::read_bytes(&self.source, &self.shown()).ok().filter(|_| is_photo);
            bytes.map(|bytes| image_header::photo_facts(&bytes)).unwrap_or_default()
        })
    }

    /// Whether the file is published unchanged from `public/`.
    pub fn is_copied(&self) -> bool {
        self.file.is_some() && !self.is_source
    }

    /// Returns the path on disk for messages.
    fn shown(&self) -> String {
        self.source.display().to_string()
    }
}

/// Compiles globs. Invalid ones are skipped, because the check of the settings reports them.
pub fn globs(patterns: &[String]) -> GlobSet {
    let mut set = GlobSetBuilder::new();
    for glob in patterns.iter().filter_map(|pattern| Glob::new(pattern).ok()) {
        set.add(glob);
    }
    set.build().unwrap_or_default()
}
