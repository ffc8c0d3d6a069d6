//! The result of resolving a reference.

use xxhash_rust::xxh3::xxh3_64;

/// The target of a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resolution {
    /// A URL on another host.
    External,
    /// Not a web URL: `mailto:`, `tel:`, `data:` …
    Other,
    /// A URL on this host that another system serves.
    Ignored,
    /// An output of this build, and the hash of the anchor that it must have.
    Output { id: OutputId, anchor: Option<u64> },
    /// No target.
    Nowhere(BrokenReason),
}

/// The reason why a reference leads nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BrokenReason {
    /// No output has this path.
    NotFound,
    /// The path is not below the base path.
    OutsideBase,
    /// The page has no such anchor.
    NoAnchor,
    /// The URL is empty.
    Empty,
    /// The URL is malformed.
    Malformed,
}

/// The identity of an output: a hash of its path, so that it is the same in every build.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct OutputId(u64);

impl OutputId {
    pub fn of(path: &str) -> Self {
        Self(xxh3_64(path.as_bytes()))
    }
}

/// A hash of the path at which an output was looked up. The reference resolves as before unless an output appears or
/// disappears there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Probe(u64);

impl Probe {
    /// Creates the probe for a file or folder at this path below the base path.
    pub fn at(path: &str) -> Self {
        Self(xxh3_64(path.trim_end_matches('/').as_bytes()))
    }

    /// Returns all probes that find the output at this path.
    pub fn all_for(output: &str) -> impl Iterator<Item = Self> {
        let folder = output.strip_suffix("index.html").map(Self::at);
        std::iter::once(Self::at(output)).chain(folder)
    }
}

/// Hashes the decoded name of an anchor, for storage and comparison.
pub fn hash_anchor(name: &str) -> u64 {
    xxh3_64(name.as_bytes())
}

/// The page that contains a reference.
#[derive(Debug, Clone, Copy)]
pub struct Referrer<'a> {
    /// The page's route below the base path, such as `/about/` or `/404.html`.
    pub route: &'a str,
    pub output: OutputId,
}
