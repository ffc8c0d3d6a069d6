//! The reads of all pages of one language. Pages have many reads in common, so each read is stored once, with a number.

use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::durable::DurableParts;
use super::read::Read;
use super::reads::entries::{EntryPart, EntryRead};
use super::snapshot::Snapshot;
use crate::content::entry::Entry;
use crate::site::Site;

/// The reads of all pages of one language, each stored once.
#[derive(Debug, Default)]
pub struct ReadStore {
    /// The reads of entries, by file.
    entries: FxHashMap<Arc<str>, Vec<(EntryPart, ReadNumber)>>,
    /// The reads of other families.
    others: FxHashMap<Read, ReadNumber>,
    /// For each number, how many pages have the read.
    readers: Vec<u32>,
    /// The numbers of dropped reads, which new reads get.
    free: Vec<ReadNumber>,
}

/// The number of a read.
pub type ReadNumber = u32;

impl ReadStore {
    /// Stores the reads of a page.
    pub fn add(&mut self, reads: Vec<Read>) -> Box<[ReadNumber]> {
        reads.into_iter().map(|read| self.store(read)).collect()
    }

    /// Stores a read of one more page, and returns its number.
    fn store(&mut self, read: Read) -> ReadNumber {
        let (free, readers) = (&mut self.free, &mut self.readers);
        let mut new_number = || {
            free.pop().unwrap_or_else(|| {
                readers.push(0);
                u32::try_from(readers.len() - 1).expect("fewer reads than memory has room for")
            })
        };
        let number = match read {
            Read::Entry(EntryRead { file, part }) => {
                let parts = self.entries.entry(file).or_default();
                match parts.iter().find(|(known, _)| *known == part) {
                    Some((_, number)) => *number,
                    None => {
                        let number = new_number();
                        parts.push((part, number));
                        number
                    }
                }
            }
            other => *self.others.entry(other).or_insert_with(new_number),
        };
        self.readers[number as usize] += 1;
        number
    }

    /// Releases the reads of a page; `drop_unused` drops those without readers.
    pub fn remove(&mut self, numbers: &[ReadNumber]) {
        for number in numbers {
            self.readers[*number as usize] -= 1;
        }
    }

    /// Drops the reads that no page has any more.
    pub fn drop_unused(&mut self) {
        let (readers, free) = (&self.readers, &mut self.free);
        let mut is_kept = |number: ReadNumber| {
            let is_read = readers[number as usize] > 0;
            if !is_read {
                free.push(number);
            }
            is_read
        };
        self.others.retain(|_, number| is_kept(*number));
        self.entries.retain(|_, parts| {
            parts.retain(|(_, number)| is_kept(*number));
            !parts.is_empty()
        });
    }

    /// Returns for each number whether the result of its read changed.
    pub fn changed(&self, before: &Snapshot, now: &Snapshot) -> Vec<bool> {
        let durable = &DurableParts::between(before, now);
        let differs = &|read: &Read| read.fingerprint(before) != read.fingerprint(now);
        let others = self.others.par_iter().filter(|(read, _)| !read.is_durable(durable) && differs(read));
        let entries = self.entries.par_iter().flat_map_iter(|(file, parts)| {
            let same_entry = find_same_entry(before.site(), now.site(), file);
            let is_durable = move |part: &EntryPart| same_entry.is_some_and(|entry| part.is_durable(entry, durable));
            parts.iter().filter(move |(part, _)| !is_durable(part) && differs(&entry_read(file, part)))
        });
        let numbers = others.map(|(_, number)| *number).chain(entries.map(|(_, number)| *number));
        let numbers: Vec<ReadNumber> = numbers.collect();
        let mut changed = vec![false; self.readers.len()];
        numbers.into_iter().for_each(|number| changed[number as usize] = true);
        changed
    }

    /// Returns true for each number: all reads count as changed.
    pub fn all_changed(&self) -> Vec<bool> {
        vec![true; self.readers.len()]
    }

    /// Lists the reads of a page in their order, those of shared templates included.
    pub fn reads(&self, numbers: &[ReadNumber]) -> Vec<Read> {
        let numbers: FxHashSet<ReadNumber> = numbers.iter().copied().collect();
        let others =
            self.others.iter().filter(|(_, number)| numbers.contains(number)).flat_map(|(read, _)| ungroup(read));
        let entries = self.entries.iter().flat_map(|(file, parts)| {
            let own = parts.iter().filter(|(_, number)| numbers.contains(number));
            own.map(|(part, _)| entry_read(file, part))
        });
        let mut reads: Vec<Read> = others.cloned().chain(entries).collect();
        reads.sort_unstable();
        reads.dedup();
        reads
    }

    /// Finds the reads of a file: those for which `describe` returns a description. Asks it about the reads of the
    /// file's entry and those of other families, not about those of other entries. Returns the descriptions in the
    /// order of the reads, each with the read's number.
    pub fn find(&self, file: &str, describe: &(dyn Fn(&Read) -> Option<String> + Sync)) -> Vec<(ReadNumber, String)> {
        let mut found: Vec<(Read, ReadNumber, String)> = Vec::new();
        if let Some((file, parts)) = self.entries.get_key_value(file) {
            found.extend(parts.iter().filter_map(|(part, number)| {
                let read = entry_read(file, part);
                describe(&read).map(|what| (read, *number, what))
            }));
        }
        found.par_extend(self.others.par_iter().flat_map_iter(|(read, number)| {
            ungroup(read).iter().filter_map(|read| Some((read.clone(), *number, describe(read)?)))
        }));
        found.sort_unstable();
        found.into_iter().map(|(_, number, what)| (number, what)).collect()
    }
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

/// Finds the entry of a file if both sites have the same one in memory.
fn find_same_entry<'s>(before: &Site, now: &'s Site, file: &str) -> Option<&'s Entry> {
    let before = before.entry(before.entry_by_file(file)?);
    let now = now.entry(now.entry_by_file(file)?);
    Arc::ptr_eq(before, now).then_some(now)
}
