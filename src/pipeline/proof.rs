//! The proof that a build has nothing to do: nothing that the last one was made from has changed since, nor what it published.
//!
//! 1. Once the inputs are read, all that a build depends on is digested: the program, its options, every input, the environment.
//! 2. A record in the cache tells what was published when that was the same. If the output folder still holds exactly this,
//!    it is kept, and the record tells what there is to be told.
//! 3. Otherwise the build goes on, and leaves a record once it is published, unless an input changed meanwhile.

use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;

use jiff::Timestamp;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::Build;
use crate::config::{Config, PUBLIC};
use crate::date::Clock;
use crate::diagnostic::Diagnostic;
use crate::fs::{self, Stamp};
use crate::island::{self, Seen};
use crate::output::Sink;
use crate::render::World;
use crate::source::{Listing, PublicFile, Sources};

/// The cache of records: one for each set of options.
const CACHE: &str = "built";

/// What a build depends on.
#[derive(Debug)]
pub struct Proof {
    file: PathBuf,
    /// Of the texts that were read once, the program and its environment.
    read: u64,
    /// Static files, which are read when they are needed, as islands are.
    public: Arc<Listing<PublicFile>>,
    /// Of both.
    files: u64,
    /// What else islands and styles are made from.
    elsewhere: Vec<Seen>,
    /// Its "now", where it is the system's.
    now: Option<Timestamp>,
    until: Until,
}

/// How long a build is good, all else being the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Until {
    Ever,
    /// An entry appears or expires.
    Then(Timestamp),
    /// A page shows what time it is.
    Now,
}

/// What is known of a build that was published.
#[derive(Serialize, Deserialize)]
struct Record {
    read: u64,
    files: u64,
    elsewhere: Vec<Seen>,
    now: Option<Timestamp>,
    until: Until,
    /// Of what was published.
    outputs: u64,
    pages: usize,
    public: usize,
    samples: usize,
    /// With their codes.
    told: Vec<(String, Diagnostic)>,
}

impl Proof {
    /// Digests what a build of these sources depends on. None where it cannot be told.
    pub fn new(config: &Config, sources: &Sources) -> Option<Self> {
        let program = Stamp::of(&std::env::current_exe().ok()?)?.digest();
        let (options, now) = options(config);
        let mut read = Xxh3::new();
        read.write_u64(program);
        read.write_u64(options);
        // No page may show where the site lies.
        fs::resolve(&config.root).hash(&mut read);
        let mut environment = config.environment.clone();
        environment.sort_unstable();
        environment.iter().for_each(|(name, value)| add(&mut read, name, xxh3_64(value.as_bytes())));
        for listing in [&sources.content, &sources.templates] {
            let digests: Vec<u64> = listing.files.par_iter().map(|file| xxh3_64(file.text.as_bytes())).collect();
            listing.files.iter().zip(digests).for_each(|(file, digest)| add(&mut read, &file.file, digest));
        }
        let file = config.path(config.cache(&format!("{CACHE}/{options:016x}.json")));
        let public = sources.public.clone();
        let files = files(config, &public)?;
        let elsewhere = Vec::new();
        Some(Self { file, read: read.finish(), public, files, elsewhere, now, until: Until::Ever })
    }

    /// What an earlier build came to, if it was made from the same, and all that it published is kept.
    pub fn find(&self, config: &Config, sink: &dyn Sink) -> Option<Build> {
        let record: Record = serde_json::from_slice(&fs::read_bytes(&self.file, CACHE).ok()?).ok()?;
        let holds = (record.read, record.files) == (self.read, self.files)
            && record.until.holds(record.now, self.now)
            && record.elsewhere.iter().all(|seen| seen.is_current(&config.root))
            && sink.keep(record.outputs);
        // Like those in the program, these codes live as long as the process; they are few, and read once.
        let tell = |(code, diagnostic): (String, Diagnostic)| Diagnostic { code: code.leak(), ..diagnostic };
        holds.then(|| Build {
            pages: record.pages,
            files: record.public,
            samples: record.samples,
            diagnostics: record.told.into_iter().map(tell).collect(),
            ..Build::default()
        })
    }

    /// Takes in what islands and styles were made from.
    pub fn take_seen<'s>(&mut self, seen: impl Iterator<Item = &'s Seen>) {
        self.elsewhere = seen.cloned().collect();
    }

    /// Takes in how long what was made is good.
    pub fn take_time(&mut self, world: &World) {
        self.until = match world.site().until() {
            _ if world.shows_time() => Until::Now,
            Some(moment) => Until::Then(moment),
            None => Until::Ever,
        };
    }

    /// Remembers a build that was published, if its inputs are still what they were; `outputs` is the digest of what it put.
    /// Where that does not work, the next one is made.
    pub fn remember(self, config: &Config, build: &Build, outputs: u64) {
        let Self { file, read, public, files: before, elsewhere, now, until } = self;
        if files(config, &public) != Some(before) {
            return;
        }
        let (pages, public, samples) = (build.pages, build.files, build.samples);
        let told =
            build.diagnostics.iter().map(|diagnostic| (diagnostic.code.to_owned(), diagnostic.clone())).collect();
        let record = Record { read, files: before, elsewhere, now, until, outputs, pages, public, samples, told };
        let Ok(text) = serde_json::to_vec(&record) else { return };
        if file.parent().is_some_and(|folder| fs::create_dir(folder).is_ok()) {
            drop(fs::write_atomic(&file, &text));
        }
    }
}

impl Until {
    /// Whether what was made at `then` is good at `now`; none where the time is an option that is the same.
    fn holds(self, then: Option<Timestamp>, now: Option<Timestamp>) -> bool {
        let (Some(then), Some(now)) = (then, now) else { return true };
        match self {
            Self::Ever => then <= now,
            Self::Then(moment) => then <= now && now < moment,
            Self::Now => then == now,
        }
    }
}

/// Of the options, and the build's "now" where it is the system's. Where the outputs lie makes no difference.
fn options(config: &Config) -> (u64, Option<Timestamp>) {
    // Every option is named, so that a new one is thought of here.
    let Config {
        root: _,
        out: _,
        cache: _,
        environment: _,
        base_url,
        clock,
        drafts,
        samples,
        weighs,
        development,
        source_maps,
        endpoints,
    } = config;
    let (written, now) = match clock {
        Clock::Written(text) => (Some(text), None),
        Clock::At(moment) => (None, Some(*moment)),
    };
    let switches = (drafts, samples, weighs, development, source_maps);
    (xxh3_64(format!("{written:?} {base_url:?} {endpoints:?} {switches:?}").as_bytes()), now)
}

/// Of the files that are not held as texts: static ones, islands, and what these are bundled with.
fn files(config: &Config, public: &Listing<PublicFile>) -> Option<u64> {
    let folder = config.folder(PUBLIC);
    let digest = |file: &Arc<PublicFile>| fs::digest(&folder.join(&file.path)).map(|(digest, _)| digest);
    let (islands, digests) =
        rayon::join(|| island::digest(config), || public.files.par_iter().map(digest).collect::<Option<Vec<_>>>());
    let mut all = Xxh3::new();
    all.write_u64(islands?);
    public.files.iter().zip(digests?).for_each(|(file, digest)| add(&mut all, &file.path, digest));
    Some(all.finish())
}

/// Adds what is named so and holds what comes to this digest.
fn add(all: &mut Xxh3, name: &str, digest: u64) {
    name.hash(all);
    all.write_u64(digest);
}
