//! Where the addresses that were looked up last lead: navigation and footers repeat theirs on every page.

use std::hash::Hasher;

use rustc_hash::FxHasher;

use super::{Looked, Target};

/// A bounded memory: each address has one slot, which it may share with others; the last of them stays in it.
pub struct Recent(Vec<Slot>);

pub struct Slot {
    url: String,
    target: Target,
    looked: Option<Looked>,
}

impl Recent {
    /// Many times what the frame of a page links to, and yet little to hold for each thread.
    const SLOTS: u16 = 512;

    pub fn slot(&mut self, url: &str) -> &mut Slot {
        let mut hasher = FxHasher::default();
        hasher.write(url.as_bytes());
        let [low, high, ..] = hasher.finish().to_le_bytes();
        &mut self.0[usize::from(u16::from_le_bytes([low, high]) % Self::SLOTS)]
    }
}

impl Default for Recent {
    fn default() -> Self {
        // No address is looked up that is empty.
        Self((0..Self::SLOTS).map(|_| Slot { url: String::new(), target: Target::Other, looked: None }).collect())
    }
}

impl Slot {
    /// Where `url` leads and where that was looked for, if it is the one in this slot.
    pub fn get(&self, url: &str) -> Option<(Target, Option<Looked>)> {
        (self.url == url).then_some((self.target, self.looked))
    }

    pub fn put(&mut self, url: &str, target: Target, looked: Option<Looked>) {
        self.url.clear();
        self.url.push_str(url);
        (self.target, self.looked) = (target, looked);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_leads_where_it_led_until_another_takes_its_slot() {
        let mut recent = Recent::default();
        let urls: Vec<String> = (0..2 * usize::from(Recent::SLOTS)).map(|number| format!("/posts/{number}/")).collect();
        let target = |number: usize| Target::Output { number, anchor: None };
        for (number, url) in urls.iter().enumerate() {
            assert_eq!(recent.slot(url).get(url), None);
            recent.slot(url).put(url, target(number), None);
            assert_eq!(recent.slot(url).get(url), Some((target(number), None)));
        }
        let kept = urls.iter().enumerate().filter_map(|(number, url)| Some((number, recent.slot(url).get(url)?)));
        let kept: Vec<_> = kept.collect();
        assert!(kept.iter().all(|(number, found)| *found == (target(*number), None)));
        assert!((1..=usize::from(Recent::SLOTS)).contains(&kept.len()));
    }
}
