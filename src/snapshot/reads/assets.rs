//! The reads of files of `public/`.

use std::sync::Arc;

use super::settings::ReadSettings;
use crate::asset::svg::Fonts;
use crate::asset::{Asset, Size};
use crate::config::{CONTENT, PUBLIC};
use crate::diagnostic::Diagnostic;
use crate::search;
use crate::snapshot::durable::DurableParts;
use crate::snapshot::family::{ReadFamily, Record};
use crate::snapshot::fingerprint::FingerprintHasher;
use crate::snapshot::snapshot::Snapshot;

/// A read of a file of `public/`, or of all fonts.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AssetRead {
    File(Box<str>, AssetAspect),
    /// The fonts of drawings.
    Fonts,
}

/// An aspect of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AssetAspect {
    /// Its output path, and whether it is a source that is not published.
    Address,
    /// Its image header, and a digest of its bytes.
    Picture,
    Size,
    Text,
}

/// Reads files of `public/`.
pub trait ReadAssets: Record<AssetRead> + ReadSettings {
    /// Returns the URL of a file of `public/`, or a message and a hint.
    fn asset_url(&self, path: &str) -> Result<String, (String, String)> {
        self.record(|| AssetRead::File(path.into(), AssetAspect::Address));
        let published = &self.snapshot().site().assets.published(path)?.published;
        Ok(self.url(&format!("/{published}")))
    }

    /// Returns the URL of a file of `public/`, or nothing if it is a source that is not published.
    fn published_url(&self, path: &str) -> Result<Option<String>, (String, String)> {
        self.record(|| AssetRead::File(path.into(), AssetAspect::Address));
        let asset = self.snapshot().site().assets.get(path)?;
        Ok((!asset.is_source).then(|| self.url(&format!("/{}", asset.published))))
    }

    /// Returns a file of `public/` as a picture for derived images.
    fn picture(&self, path: &str) -> Result<&Arc<Asset>, (String, String)> {
        asset(self, path, AssetAspect::Picture)
    }

    /// Returns the number of the mean colour of a picture; `None` if it can't be decoded.
    fn tone(&self, path: &str) -> Option<u8> {
        let asset = self.picture(path).ok()?;
        self.snapshot().site().assets.tone(asset)
    }

    fn asset_size(&self, path: &str) -> Option<Size> {
        asset(self, path, AssetAspect::Size).ok().and_then(|asset| asset.size())
    }

    fn asset_text(&self, path: &str) -> Result<Result<&str, &Diagnostic>, (String, String)> {
        Ok(asset(self, path, AssetAspect::Text)?.text(path))
    }

    /// Returns the fonts of drawings.
    fn fonts(&self) -> &Fonts {
        self.record(|| AssetRead::Fonts);
        self.snapshot().site().assets.fonts()
    }
}

fn asset<'t>(
    reader: &'t (impl Record<AssetRead> + ?Sized),
    path: &str,
    aspect: AssetAspect,
) -> Result<&'t Arc<Asset>, (String, String)> {
    reader.record(|| AssetRead::File(path.into(), aspect));
    reader.snapshot().site().assets.get(path)
}

impl ReadFamily for AssetRead {
    fn hash(&self, snapshot: &Snapshot, hasher: &mut FingerprintHasher) {
        let assets = &snapshot.site().assets;
        let (path, aspect) = match self {
            Self::Fonts => return hasher.text(&assets.fonts().digest.to_string()),
            Self::File(path, aspect) => (path, aspect),
        };
        let Some(asset) = assets.find(path) else { return hasher.absent() };
        match aspect {
            AssetAspect::Address => {
                hasher.text(&asset.published);
                hasher.number(usize::from(asset.is_source));
            }
            AssetAspect::Picture => match asset.picture() {
                Some(picture) => hasher.text(&format!("{:?} {:x}", picture.header, picture.digest)),
                None => hasher.absent(),
            },
            AssetAspect::Size => match asset.size() {
                Some(size) => [size.width, size.height].into_iter().for_each(|side| hasher.number(side as usize)),
                None => hasher.absent(),
            },
            AssetAspect::Text => hasher.text(asset.text(path).map_or("", |text| text)),
        }
    }

    fn is_durable(&self, parts: &DurableParts) -> bool {
        parts.assets
    }

    fn describe(&self, _: &Snapshot) -> (String, String) {
        let (path, aspect) = match self {
            Self::Fonts => return (format!("{PUBLIC}/"), "the fonts of drawings".to_owned()),
            Self::File(path, _) if &**path == search::LOADER => {
                return (format!("{CONTENT}/site.yaml"), "`search`".to_owned());
            }
            Self::File(path, aspect) => (path, aspect),
        };
        let what = match aspect {
            AssetAspect::Address => "its address",
            AssetAspect::Picture => "its pixels",
            AssetAspect::Size => "its size",
            AssetAspect::Text => "its text",
        };
        (format!("{PUBLIC}/{}", path.trim_start_matches('/')), what.to_owned())
    }
}
