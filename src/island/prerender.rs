//! Islands rendered while pages are built, by any number of threads.
//!
//! 1. What was rendered before with the same props is there already.
//! 2. An island that asked for the clock, the time zone or random numbers is rendered again in other worlds: what differs
//!    would differ in the browser too, and is a mistake.
//! 3. At the end, what each engine rendered last of each island, if it was not the only one, is rendered again in a fresh
//!    context: a difference comes of what the island kept from one rendering to the next.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::bundle::{self, Bundle};
use super::engine::{Engine, Fault, SERVER, Script, Server, Stage, World};
use super::memory::{Key, Memory, Sealed};
use super::source_map::SourceMap;
use super::{fault, react};
use crate::diagnostic::Diagnostic;

/// The world that pages are made in: a Sunday in June 2025, 15:06:40.
const WORLD: World = World { clock: 1_750_000_000_000.0, offset: 0, turn: 0.0 };
/// The worlds that must make no difference. No field of a date is the same as in the first, and each yes or no that one is asked for
/// (before noon, in the evening, at the weekend, odd) has both answers: a Wednesday in November 2002, 08:52:11.753 there, and one in
/// August 2061, 22:15:57.260.
const OTHERS: [World; 2] = [
    World { clock: 1_037_761_631_753.0, offset: 345, turn: 1.0 / 3.0 },
    World { clock: 2_890_367_157_260.0, offset: -570, turn: 2.0 / 3.0 },
];

/// The file of a compiled script.
const COMPILED: &str = "bytecode";

/// Renders the islands of one bundle.
#[derive(Debug)]
pub struct Prerender {
    server: Server,
    bundle: Arc<Bundle>,
    map: OnceLock<Option<SourceMap>>,
    memory: Memory,
    /// What this build rendered, or renders at this moment.
    made: Mutex<FxHashMap<Key, Arc<OnceLock<Outcome>>>>,
    idle: Mutex<Vec<Station>>,
}

/// An island's HTML, or why there is none.
type Outcome = Result<Arc<str>, Diagnostic>;

/// An engine with its worlds.
struct Station {
    engine: Engine,
    stage: Stage,
    others: Vec<Stage>,
    /// What was rendered last of each island.
    last: BTreeMap<String, Last>,
}

struct Last {
    /// Others were rendered before it.
    others: bool,
    props: String,
    prefix: String,
    html: Arc<str>,
}

impl Prerender {
    /// Prepares to render what the bundle holds.
    ///
    /// # Errors
    /// The bundle can't be read.
    pub fn new(bundle: Arc<Bundle>) -> Result<Self, Diagnostic> {
        let Begun { server, station } = bundle.prerenderer()?;
        let memory = bundle.memory();
        let idle = Mutex::new(station.into_iter().collect());
        Ok(Self { server, bundle, map: OnceLock::new(), memory, made: Mutex::default(), idle })
    }

    /// An island's HTML. `props` is JSON, `prefix` begins the ids that the island makes.
    ///
    /// # Errors
    /// It can't be rendered, or not always alike.
    pub fn render(&self, name: &str, props: &str, prefix: &str) -> Outcome {
        let key = Key::new(self.bundle.origin(name), name, props, prefix);
        if let Some(html) = self.memory.find(key) {
            return Ok(html);
        }
        let slot = lock(&self.made).entry(key).or_default().clone();
        let make = || {
            let html = self.make(name, props, prefix).map_err(|fault| self.explain(name, &fault))?;
            self.memory.add(key, html.clone());
            Ok(html)
        };
        slot.get_or_init(make).clone()
    }

    fn make(&self, name: &str, props: &str, prefix: &str) -> Result<Arc<str>, Fault> {
        let idle = lock(&self.idle).pop();
        let mut station = idle.map_or_else(|| Station::ready(&self.server), Ok)?;
        let made = station.make(&self.server, name, props, prefix);
        if !made.as_ref().is_err_and(Fault::is_fatal) {
            lock(&self.idle).push(station);
        }
        made
    }

    /// Whether `finish` has anything to render again.
    pub fn is_unproved(&self) -> bool {
        lock(&self.idle).iter().any(|station| station.last.values().any(|last| last.others))
    }

    /// What islands kept from one rendering to the next, once all are rendered.
    pub fn finish(&self) -> Vec<Diagnostic> {
        let stations = std::mem::take(&mut *lock(&self.idle));
        let again = || stations.into_par_iter().flat_map_iter(|station| station.again(&self.server)).collect();
        let (found, ()): (BTreeMap<String, Diagnostic>, ()) = rayon::join(again, || self.server.keep());
        if !found.is_empty() {
            self.memory.drop_new();
        }
        self.memory.keep();
        found.into_values().collect()
    }

    fn explain(&self, name: &str, fault: &Fault) -> Diagnostic {
        let map = self.map.get_or_init(|| SourceMap::parse(&self.bundle.server_map().ok()?));
        fault::explain(name, fault, &self.server.islands.text, map.as_ref())
    }
}

/// An engine with React, before there are islands.
#[derive(Debug)]
pub struct Waiting {
    react: Script,
    /// What is wrong with it is told by who renders first.
    station: Option<Station>,
}

impl Waiting {
    /// Begins with the React of this folder.
    ///
    /// # Errors
    /// React can't be read.
    pub fn start(react: &Path) -> Result<Self, Diagnostic> {
        let react = script(react)?;
        let station = Station::start(&react).ok();
        Ok(Self { react, station })
    }

    /// Gives it the text of the islands' bundle, which is to lie in `folder`, in place of another that may be there.
    pub fn give(self, islands: String, folder: &Path) -> Begun {
        let islands = Script { name: SERVER, text: islands, compiled: Sealed::anew(folder.join(COMPILED)) };
        let station = self.station.filter(|station| station.engine.give(&station.stage, &islands).is_ok());
        Begun { server: Server { react: self.react, islands }, station }
    }
}

/// What renders, before there is a bundle that says what for.
#[derive(Debug)]
pub struct Begun {
    server: Server,
    /// Ready to render.
    station: Option<Station>,
}

impl Begun {
    /// With the React of this folder and a bundle that lies in `folder`, to begin with the first island.
    ///
    /// # Errors
    /// React can't be read.
    pub fn later(react: &Path, islands: String, folder: &Path) -> Result<Self, Diagnostic> {
        let islands = Script { name: SERVER, text: islands, compiled: Sealed::new(folder.join(COMPILED)) };
        Ok(Self { server: Server { react: script(react)?, islands }, station: None })
    }
}

/// React, of this folder.
fn script(react: &Path) -> Result<Script, Diagnostic> {
    let text = bundle::text(react, react::SCRIPT)?;
    Ok(Script { name: react::SCRIPT, text, compiled: Sealed::new(react.join(COMPILED)) })
}

impl Station {
    /// With React, before there are islands.
    fn start(react: &Script) -> Result<Self, Fault> {
        let engine = Engine::start();
        let stage = engine.begin(react, WORLD)?;
        Ok(Self { engine, stage, others: Vec::new(), last: BTreeMap::new() })
    }

    fn ready(server: &Server) -> Result<Self, Fault> {
        let station = Self::start(&server.react)?;
        station.engine.give(&station.stage, &server.islands)?;
        Ok(station)
    }

    fn make(&mut self, server: &Server, name: &str, props: &str, prefix: &str) -> Result<Arc<str>, Fault> {
        let made = self.engine.render(&mut self.stage, name, props, prefix)?;
        if made.touched {
            for (index, world) in OTHERS.into_iter().enumerate() {
                if self.others.len() <= index {
                    self.others.push(self.engine.stage(server, world)?);
                }
                let other = self.engine.render(&mut self.others[index], name, props, prefix)?;
                if other.html != made.html {
                    return Err(Fault::Differs { first: made.html, other: other.html });
                }
            }
        }
        let html: Arc<str> = made.html.into();
        let others = self.last.contains_key(name);
        let last = Last { others, props: props.to_owned(), prefix: prefix.to_owned(), html: html.clone() };
        self.last.insert(name.to_owned(), last);
        Ok(html)
    }

    /// Renders again what may have been rendered with something kept: by the name of each island that had, what is to be said.
    fn again(self, server: &Server) -> Vec<(String, Diagnostic)> {
        let unproved: Vec<_> = self.last.into_iter().filter(|(_, last)| last.others).collect();
        if unproved.is_empty() {
            return Vec::new();
        }
        // The first stage of this bundle began well, and so does the second.
        let Ok(mut stage) = self.engine.stage(server, WORLD) else { return Vec::new() };
        let again = |(name, last): (String, Last)| {
            let again = self.engine.render(&mut stage, &name, &last.props, &last.prefix).ok()?;
            let problem = (*again.html != *last.html).then(|| fault::remembers(&name, &again.html, &last.html))?;
            Some((name, problem))
        };
        unproved.into_iter().filter_map(again).collect()
    }
}

impl std::fmt::Debug for Station {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an engine")
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
