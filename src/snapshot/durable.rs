//! The durable parts of a snapshot, which are the same `Arc` in two builds: reads of these need no comparison.

use std::sync::Arc;

use super::snapshot::Snapshot;

/// Which parts of two snapshots are the same in memory.
pub struct DurableParts {
    /// The index of the entries.
    pub index: bool,
    /// The index, and the fields of all entries.
    pub fields: bool,
    pub plan: bool,
    pub assets: bool,
    pub settings: bool,
    pub islands: bool,
    pub history: bool,
}

impl DurableParts {
    pub fn between(before: &Snapshot, now: &Snapshot) -> Self {
        let (site_before, site_now) = (before.site(), now.site());
        let index = Arc::ptr_eq(&site_before.index, &site_now.index);
        Self {
            index,
            fields: index && site_now.content.has_same_fields(&site_before.content),
            plan: Arc::ptr_eq(before.plan(), now.plan()),
            assets: Arc::ptr_eq(&site_before.assets, &site_now.assets),
            settings: Arc::ptr_eq(&site_before.content.settings, &site_now.content.settings),
            islands: Arc::ptr_eq(before.islands(), now.islands()),
            // Compared by value: without the setting `history`, each build makes an empty one.
            history: before.history() == now.history(),
        }
    }
}
