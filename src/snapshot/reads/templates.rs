//! The reads of templates.

use crate::config::TEMPLATES;
use crate::snapshot::family::{FamilyRead, FingerprintHasher, Record};
use crate::snapshot::snapshot::Snapshot;
use crate::template::ALIAS;
use crate::unicode::nfc;

/// A read of a template's text.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TemplateRead {
    pub name: Box<str>,
}

pub trait ReadTemplates: Record<TemplateRead> {
    /// Whether the site or the generator has a template of this name.
    fn has_template(&self, name: &str) -> bool {
        self.record_template(name).templates().has(&nfc(name))
    }

    /// Records the read of a template. Callers do so before Minijinja loads the template, as Minijinja has no `Reader`.
    fn record_template(&self, name: &str) -> &Snapshot {
        self.record(|| TemplateRead { name: nfc(name).into() })
    }
}

impl FamilyRead for TemplateRead {
    fn hash_result(&self, snapshot: &Snapshot, hasher: &mut FingerprintHasher) {
        hasher.add(snapshot.templates().source(&self.name).map(|source| &source.text));
    }

    fn describe(&self, snapshot: &Snapshot) -> (String, String) {
        let is_there = snapshot.templates().source(&self.name).is_some();
        if *self.name == *ALIAS && !is_there {
            return ("the program".to_owned(), "the template of aliases".to_owned());
        }
        let what = if is_there { "its text" } else { "that it is not there" };
        (format!("{TEMPLATES}/{}", self.name), what.to_owned())
    }
}
