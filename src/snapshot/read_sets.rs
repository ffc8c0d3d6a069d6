//! The read sets of all pages, from which a later build finds the stale pages.
//!
//! The read set of a page is a list of numbers of reads. After an edit, the changed reads are found first, and then the
//! pages with such reads. The result of a read depends on the page's language, so each language has a store of reads.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::read::Read;
use super::read_store::{ReadNumber, ReadStore};
use super::snapshot::Snapshot;
use crate::content::site_language::LanguageIndex;

/// The reads of all pages.
#[derive(Debug, Default)]
pub struct ReadSets {
    /// The reads of the pages of each language.
    languages: Vec<ReadStore>,
}

/// The reads of one page.
#[derive(Debug)]
pub struct ReadSet {
    language: LanguageIndex,
    numbers: Box<[ReadNumber]>,
}

/// The reads whose results changed.
#[derive(Debug)]
pub struct ChangedReads {
    /// For each language, whether the read of each number changed.
    languages: Vec<Vec<bool>>,
}

/// The reads of one file in each language.
#[derive(Debug)]
pub struct FileReads {
    /// For each language, the numbers and descriptions of the reads, in their order.
    languages: Vec<Vec<(ReadNumber, String)>>,
}

impl FileReads {
    /// Describes what a page reads of the file.
    pub fn of(&self, set: &ReadSet) -> impl Iterator<Item = &str> {
        let numbers: FxHashSet<ReadNumber> = set.numbers.iter().copied().collect();
        let found = self.languages[set.language].iter().filter(move |(number, _)| numbers.contains(number));
        found.map(|(_, description)| description.as_str())
    }
}

impl ChangedReads {
    /// Whether a page has one of these reads.
    pub fn touches(&self, set: &ReadSet) -> bool {
        let changed = &self.languages[set.language];
        set.numbers.iter().any(|number| changed[*number as usize])
    }
}

impl ReadSets {
    /// Stores the reads of a page in a language.
    pub fn add(&mut self, language: LanguageIndex, reads: Vec<Read>) -> ReadSet {
        if self.languages.len() <= language {
            self.languages.resize_with(language + 1, ReadStore::default);
        }
        ReadSet { language, numbers: self.languages[language].add(reads) }
    }

    /// Releases the reads of a page; `drop_unused` drops those without readers.
    pub fn remove(&mut self, set: &ReadSet) {
        self.languages[set.language].remove(&set.numbers);
    }

    /// Drops the reads that no page has any more.
    pub fn drop_unused(&mut self) {
        self.languages.iter_mut().for_each(ReadStore::drop_unused);
    }

    /// Finds the reads whose result changed. All reads in a language that the site no longer has are changed.
    pub fn changed(&self, before: &Arc<Snapshot>, now: &Arc<Snapshot>) -> ChangedReads {
        let in_both = |language| Some((before.in_language(language)?, now.in_language(language)?));
        let changed = |(language, reads): (LanguageIndex, &ReadStore)| match in_both(language) {
            Some((before, now)) => reads.changed(before, now),
            None => reads.all_changed(),
        };
        ChangedReads { languages: self.languages.iter().enumerate().map(changed).collect() }
    }

    /// Finds the reads of a file: those for which `describe` returns a description.
    pub fn find_reads(
        &self,
        file: &str,
        describe: &(dyn Fn(LanguageIndex, &Read) -> Option<String> + Sync),
    ) -> FileReads {
        let find = |(language, reads): (LanguageIndex, &ReadStore)| reads.find(file, &|read| describe(language, read));
        FileReads { languages: self.languages.iter().enumerate().map(find).collect() }
    }

    /// Lists the reads of a page in their order.
    pub fn reads(&self, set: &ReadSet) -> Vec<Read> {
        self.languages[set.language].reads(&set.numbers)
    }
}
