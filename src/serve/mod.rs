//! `site serve`: the site in memory, answered over HTTP, rebuilt and reloaded while someone writes.
//!
//! 1. Take a port (`server`), so that a taken one is known before anything is built.
//! 2. Start watching (`watch`), so that no change during the first build is missed.
//! 3. Build, publish (`live`), answer: each connection on a thread of its own (`connection`), each answer a function of the
//!    request and what is published (`http`, with `target`, `conditional` and `content_type`).
//! 4. When watching: wait for changes, build, publish. What somebody looks at (`visitors`) is published before the rest is
//!    made. Open pages listen to a stream of events and bring themselves up to date (`reload`, by what `fingerprint` says of
//!    their page).
//!
//! Nothing is ever read from disk to answer a request: what is not in the snapshot does not exist.

#![allow(clippy::result_large_err, reason = "an error ends the server: its size costs nothing")]

mod bench;
mod bounds;
mod conditional;
mod connection;
mod content_type;
mod door;
mod fingerprint;
mod front;
mod head;
mod http;
mod live;
mod message;
mod pages;
mod reload;
mod server;
mod target;
mod told;
mod visitors;
mod watch;

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::config::BenchBase;
use crate::diagnostic::Diagnostic;
use crate::output::hosts::Policy;
use crate::source::Changes;
use bench::{Bench, Endpoints, Further};
use door::Door;
use front::Front;
use live::Live;
use pages::Pages;
use server::Server;
use target::Hosts;
use told::{LastBuild, Told};
use watch::Watch;

/// Where to serve, and whether to watch.
#[derive(Debug, Clone)]
pub struct Options {
    /// A name or an address of this machine.
    pub host: String,
    /// 0 for any that is free.
    pub port: u16,
    /// Rebuild and reload when a watched file changes.
    pub watch: bool,
}

/// What a build gave the server.
#[derive(Debug, Clone, Default)]
pub struct Snapshot {
    /// The outputs that are other than in the last snapshot without errors, by path, such as `AboutUs/index.html`; none for
    /// those that are gone.
    pub files: BTreeMap<String, Option<Arc<[u8]>>>,
    /// The build's mistakes. With an error among them, the files of the last good build stay.
    pub diagnostics: Vec<Diagnostic>,
    /// `/`, or the sub-path that everything lives under, such as `/any/path/`.
    pub base_path: String,
    /// Files to watch besides: what was read of them is in this snapshot.
    pub also_read: Vec<PathBuf>,
    /// How hosts are to answer, which holds here too.
    pub policy: Option<Policy>,
    /// The sample values that are still in the site.
    pub samples: Vec<Diagnostic>,
    /// The entries that are no part of the site: their files, and why.
    pub left_out: Vec<(String, String)>,
}

/// What a build gives the server before it has ended.
#[derive(Debug, Clone, Default)]
pub struct Preview {
    /// The outputs that are other than in the last snapshot without errors, but for those that are awaited.
    pub files: BTreeMap<String, Option<Arc<[u8]>>>,
    /// The paths of the outputs that are not made yet: who asks for one waits for it.
    pub awaited: BTreeSet<String>,
    pub base_path: String,
    /// How hosts are to answer, as far as it is known.
    pub policy: Option<Policy>,
}

/// Whoever looks at the site while it is built again.
pub struct Viewers<'a> {
    live: &'a Live,
    watch: Option<&'a Watch>,
    further: &'a [String],
    start: Instant,
    /// When they first saw something of this build.
    shown: Cell<Option<Duration>>,
}

impl Viewers<'_> {
    /// The outputs that somebody looks at, by path, and some that there may not be.
    pub fn look_at(&self) -> Vec<String> {
        self.live.looked_at()
    }

    /// Publishes what they look at before the rest is made.
    pub fn show(&self, mut preview: Preview) {
        preview.policy.iter_mut().for_each(|policy| policy.allow(self.further));
        self.live.preview(preview);
        self.shown.set(self.shown.get().or_else(|| Some(self.start.elapsed())));
    }

    /// Whether something changed since the build began.
    pub fn are_outdated(&self) -> bool {
        self.watch.is_some_and(Watch::has_news)
    }
}

/// What happened, for the terminal.
#[derive(Debug)]
pub enum Event {
    /// The site can be visited.
    Listening {
        url: String,
        /// The same for the other machines of the network, if they are let in.
        network: Option<String>,
        /// The port that was asked for, if another program has it.
        taken: Option<u16>,
    },
    /// A build ended; the first one comes before `Listening`.
    Built {
        /// How many files are other, new or gone; all of them after the first build, none if there was an error.
        changes: usize,
        took: Duration,
        /// When the pages that somebody looks at were published, if that was earlier.
        shown: Option<Duration>,
        diagnostics: Vec<Diagnostic>,
    },
    /// Something about watching does not work as it should; serving goes on.
    Trouble(Diagnostic),
}

/// The ports taken, before anything is built: pages name the bench's.
pub struct Doors {
    options: Options,
    site: Door,
    endpoints: Door,
    further: Door,
}

impl Doors {
    /// Takes three ports: the site's, and behind it two for the bench, each another origin.
    pub fn open(options: &Options) -> Result<Self, Diagnostic> {
        let site = Door::open(&options.host, options.port)?;
        let next = |door: &Door| if options.port == 0 { 0 } else { door.port().saturating_add(1) };
        let endpoints = Door::open(&options.host, next(&site))?;
        let further = Door::open(&options.host, next(&endpoints))?;
        Ok(Self { options: options.clone(), site, endpoints, further })
    }

    /// Where the endpoints of forms are stood in for.
    pub fn endpoints(&self) -> BenchBase {
        BenchBase::new(reachable(&self.endpoints))
    }

    /// Which names the ports are called by.
    fn hosts(&self) -> Hosts {
        Hosts { only: self.site.is_local().then(|| self.options.host.trim_matches(['[', ']']).to_owned()) }
    }
}

/// The origin that everyone who is let in can use.
fn reachable(door: &Door) -> String {
    door.network_origin().unwrap_or_else(|| door.origin())
}

/// Makes a snapshot after changes; none if there were others while it did, and what is not made is left to the next build.
pub type Builder<'a> = dyn FnMut(&Changes, &Viewers) -> Option<Snapshot> + 'a;

/// Serves until the process ends. `build` makes a snapshot: once at the start, then after changes. `watched` are the files
/// and folders to watch, those that don't exist yet included. `tell` gets what happens.
pub fn run(
    doors: Doors,
    watched: &[PathBuf],
    build: &mut Builder,
    tell: &(dyn Fn(Event) + Sync),
) -> Result<(), Diagnostic> {
    let watching = doors.options.watch;
    let watch = if watching { Some(Watch::start(watched)?) } else { None };
    let live = Arc::new(Live::new(watching));
    let last = Arc::new(LastBuild::default());
    // The first of the bench's origins is known to the build.
    let further = [reachable(&doors.further)];
    let mut builds = Builds { live: &live, last: &last, further: &further, build, tell, also_read: Vec::new() };
    let good = builds.again(&Changes::Unknown, None);
    if !good && !watching {
        return Err(Diagnostic::error("nothing-to-serve", "the site has errors, so there is nothing to serve")
            .help("correct them and start again, or start with `--watch` to see the site as soon as they are gone"));
    }
    let base = &live.now().base;
    let listening = Event::Listening {
        url: format!("{}{base}", doors.site.origin()),
        network: doors.site.network_origin().map(|origin| format!("{origin}{base}")),
        taken: (doors.options.port != 0 && doors.site.port() != doors.options.port).then_some(doors.options.port),
    };
    let server = serve_bench(doors, &live, &last)?;
    let Some(mut watch) = watch else {
        tell(listening);
        server.serve();
    };
    server.serve_aside()?;
    tell(listening);
    let trouble = |trouble| tell(Event::Trouble(trouble));
    loop {
        // What was read elsewhere is watched from now on, and may have changed just before.
        while watch.follow(&builds.also_read, &trouble) {
            builds.again(&Changes::Unknown, Some(&watch));
        }
        let changes = watch.wait(&trouble)?;
        builds.again(&changes, Some(&watch));
    }
}

/// Lets in at the bench's doors; the server of the site is returned, to be let in at too.
fn serve_bench(doors: Doors, live: &Arc<Live>, last: &Arc<LastBuild>) -> Result<Arc<Server>, Diagnostic> {
    let hosts = doors.hosts();
    let bench = Bench::new(reachable(&doors.endpoints), reachable(&doors.further));
    let front =
        Front::new(Arc::clone(live), hosts.clone(), Pages { bench: Arc::clone(&bench), last: Arc::clone(last) });
    Server::new(doors.endpoints, Box::new(Endpoints { bench, hosts: hosts.clone() })).serve_aside()?;
    Server::new(doors.further, Box::new(Further { hosts })).serve_aside()?;
    Ok(Server::new(doors.site, Box::new(front)))
}

/// Builds that follow each other.
struct Builds<'a> {
    live: &'a Live,
    last: &'a LastBuild,
    /// Where pages may send and fetch besides.
    further: &'a [String],
    build: &'a mut Builder<'a>,
    tell: &'a (dyn Fn(Event) + Sync),
    /// Files to watch besides.
    also_read: Vec<PathBuf>,
}

impl Builds<'_> {
    /// Builds, publishes and tells. Was it without errors?
    fn again(&mut self, changes: &Changes, watch: Option<&Watch>) -> bool {
        let Self { live, last, further, .. } = *self;
        let start = Instant::now();
        let viewers = Viewers { live, watch, further, start, shown: Cell::new(None) };
        let Some(mut snapshot) = (self.build)(changes, &viewers) else { return false };
        snapshot.policy.iter_mut().for_each(|policy| policy.allow(further));
        let diagnostics = std::mem::take(&mut snapshot.diagnostics);
        let (samples, left_out) = (std::mem::take(&mut snapshot.samples), std::mem::take(&mut snapshot.left_out));
        self.also_read = std::mem::take(&mut snapshot.also_read);
        let good = !diagnostics.iter().any(Diagnostic::is_error);
        let changes = live.publish(snapshot, &diagnostics);
        let (took, shown) = (start.elapsed(), viewers.shown.get());
        last.set(Told { build: 0, took, diagnostics: diagnostics.clone(), samples, left_out });
        (self.tell)(Event::Built { changes, took, shown, diagnostics });
        good
    }
}
