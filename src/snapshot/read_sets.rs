//! The read sets of all pages, from which a later build finds the stale pages.
//!
//! Pages have many reads in common, so each read is stored once, with a number, and the read set of a page is a list of
//! numbers. After an edit, the changed reads are found first, and then the pages with such reads. The result of a read
//! depends on the page's language, so each language has reads of its own.

use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::family::DurableParts;
use super::read::Read;
use super::reads::entries::{EntryPart, EntryRead};
use super::snapshot::Snapshot;
use crate::content::entry::Entry;
use crate::content::site_language::LanguageIndex;
use crate::site::Site;

/// The reads of all pages, each stored once.
#[derive(Debug, Default)]
pub struct ReadSets {
    /// The reads of entries, by file.
    entries: FxHashMap<(LanguageIndex, Arc<str>), PartNumbers>,
    /// The reads of other families.
    others: FxHashMap<(LanguageIndex, Read), ReadNumber>,
    /// For each number, how many pages have the read.
    readers: Vec<u32>,
    /// The numbers of dropped reads, which new reads get.
    free_numbers: Vec<ReadNumber>,
}

type ReadNumber = u32;

/// The parts of an entry that pages read, with the numbers of the reads.
type PartNumbers = Vec<(EntryPart, ReadNumber)>;

#[derive(Debug)]
pub struct ReadSet(Box<[ReadNumber]>);

/// For each number of a read, whether the read's result changed.
#[derive(Debug)]
pub struct ChangedReads(Vec<bool>);

impl ChangedReads {
    /// Whether a page has a changed read.
    pub fn touches(&self, set: &ReadSet) -> bool {
        set.0.iter().any(|number| self.0[*number as usize])
    }
}

/// The reads of one file, each with its number and its description.
#[derive(Debug)]
pub struct FileReads(Vec<(ReadNumber, String)>);

impl FileReads {
    /// Describes what a page reads of the file.
    pub fn descriptions(&self, set: &ReadSet) -> impl Iterator<Item = &str> {
        let numbers: FxHashSet<ReadNumber> = set.0.iter().copied().collect();
        let found = self.0.iter().filter(move |(number, _)| numbers.contains(number));
        found.map(|(_, description)| description.as_str())
    }
}

impl ReadSets {
    /// Stores the reads of a page in a language.
    pub fn add(&mut self, language: LanguageIndex, reads: Vec<Read>) -> ReadSet {
        ReadSet(reads.into_iter().map(|read| self.store(language, read)).collect())
    }

    /// Stores a read, counts one more page that has it, and returns the read's number.
    fn store(&mut self, language: LanguageIndex, read: Read) -> ReadNumber {
        let (free_numbers, readers) = (&mut self.free_numbers, &mut self.readers);
        let mut new_number = || {
            free_numbers.pop().unwrap_or_else(|| {
                readers.push(0);
                u32::try_from(readers.len() - 1).expect("fewer reads than memory has room for")
            })
        };
        let number = match read {
            Read::Entry(EntryRead { file, part }) => {
                let parts = self.entries.entry((language, file)).or_default();
                match parts.iter().find(|(known, _)| *known == part) {
                    Some((_, number)) => *number,
                    None => {
                        let number = new_number();
                        parts.push((part, number));
                        number
                    }
                }
            }
            other => *self.others.entry((language, other)).or_insert_with(new_number),
        };
        self.readers[number as usize] += 1;
        number
    }

    /// Releases the reads of a page; `drop_unused` drops those without readers.
    pub fn remove(&mut self, set: &ReadSet) {
        set.0.iter().for_each(|number| self.readers[*number as usize] -= 1);
    }

    /// Drops the reads that no page has any more.
    pub fn drop_unused(&mut self) {
        let (readers, free_numbers) = (&self.readers, &mut self.free_numbers);
        let mut keep_or_free = |number: ReadNumber| {
            let is_read = readers[number as usize] > 0;
            if !is_read {
                free_numbers.push(number);
            }
            is_read
        };
        self.others.retain(|_, number| keep_or_free(*number));
        self.entries.retain(|_, parts| {
            parts.retain(|(_, number)| keep_or_free(*number));
            !parts.is_empty()
        });
    }

    /// Finds the reads whose result changed. All reads in a language that the site no longer has count as changed.
    pub fn find_changed(&self, before: &Arc<Snapshot>, now: &Arc<Snapshot>) -> ChangedReads {
        let in_language = |language| {
            let (before, now) = (before.in_language(language)?, now.in_language(language)?);
            Some((&**before, &**now, DurableParts::between(before, now)))
        };
        let languages: Vec<_> = (0..).map_while(in_language).collect();
        let others = self.others.par_iter().filter(|((language, read), _)| {
            let Some((before, now, durable)) = languages.get(*language) else { return true };
            !read.is_durable(durable) && differs(read, before, now)
        });
        let entries = self.entries.par_iter().flat_map_iter(|((language, file), parts)| {
            let snapshots = languages.get(*language);
            let same_entry = snapshots.and_then(|(before, now, _)| find_same_entry(before.site(), now.site(), file));
            parts.iter().filter(move |(part, _)| {
                let Some((before, now, durable)) = snapshots else { return true };
                let is_durable = same_entry.is_some_and(|entry| part.is_durable(entry, durable));
                !is_durable && differs(&entry_read(file, part), before, now)
            })
        });
        let numbers = others.map(|(_, number)| *number).chain(entries.map(|(_, number)| *number));
        let numbers: Vec<ReadNumber> = numbers.collect();
        let mut changed = vec![false; self.readers.len()];
        numbers.into_iter().for_each(|number| changed[number as usize] = true);
        ChangedReads(changed)
    }

    /// Lists the reads of a page and of the shared templates that it shows, sorted.
    pub fn reads(&self, set: &ReadSet) -> Vec<Read> {
        let numbers: FxHashSet<ReadNumber> = set.0.iter().copied().collect();
        let others = self.others.iter().filter(|(_, number)| numbers.contains(number));
        let others = others.flat_map(|((_, read), _)| ungroup(read)).cloned();
        let entries = self.entries.iter().flat_map(|((_, file), parts)| {
            let own = parts.iter().filter(|(_, number)| numbers.contains(number));
            own.map(|(part, _)| entry_read(file, part))
        });
        let mut reads: Vec<Read> = others.chain(entries).collect();
        reads.sort_unstable();
        reads.dedup();
        reads
    }

    /// Finds the reads of `file`: those for which `describe` returns a description. `describe` is called for reads of
    /// other files too, so it has to compare the file.
    pub fn find_reads(
        &self,
        file: &str,
        describe: &(dyn Fn(LanguageIndex, &Read) -> Option<String> + Sync),
    ) -> FileReads {
        let mut found: Vec<(Read, ReadNumber, String)> = Vec::new();
        for ((language, file), parts) in self.entries.iter().filter(|((_, known), _)| **known == *file) {
            found.extend(parts.iter().filter_map(|(part, number)| {
                let read = entry_read(file, part);
                describe(*language, &read).map(|what| (read, *number, what))
            }));
        }
        found.par_extend(self.others.par_iter().flat_map_iter(|((language, read), number)| {
            ungroup(read).iter().filter_map(|read| Some((read.clone(), *number, describe(*language, read)?)))
        }));
        found.sort_unstable();
        FileReads(found.into_iter().map(|(_, number, what)| (number, what)).collect())
    }
}

fn differs(read: &Read, before: &Snapshot, now: &Snapshot) -> bool {
    read.fingerprint(before) != read.fingerprint(now)
}

fn entry_read(file: &Arc<str>, part: &EntryPart) -> Read {
    Read::Entry(EntryRead { file: file.clone(), part: part.clone() })
}

/// Returns the reads of a group; any other read alone.
fn ungroup(read: &Read) -> &[Read] {
    match read {
        Read::Group(group) => group.reads(),
        read => std::slice::from_ref(read),
    }
}

/// Finds the entry of a file if it is the same `Arc` in both sites.
fn find_same_entry<'s>(before: &Site, now: &'s Site, file: &str) -> Option<&'s Entry> {
    let at = before.entry_by_file(file)?;
    let is_same_index = Arc::ptr_eq(&before.index, &now.index);
    let entry = now.entry(if is_same_index { at } else { now.entry_by_file(file)? });
    Arc::ptr_eq(before.entry(at), entry).then_some(entry)
}
