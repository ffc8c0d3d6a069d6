//! An asset: its output path, and the facts about its file, which are read on first use.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use super::crop::Size;
use super::exif::PhotoFacts;
use super::image_header::{self, ImageInfo};
use super::paths::shown_path;
use crate::diagnostic::{Diagnostic, Place};
use crate::source::UnreadFile;
use crate::{fs, html};

/// A file of `public/`, of esbuild's bundles or of the program, or an attachment.
#[derive(Debug, Default)]
pub struct Asset {
    /// The output path. For an attachment, its key: the page plan has the output paths of attachments.
    pub output_path: String,
    pub disk_path: PathBuf,
    /// Whether the file is not published as an asset: images are derived from it, or it is an attachment. The page plan
    /// publishes attachments.
    pub is_unpublished: bool,
    /// Whether the published name contains a hash of the content, so that the output never changes.
    pub is_hashed: bool,
    /// The text of a file of the program, which is not on disk.
    pub built_in: Option<Arc<str>>,
    /// The file as listed; `None` for a file of esbuild's bundles or of the program.
    file: Option<Arc<UnreadFile>>,
    text: OnceLock<Result<String, Diagnostic>>,
    picture: OnceLock<Option<ImageInfo>>,
    byte_count: OnceLock<Option<u64>>,
    photo_facts: OnceLock<PhotoFacts>,
}

impl Asset {
    /// Creates the asset of a file of `public/`, or of an attachment.
    pub(super) fn listed(file: &Arc<UnreadFile>, output_path: String) -> Self {
        Self { output_path, disk_path: file.disk_path.clone(), file: Some(file.clone()), ..Self::default() }
    }

    /// Creates the asset of a file of esbuild's bundles, whose published name contains a hash.
    pub fn bundled(output_path: String, disk_path: PathBuf) -> Self {
        Self { output_path, disk_path, is_hashed: true, ..Self::default() }
    }

    /// Creates the asset of a file of the program, whose published name contains a hash.
    pub fn built_in(output_path: String, text: Arc<str>) -> Self {
        Self { built_in: Some(text), ..Self::bundled(output_path, PathBuf::new()) }
    }

    /// Whether this asset was created from `file`. A changed file is another `Arc`.
    pub(super) fn is_from_file(&self, file: &Arc<UnreadFile>) -> bool {
        self.file.as_ref().is_some_and(|own| Arc::ptr_eq(own, file))
    }

    /// Whether this asset and `other`, a file of esbuild's bundles or of the program, are the same file. The hash in
    /// the output path stands for the content.
    pub(super) fn is_same_bundled_file(&self, other: &Self) -> bool {
        self.file.is_none() && self.output_path == other.output_path && self.disk_path == other.disk_path
    }

    /// Returns the text, which is read once. `path` is the asset's key; its extension tells whether the text is an SVG.
    ///
    /// # Errors
    /// Fails if the file can't be read, is not UTF-8, or is an SVG that is not well-formed XML.
    pub fn text(&self, path: &str) -> Result<&str, &Diagnostic> {
        let read = || {
            if let Some(text) = &self.built_in {
                return Ok(text.to_string());
            }
            let file = shown_path(path);
            let text = fs::read_text(&self.disk_path, &file)?;
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

    /// Returns the width and height in CSS pixels; `None` if they can't be read.
    pub fn size(&self) -> Option<Size> {
        self.picture().map(|picture| picture.size)
    }

    /// Returns the properties of the picture, read once; `None` if they can't be read.
    pub fn picture(&self) -> Option<ImageInfo> {
        *self.picture.get_or_init(|| {
            let bytes = fs::read_bytes(&self.disk_path, &self.display_path()).ok()?;
            ImageInfo::of(&bytes)
        })
    }

    /// Returns the number of bytes; `None` if the file can't be read.
    pub fn byte_count(&self) -> Option<u64> {
        *self.byte_count.get_or_init(|| match &self.built_in {
            Some(text) => Some(text.len() as u64),
            None => fs::size(&self.disk_path, &self.display_path()).ok(),
        })
    }

    /// Returns what a camera wrote into a JPEG; no facts for any other file.
    pub fn photo_facts(&self) -> &PhotoFacts {
        self.photo_facts.get_or_init(|| image_header::read_photo_facts(&self.disk_path, &self.display_path()))
    }

    /// Whether the file is published unchanged from `public/`.
    pub fn is_copied(&self) -> bool {
        self.file.is_some() && !self.is_unpublished
    }

    pub(super) fn display_path(&self) -> String {
        self.disk_path.display().to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::Asset;

    #[test]
    fn a_file_of_the_program_has_a_text_and_a_size() {
        let asset = Asset::built_in("search.js".to_owned(), "ä".into());
        assert_eq!((asset.text("search.js").ok(), asset.byte_count()), (Some("ä"), Some(2)));
    }
}
