//! Assets: the files of `public/`, of esbuild's bundles and of this program, and attachments.
//!
//! 1. [`Assets::new`] creates an [`Asset`] for each file, and shares those of unchanged files with the last build.
//! 2. An asset reads its text and its picture header on first use. The fonts are also read on first use.
//! 3. `derived` makes images from assets: pictures in other sizes and formats, and drawings as PNG.

pub mod crop;
pub mod derived;
mod exif;
mod file;
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

use globset::{Glob, GlobSet};
use svg::Fonts;
use tone::Tones;

pub use crop::Size;
pub use exif::PhotoFacts;
pub use file::Asset;
pub use image_header::ImageInfo;
pub use paths::{attachment_key, attachment_path, shown_path};

use crate::config::PUBLIC;
use crate::diagnostic::{Diagnostic, Mistake, Place, closest};
use crate::fs;
use crate::route::{self, hashed_path};
use crate::source::Sources;
use crate::unicode::nfc;

/// The assets of a site, by path.
#[derive(Debug)]
pub struct Assets {
    files: AssetsByPath,
    /// The fonts for SVG drawings.
    fonts: AssetsByPath,
    /// The fonts as read on first use, and the errors of reading them.
    loaded_fonts: Arc<OnceLock<(Fonts, Vec<Diagnostic>)>>,
    tones: Arc<Tones>,
    globs: AssetGlobs,
    /// Whether every file with a hash in its name could be read.
    is_complete: bool,
}

type AssetsByPath = BTreeMap<String, Arc<Asset>>;

/// The globs in the settings that classify the files of `public/`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AssetGlobs {
    /// Files whose published name contains a hash.
    pub hashed: Vec<String>,
    /// Files that images are derived from. They are not published themselves.
    pub sources: Vec<String>,
    /// The fonts of SVG drawings.
    pub fonts: Vec<String>,
}

/// The published files of esbuild's bundles and of the program.
#[derive(Debug, Default)]
pub struct BundledFiles {
    /// The assets by the path at which templates find them. An asset replaces the file of `public/` at that path.
    pub files: Vec<(String, Asset)>,
    /// The paths of files of `public/` that are parts of esbuild's bundles. They are not published themselves.
    pub parts: Vec<String>,
}

impl Assets {
    /// Collects the assets, and shares those of unchanged files with `earlier`. The tones of pictures are cached in
    /// `tone_folder`. Also returns a diagnostic for each file whose hash can't be computed because it can't be read.
    pub fn new(
        sources: &Sources,
        globs: AssetGlobs,
        bundled: BundledFiles,
        earlier: Option<&Arc<Self>>,
        tone_folder: PathBuf,
    ) -> (Arc<Self>, Vec<Diagnostic>) {
        // After an error, no asset is shared, so that the unreadable file is read and reported again.
        let earlier = earlier.filter(|earlier| earlier.is_complete && earlier.globs == globs);
        let (files, diagnostics) = collect(sources, &globs, bundled, earlier);
        if let Some(earlier) = earlier.filter(|earlier| are_same(&earlier.files, &files)) {
            return (earlier.clone(), Vec::new());
        }
        let font_globs = compile_globs(&globs.fonts);
        let is_font = |(path, _): &(&String, &Arc<Asset>)| attachment_path(path).is_none() && font_globs.is_match(path);
        let fonts = files.iter().filter(is_font).map(|(path, asset)| (path.clone(), asset.clone())).collect();
        let with_same_fonts = earlier.filter(|earlier| are_same(&earlier.fonts, &fonts));
        let loaded_fonts = with_same_fonts.map(|earlier| earlier.loaded_fonts.clone()).unwrap_or_default();
        let tones = earlier.map_or_else(|| Arc::new(Tones::new(tone_folder)), |earlier| earlier.tones.clone());
        let is_complete = diagnostics.is_empty();
        (Arc::new(Self { files, fonts, loaded_fonts, tones, globs, is_complete }), diagnostics)
    }

    /// Iterates over the published files except attachments, with the paths at which templates find them, sorted by
    /// path.
    pub fn published(&self) -> impl Iterator<Item = (&str, &Arc<Asset>)> {
        self.files.iter().filter(|(_, asset)| !asset.is_unpublished).map(|(path, asset)| (path.as_str(), asset))
    }

    /// Returns the tone of a picture; `None` if it can't be read or decoded.
    pub fn tone(&self, asset: &Asset) -> Option<u8> {
        self.tones.tone(asset.picture()?.digest, || fs::read_bytes(&asset.disk_path, &asset.display_path()).ok())
    }

    pub fn remove_unused_tones(&self) {
        self.tones.cache.remove_unused();
    }

    /// Whether the file at `path` is a font of SVG drawings.
    pub fn is_font(&self, path: &str) -> bool {
        self.fonts.contains_key(path.trim_start_matches('/'))
    }

    /// Returns the fonts of SVG drawings. They are read on first use.
    pub fn fonts(&self) -> &Fonts {
        &self.loaded_fonts().0
    }

    pub fn font_diagnostics(&self) -> &[Diagnostic] {
        &self.loaded_fonts().1
    }

    fn loaded_fonts(&self) -> &(Fonts, Vec<Diagnostic>) {
        self.loaded_fonts.get_or_init(|| {
            let (mut files, mut diagnostics) = (Vec::new(), Vec::new());
            for (path, font) in &self.fonts {
                let name = format!("{PUBLIC}/{path}");
                match fs::read_bytes(&font.disk_path, &name) {
                    Ok(bytes) => files.push((name, bytes)),
                    Err(diagnostic) => diagnostics.push(diagnostic),
                }
            }
            let (fonts, empty) = Fonts::new(files);
            diagnostics.extend(empty.into_iter().map(|name| {
                Diagnostic::error("broken-font", format!("`{name}` holds no font that can be drawn with"))
                    .at(Place::file(name))
                    .help("drawings need TrueType or OpenType fonts (.ttf, .otf); WOFF files are for browsers only")
            }));
            (fonts, diagnostics)
        })
    }

    /// Lists the paths that a glob matches, except those of attachments.
    pub fn matching(&self, glob: &str) -> Vec<&str> {
        let globs = compile_globs(&[glob.trim_start_matches('/').to_owned()]);
        self.paths().filter(|path| attachment_path(path).is_none() && globs.is_match(path)).collect()
    }

    /// Lists the paths of all files. Attachments have paths such as `../content/a.png`.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Finds the file at `path`, with or without a leading slash.
    pub fn find(&self, path: &str) -> Option<&Arc<Asset>> {
        self.files.get(&*nfc(path.trim_start_matches('/')))
    }

    /// Finds the file at `path`, like `find`. The error for a missing file names a similar path, if there is one.
    pub fn get(&self, path: &str) -> Result<&Arc<Asset>, Mistake> {
        self.find(path).ok_or_else(|| {
            let slash = if path.starts_with('/') { "/" } else { "" };
            let path = path.trim_start_matches('/');
            let is_same_kind = |key: &&str| attachment_path(key).is_some() == attachment_path(path).is_some();
            let near = closest(path, self.paths().filter(is_same_kind));
            // Entries refer to the attachments in their own folder by paths below the folder.
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            let near = near.map(|near| match attachment_path(near) {
                Some(attachment) => route::path_below(near, folder).unwrap_or(attachment),
                None => near,
            });
            let hint = near.map_or_else(|| "no such file".to_owned(), |near| format!("did you mean `{slash}{near}`?"));
            Mistake::new(format!("there is no file `{}`", shown_path(path)), hint)
        })
    }
}

fn collect(
    sources: &Sources,
    globs: &AssetGlobs,
    bundled: BundledFiles,
    earlier: Option<&Arc<Assets>>,
) -> (AssetsByPath, Vec<Diagnostic>) {
    let (mut files, mut diagnostics) = (AssetsByPath::new(), Vec::new());
    let find_earlier = |path: &str, is_current: &dyn Fn(&Asset) -> bool| {
        earlier?.files.get(path).filter(|asset| is_current(asset)).cloned()
    };
    let [hashed, image_sources] = [&globs.hashed, &globs.sources].map(|globs| compile_globs(globs));
    let public = sources.public.files.iter().map(|file| (file.path.clone(), file));
    let attachments = sources.content.files.iter().map(|file| (attachment_key(&file.path), file));
    for (path, file) in public.chain(attachments) {
        let create = || {
            let mut asset = Asset::listed(file, path.clone());
            // The page plan decides which attachments are published, and where.
            let is_attachment = attachment_path(&path).is_some();
            asset.is_unpublished = is_attachment || image_sources.is_match(&path);
            asset.is_hashed = !is_attachment && hashed.is_match(&path);
            if asset.is_hashed {
                match fs::read_bytes(&file.disk_path, &format!("{PUBLIC}/{path}")) {
                    Ok(bytes) => asset.output_path = hashed_path(&path, &bytes),
                    Err(diagnostic) => diagnostics.push(diagnostic),
                }
            }
            Arc::new(asset)
        };
        let asset = find_earlier(&path, &|earlier| earlier.is_from_file(file)).unwrap_or_else(create);
        files.insert(path, asset);
    }
    for (path, asset) in bundled.files {
        let earlier = find_earlier(&path, &|earlier| earlier.is_same_bundled_file(&asset));
        files.insert(path, earlier.unwrap_or_else(|| Arc::new(asset)));
    }
    for part in &bundled.parts {
        files.remove(part);
    }
    (files, diagnostics)
}

/// Whether both hold the same `Arc`s in the same order.
fn are_same(one: &AssetsByPath, other: &AssetsByPath) -> bool {
    one.values().map(Arc::as_ptr).eq(other.values().map(Arc::as_ptr))
}

/// Compiles globs, and skips invalid ones. The check of the settings reports invalid globs in the settings.
pub fn compile_globs(patterns: &[String]) -> GlobSet {
    GlobSet::new(patterns.iter().filter_map(|pattern| Glob::new(pattern).ok())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{AssetGlobs, Assets, BundledFiles, attachment_key};
    use crate::config::Config;
    use crate::date::Clock;
    use crate::source::{self, Changes, Sources};

    #[test]
    fn only_fonts_of_public_are_fonts_of_drawings() {
        let root = tempfile::tempdir().expect("a folder");
        for path in ["content/site.yaml", "content/kites/a.ttf", "templates/page.html", "public/b.ttf"] {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, "").expect("written");
        }
        let config = Config::new(root.path(), Clock::system());
        let (sources, _) = source::read(&config, &Sources::default(), &Changes::Unknown);
        let globs = AssetGlobs { fonts: vec!["**/*.ttf".to_owned()], ..AssetGlobs::default() };
        let (assets, _) = Assets::new(&sources, globs, BundledFiles::default(), None, root.path().join("tones"));
        let attachment = attachment_key("kites/a.ttf");
        assert!(assets.find(&attachment).is_some(), "{assets:?}");
        assert_eq!((assets.is_font("b.ttf"), assets.is_font(&attachment)), (true, false));
    }
}
