//! The traits of reads, which each family implements, and those of the readers that record them.

use super::durable::DurableParts;
use super::fingerprint::FingerprintHasher;
use super::snapshot::Snapshot;
use crate::site::EntryIndex;

/// A read of one family.
pub trait ReadFamily {
    /// Hashes the result of this read. A missing value is a result too.
    fn hash(&self, snapshot: &Snapshot, hasher: &mut FingerprintHasher);

    /// Whether the result is unchanged because it depends on durable parts only.
    fn is_durable(&self, parts: &DurableParts) -> bool;

    /// Returns the file that is read (a folder ends with a slash), and what is read of it.
    fn describe(&self, snapshot: &Snapshot) -> (String, String);
}

/// A reader of the snapshot.
pub trait Reader {
    /// Returns the snapshot, for reads that are recorded.
    fn snapshot(&self) -> &Snapshot;
}

/// A recorder of the reads of a family.
pub trait Record<R>: Reader {
    /// Records a read, if reads are recorded.
    fn record(&self, read: impl FnOnce() -> R);
}

/// A recorder of reads of entries' parts, the most frequent reads.
pub trait RecordPart<P>: Reader {
    /// Records `part` of an entry, if reads are recorded and no recorded part of the entry `is_same`.
    fn record_part(&self, entry: EntryIndex, is_same: impl Fn(&P) -> bool, part: impl FnOnce() -> P);
}
