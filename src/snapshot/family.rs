//! The trait of reads, which each family implements, and the traits of the readers that record them.

use super::durable::DurableParts;
use super::fingerprint::FingerprintHasher;
use super::snapshot::Snapshot;

/// A read of one family.
pub trait FamilyRead {
    /// Hashes the result of this read. A missing value is a result too.
    fn hash_result(&self, snapshot: &Snapshot, hasher: &mut FingerprintHasher);

    /// Whether the result is unchanged because it depends on durable parts only. Reads of a family that never is, or
    /// that has few reads, are compared.
    fn is_durable(&self, _parts: &DurableParts) -> bool {
        false
    }

    /// Returns the file that is read (a folder ends with a slash), and what is read of it.
    fn describe(&self, snapshot: &Snapshot) -> (String, String);
}

/// A reader of the snapshot.
pub trait Reader {
    /// Returns the snapshot. Callers record what they read of it.
    fn snapshot(&self) -> &Snapshot;
}

/// A recorder of the reads `R` of one family.
pub trait Record<R>: Reader {
    /// Records a read, if reads are recorded.
    fn record(&self, read: impl FnOnce() -> R);
}
