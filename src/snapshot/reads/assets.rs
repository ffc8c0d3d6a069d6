//! The reads of assets: the files of `public/`, and attachments.

use std::sync::Arc;

use super::settings::ReadSettings;
use crate::asset::svg::Fonts;
use crate::asset::{Asset, Size, attachment_path, shown_path};
use crate::config::{CONTENT, PUBLIC};
use crate::diagnostic::{Diagnostic, Mistake};
use crate::search;
use crate::snapshot::family::{DurableParts, FamilyRead, FingerprintHasher, Record};
use crate::snapshot::snapshot::Snapshot;

/// A read of an asset, of the paths of several, or of all fonts.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AssetRead {
    File(Box<str>, AssetAspect),
    /// The paths of the files of `public/` that a glob matches.
    Matching(Box<str>),
    Fonts,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AssetAspect {
    /// Its output path, if it is published.
    OutputPath,
    /// Its image header, and a digest of its bytes.
    Picture,
    Size,
    Text,
    /// How many bytes it has, and what its EXIF data says.
    Facts,
}

pub trait ReadAssets: Record<AssetRead> + ReadSettings {
    /// Returns the URL of an asset; fails if the asset is missing or not published.
    fn asset_url(&self, path: &str) -> Result<String, Mistake> {
        self.published_url(path)?.ok_or_else(|| {
            let hint = match attachment_path(path) {
                Some(_) => "its entry has no page, or it is a photo: show it with `picture`",
                None => "by `assets.sources` in content/site.yaml; show it with `picture`",
            };
            Mistake::new(format!("the file `{}` is not published", shown_path(path)), hint)
        })
    }

    /// Returns the URL of an asset; `None` if the asset is not published. Fails if the asset is missing.
    fn published_url(&self, path: &str) -> Result<Option<String>, Mistake> {
        let asset = read_asset(self, path, AssetAspect::OutputPath)?;
        Ok(output_path(self.snapshot(), path, asset).map(|output| self.url(&format!("/{output}"))))
    }

    /// Returns an asset, for its image header and its bytes.
    fn picture(&self, path: &str) -> Result<&Arc<Asset>, Mistake> {
        read_asset(self, path, AssetAspect::Picture)
    }

    /// Returns the tone of a picture, the index of its mean colour among 64 colours; `None` if the picture is missing
    /// or can't be decoded.
    fn tone(&self, path: &str) -> Option<u8> {
        let asset = self.picture(path).ok()?;
        self.snapshot().site().assets.tone(asset)
    }

    fn has_asset(&self, path: &str) -> bool {
        read_asset(self, path, AssetAspect::OutputPath).is_ok()
    }

    fn asset_size(&self, path: &str) -> Option<Size> {
        read_asset(self, path, AssetAspect::Size).ok().and_then(|asset| asset.size())
    }

    /// Returns an asset, for its number of bytes and its EXIF data.
    fn asset_facts(&self, path: &str) -> Option<&Arc<Asset>> {
        read_asset(self, path, AssetAspect::Facts).ok()
    }

    /// Returns the text of an asset. The outer error says that the asset is missing, the inner one that it is not text.
    fn asset_text(&self, path: &str) -> Result<Result<&str, &Diagnostic>, Mistake> {
        Ok(read_asset(self, path, AssetAspect::Text)?.text(path))
    }

    fn matching_assets(&self, glob: &str) -> Vec<&str> {
        self.record(|| AssetRead::Matching(glob.into())).site().assets.matching(glob)
    }

    fn fonts(&self) -> &Fonts {
        self.record(|| AssetRead::Fonts).site().assets.fonts()
    }
}

/// Returns the output path of an asset; `None` if it is not published.
fn output_path<'s>(snapshot: &'s Snapshot, path: &str, asset: &'s Asset) -> Option<&'s str> {
    match attachment_path(path) {
        Some(_) => snapshot.plan().attachments.get(path).map(String::as_str),
        None => (!asset.is_unpublished).then_some(&asset.output_path),
    }
}

fn read_asset<'t>(
    reader: &'t (impl Record<AssetRead> + ?Sized),
    path: &str,
    aspect: AssetAspect,
) -> Result<&'t Arc<Asset>, Mistake> {
    reader.record(|| AssetRead::File(path.into(), aspect)).site().assets.get(path)
}

impl FamilyRead for AssetRead {
    fn hash_result(&self, snapshot: &Snapshot, hasher: &mut FingerprintHasher) {
        let assets = &snapshot.site().assets;
        let (path, aspect) = match self {
            Self::Fonts => return hasher.add(assets.fonts().digest),
            Self::Matching(glob) => return hasher.add(assets.matching(glob)),
            Self::File(path, aspect) => (path, aspect),
        };
        let found = assets.find(path);
        hasher.add(found.is_some());
        let Some(asset) = found else { return };
        match aspect {
            AssetAspect::OutputPath => hasher.add(output_path(snapshot, path, asset)),
            AssetAspect::Picture => {
                hasher.add(asset.picture().map(|picture| format!("{picture:?}")));
            }
            AssetAspect::Size => hasher.add(asset.size().map(|size| (size.width, size.height))),
            AssetAspect::Facts => hasher.add(format!("{:?} {:?}", asset.byte_count(), asset.photo_facts())),
            AssetAspect::Text => hasher.add(asset.text(path).ok()),
        }
    }

    fn is_durable(&self, parts: &DurableParts) -> bool {
        let depends_on_plan = |path: &str, aspect| aspect == AssetAspect::OutputPath && attachment_path(path).is_some();
        match self {
            Self::File(path, aspect) if depends_on_plan(path, *aspect) => parts.assets && parts.plan,
            Self::File(..) | Self::Matching(_) | Self::Fonts => parts.assets,
        }
    }

    fn describe(&self, _: &Snapshot) -> (String, String) {
        let (path, aspect) = match self {
            Self::Fonts => return (format!("{PUBLIC}/"), "the fonts of drawings".to_owned()),
            // The search's loader is an asset that the setting `search` adds, not a file.
            Self::File(path, _) if &**path == search::LOADER => {
                return (format!("{CONTENT}/site.yaml"), "`search`".to_owned());
            }
            Self::Matching(glob) => return (format!("{PUBLIC}/"), format!("which files match `{glob}`")),
            Self::File(path, aspect) => (path, aspect),
        };
        let what = match aspect {
            AssetAspect::OutputPath => "its address",
            AssetAspect::Picture => "its pixels",
            AssetAspect::Size => "its size",
            AssetAspect::Text => "its text",
            AssetAspect::Facts => "how large it is, and what a camera wrote into it",
        };
        (shown_path(path), what.to_owned())
    }
}
