//! The traces of all pages, from which a later build finds the stale pages.
//!
//! The trace of a page is a list of numbers of reads. After an edit, the changed reads are found first, and then the
//! pages with such reads. The result of a read depends on the page's language, so each language has a store of reads.

use super::read::Read;
use super::read_store::{ReadNumber, ReadStore};
use super::snapshot::Snapshot;
use crate::content::site_language::LanguageIndex;

/// The reads of all pages.
#[derive(Debug, Default)]
pub struct TraceStore {
    /// The reads of the pages of each language.
    languages: Vec<ReadStore>,
}

/// The reads of one page.
#[derive(Debug)]
pub struct Trace {
    language: LanguageIndex,
    reads: Box<[ReadNumber]>,
}

/// The reads whose results changed.
#[derive(Debug)]
pub struct ChangedReads {
    /// For each language, whether the read of each number changed; empty if none did.
    languages: Vec<Vec<bool>>,
}

impl ChangedReads {
    /// Whether a page has one of these reads.
    pub fn touches(&self, trace: &Trace) -> bool {
        let changed = &self.languages[trace.language];
        !changed.is_empty() && trace.reads.iter().any(|number| changed[*number as usize])
    }
}

impl TraceStore {
    /// Stores the reads of a page in a language.
    pub fn add(&mut self, language: LanguageIndex, reads: Vec<Read>) -> Trace {
        if self.languages.len() <= language {
            self.languages.resize_with(language + 1, ReadStore::default);
        }
        Trace { language, reads: self.languages[language].add(reads) }
    }

    /// Releases the reads of a page; `clean_up` drops those without readers.
    pub fn remove(&mut self, trace: &Trace) {
        self.languages[trace.language].remove(&trace.reads);
    }

    /// Drops the reads that no page has any more.
    pub fn clean_up(&mut self) {
        self.languages.iter_mut().for_each(ReadStore::clean_up);
    }

    /// Finds the reads whose result changed. All reads in a language that the site no longer has are changed.
    pub fn changed(&self, before: &Snapshot, now: &Snapshot) -> ChangedReads {
        let in_both = |language| Some((before.in_language(language)?, now.in_language(language)?));
        let changed = |(language, reads): (LanguageIndex, &ReadStore)| match in_both(language) {
            Some((before, now)) => reads.changed(before, now),
            None => reads.all_changed(),
        };
        ChangedReads { languages: self.languages.iter().enumerate().map(changed).collect() }
    }

    /// Lists the reads of a page in their order.
    pub fn reads(&self, trace: &Trace) -> Vec<Read> {
        self.languages[trace.language].reads(&trace.reads)
    }
}
