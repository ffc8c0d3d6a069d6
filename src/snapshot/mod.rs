//! The snapshot of one build: everything that pages are rendered from, and the record of what each page read of it.
//!
//! 1. `Snapshot` joins the site, the page plan, the templates and the islands.
//! 2. Pages read the snapshot only through `Tracked`, which records each access as a `Read`.
//! 3. `reads` has a file for each family of reads, such as those of entries.
//! 4. `ReadSets` keeps the reads of all pages. The next build fingerprints the result of each read in the old snapshot
//!    and in the new one. A page whose fingerprints are all unchanged can be reused.

mod family;
mod islands;
mod read;
mod read_sets;
mod reads;
#[expect(clippy::module_inception, reason = "a file is named after its type, here that of the whole module")]
mod snapshot;
mod tracked;

pub use islands::Islands;
pub use read::{Read, ReadGroup};
pub use read_sets::{ChangedReads, ReadSet, ReadSets};
pub use reads::assets::{AssetRead, ReadAssets};
pub use reads::data::{DataRead, ReadData};
pub use reads::entries::{EntryRead, ReadEntries};
pub use reads::islands::{IslandRead, ReadIslands};
pub use reads::lists::{EntryLink, ListRead, ReadLists};
pub use reads::pages::{PageRead, ReadPages};
pub use reads::settings::{ReadSettings, SettingRead};
pub use reads::templates::{ReadTemplates, TemplateRead};
pub use snapshot::{ContentValue, Selection, Snapshot, Terms};
pub use tracked::Tracked;
