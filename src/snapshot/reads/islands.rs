//! The reads of islands and scripts.

use crate::config::ISLANDS;
use crate::island::Bundle;
use crate::snapshot::family::{DurableParts, FamilyRead, FingerprintHasher, Record};
use crate::snapshot::islands::Islands;
use crate::snapshot::snapshot::Snapshot;

/// A read of the bundle of islands and scripts.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IslandRead {
    /// The code of an island, its module, and the schema of its props.
    Island(Box<str>),
    /// The URL of a plain script, and its text.
    Script(Box<str>),
    /// The module that hydrates islands, with its imports, and the inline script that loads it.
    Loader,
}

pub trait ReadIslands: Record<IslandRead> {
    /// Records a read of the island `name`, and returns all islands. Callers use only this island.
    fn islands_for(&self, name: &str) -> &Islands {
        self.record(|| IslandRead::Island(name.into())).islands()
    }

    /// Records a read of the plain script `name`, and returns the bundle. Callers use only this script.
    fn script(&self, name: &str) -> &Bundle {
        &self.record(|| IslandRead::Script(name.into())).islands().bundle
    }

    /// Records a read of the hydrator and the loader, and returns the bundle. Callers use nothing else of the bundle.
    fn loader(&self) -> &Bundle {
        &self.record(|| IslandRead::Loader).islands().bundle
    }
}

impl FamilyRead for IslandRead {
    fn hash_result(&self, snapshot: &Snapshot, hasher: &mut FingerprintHasher) {
        let islands = snapshot.islands();
        let bundle = &islands.bundle;
        match self {
            Self::Island(name) => {
                let module = bundle.island(name);
                hasher.add((islands.has(name), module, module.map(|module| bundle.imports(module))));
                hasher.add(bundle.island_digest(name));
                hasher.add_json(&islands.props.get(&**name).map(|props| &props.0.raw));
            }
            Self::Script(name) => {
                let is_there = bundle.scripts.iter().any(|script| **script == **name);
                hasher.add((is_there, bundle.script(name), bundle.standalone_script(name)));
            }
            Self::Loader => {
                let hydrator = bundle.hydrator();
                hasher.add((hydrator, hydrator.map(|module| bundle.imports(module)), bundle.loader()));
            }
        }
    }

    fn is_durable(&self, parts: &DurableParts) -> bool {
        parts.islands
    }

    fn describe(&self, _: &Snapshot) -> (String, String) {
        match self {
            Self::Island(name) => (format!("{ISLANDS}/"), format!("the island `{name}`, with all that islands share")),
            Self::Script(name) => (format!("{ISLANDS}/scripts/{name}.ts"), "its text".to_owned()),
            Self::Loader => (format!("{ISLANDS}/"), "the code that hydrates islands".to_owned()),
        }
    }
}
