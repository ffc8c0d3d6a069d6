//! A recorded read: a read of one of the families, or a group of reads that many pages have in common.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::family::{DurableParts, FamilyRead, Fingerprint, FingerprintHasher};
use super::reads::assets::AssetRead;
use super::reads::data::DataRead;
use super::reads::entries::EntryRead;
use super::reads::islands::IslandRead;
use super::reads::lists::ListRead;
use super::reads::pages::PageRead;
use super::reads::settings::SettingRead;
use super::reads::templates::TemplateRead;
use super::snapshot::Snapshot;
use crate::config::TEMPLATES;

macro_rules! families {
    ($($family:ident($read:ident),)*) => {
        /// One recorded dependency of a page on the snapshot.
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Read {
            $($family($read),)*
        }

        $(impl From<$read> for Read {
            fn from(read: $read) -> Self {
                Self::$family(read)
            }
        })*

        impl Read {
            fn inner(&self) -> &dyn FamilyRead {
                match self {
                    $(Self::$family(read) => read,)*
                }
            }
        }
    };
}

families! {
    Entry(EntryRead),
    List(ListRead),
    Page(PageRead),
    Asset(AssetRead),
    Island(IslandRead),
    Data(DataRead),
    Setting(SettingRead),
    Template(TemplateRead),
    Group(ReadGroup),
}

/// The reads of a shared template, which count as one read of each page that shows the template.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReadGroup(Arc<[Read]>);

impl ReadGroup {
    pub fn new(mut reads: Vec<Read>) -> Self {
        reads.sort_unstable();
        Self(reads.into())
    }

    pub fn reads(&self) -> &[Read] {
        &self.0
    }
}

impl Hash for ReadGroup {
    /// Hashes the number of reads, which nearly always suffices to tell the few groups of a site apart.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.len().hash(state);
    }
}

impl FamilyRead for ReadGroup {
    fn hash_result(&self, snapshot: &Snapshot, hasher: &mut FingerprintHasher) {
        self.reads().iter().for_each(|read| hasher.add(read.fingerprint(snapshot)));
    }

    fn is_durable(&self, parts: &DurableParts) -> bool {
        self.reads().iter().all(|read| read.is_durable(parts))
    }

    /// Describes the group as a whole. `site explain` describes the reads of the group instead.
    fn describe(&self, _: &Snapshot) -> (String, String) {
        (format!("{TEMPLATES}/"), "what a shared template reads".to_owned())
    }
}

impl Read {
    pub fn fingerprint(&self, snapshot: &Snapshot) -> Fingerprint {
        let mut hasher = FingerprintHasher::default();
        self.inner().hash_result(snapshot, &mut hasher);
        hasher.finish()
    }

    pub fn is_durable(&self, parts: &DurableParts) -> bool {
        self.inner().is_durable(parts)
    }

    /// Returns what is read, and which part of it. A file or folder is named by its path; a folder ends with a slash.
    pub fn describe(&self, snapshot: &Snapshot) -> (String, String) {
        self.inner().describe(snapshot)
    }
}
