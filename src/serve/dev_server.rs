//! The server's main procedure: binds the ports, builds, serves and, while watching, rebuilds after changes.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::dev_pages::{BuildReport, DevPages};
use super::editor::{AccessCheck, EditorService};
use super::http::listener::Listener;
use super::http::server::Server;
use super::http::target::{AllowedHosts, without_brackets};
use super::live_site::LiveSite;
use super::mock::{MockService, MockState, ResultService};
use super::site_service::SiteService;
use super::watch::Watch;
use crate::config::MockOrigin;
use crate::diagnostic::Diagnostic;
use crate::edit::EditSession;
use crate::fs::Bounds;
use crate::output::{ChangedFiles, MemoryOutput};
use crate::pipeline::{Build, Preview, SAMPLE_VALUE, Viewers};
use crate::source::Changes;

#[derive(Debug, Clone)]
pub struct Options {
    /// A name or an address of this machine.
    pub host: String,
    /// 0 for any free port.
    pub port: u16,
    /// Whether the site is rebuilt, and its pages reload, when a watched file changes.
    pub watch: bool,
}

/// An event for the terminal.
#[derive(Debug)]
pub enum ServeEvent {
    /// The site can be visited.
    Listening {
        url: String,
        /// The URL for other machines of the network, if they can connect.
        network: Option<String>,
        /// The URL of the editor with its key, if there is an editor.
        editor: Option<String>,
        /// The requested port, if another program has it.
        taken: Option<u16>,
    },
    /// A build was completed. The first build comes before `Listening`.
    Built {
        /// The number of changed, new and removed files. In the first build, all files are new. In a build with errors,
        /// the number is 0.
        changes: usize,
        took: Duration,
        /// The time until the open pages were published, if they were published before the build ended.
        shown: Option<Duration>,
        /// How long each stage took, in order.
        timings: Vec<(&'static str, Duration)>,
        diagnostics: Vec<Diagnostic>,
    },
    /// Watching does not work as it should; serving continues.
    Warning(Diagnostic),
}

/// The bound ports. They are bound before the first build, because pages name the port of the mock endpoints.
pub struct Listeners {
    options: Options,
    site: Listener,
    endpoints: Listener,
    redirects: Listener,
    editor: Option<Editor>,
}

struct Editor {
    listener: Listener,
    access: AccessCheck,
    session: EditSession,
}

impl Listeners {
    /// Binds three ports: the site's, the mock endpoints' and that of their redirects. Each is an origin of its own.
    ///
    /// # Errors
    /// Fails if the host is not one of this machine, or if no port can be bound.
    pub fn open(options: &Options) -> Result<Self, Diagnostic> {
        let site = Listener::open(&options.host, options.port)?;
        let endpoints = Listener::open(&options.host, next_port(options.port, site.port()))?;
        let redirects = Listener::open(&options.host, next_port(options.port, endpoints.port()))?;
        Ok(Self { options: options.clone(), site, endpoints, redirects, editor: None })
    }

    /// Binds a fourth port for the editor, which only this machine can reach. The site must be watched.
    ///
    /// # Errors
    /// Fails if no port can be bound, or if the system has no random numbers.
    pub fn with_editor(self, session: EditSession) -> Result<Self, Diagnostic> {
        let listener = Listener::open("127.0.0.1", next_port(self.options.port, self.redirects.port()))?;
        let access = AccessCheck::new(listener.origin())?;
        Ok(Self { editor: Some(Editor { listener, access, session }), ..self })
    }

    pub fn mock_origin(&self) -> MockOrigin {
        MockOrigin(reachable_origin(&self.endpoints))
    }
}

/// Returns the port to bind after `previous`. 0 stands for any free port.
fn next_port(requested: u16, previous: u16) -> u16 {
    if requested == 0 { 0 } else { previous.checked_add(1).unwrap_or(0) }
}

fn reachable_origin(listener: &Listener) -> String {
    listener.network_origin().unwrap_or_else(|| listener.origin())
}

/// A function that builds the site. It first renders the pages that the viewers have open. If another change interrupts
/// a build, the next build completes the work.
pub type Builder<'a> = dyn FnMut(&Changes, &MemoryOutput, &dyn Viewers) -> Build + 'a;

/// Serves until the process ends. Calls `build` at the start and, while watching, when files may have changed. Reports
/// events to `report`. `watched` are the files and folders to watch, which may not exist yet; `site` is the site's own
/// folder.
///
/// # Errors
/// Fails if watching can't start or ends, if the first build has errors and nothing is watched, or if the system can't
/// start a thread.
pub fn run(
    listeners: Listeners,
    watched: &[PathBuf],
    site: &Path,
    build: &mut Builder,
    report: &dyn Fn(ServeEvent),
) -> Result<(), Diagnostic> {
    let watching = listeners.options.watch;
    let watch = watching.then(|| Watch::start(watched, site)).transpose()?;
    let editor_origin = listeners.editor.as_ref().map(|editor| editor.access.origin.as_str());
    let mock = Arc::new(MockState {
        origin: reachable_origin(&listeners.endpoints),
        redirect_origin: reachable_origin(&listeners.redirects),
        ..MockState::default()
    });
    let live = Arc::new(LiveSite::new(watching, editor_origin, &mock.redirect_origin));
    let dev_pages = Arc::new(DevPages::new(mock));
    if let (Some(editor), Some(watch)) = (&listeners.editor, &watch) {
        let announced_files = watch.announced_files.clone();
        editor.session.announce_writes(Box::new(move |paths| announced_files.lock().extend(paths)));
    }
    let mut builds = BuildLoop {
        outputs: MemoryOutput::default(),
        live: &live,
        dev_pages: &dev_pages,
        build,
        report,
        external_inputs: Vec::new(),
        bounds: Bounds::default(),
    };
    let is_clean = builds.rebuild(&Changes::Unknown, None);
    if !is_clean && !watching {
        return Err(Diagnostic::error("nothing-to-serve", "the site has errors, so there is nothing to serve")
            .help("correct them and start again, or start with `--watch` to see the site as soon as they are gone"));
    }
    let base = &live.current().base;
    let listening = ServeEvent::Listening {
        url: format!("{}{base}", listeners.site.origin()),
        network: listeners.site.network_origin().map(|origin| format!("{origin}{base}")),
        editor: listeners.editor.as_ref().map(|editor| editor.access.url()),
        taken: (listeners.options.port != 0 && listeners.site.port() != listeners.options.port)
            .then_some(listeners.options.port),
    };
    let server = start_other_servers(listeners, live.clone(), dev_pages.clone())?;
    let Some(mut watch) = watch else {
        report(listening);
        server.serve();
    };
    server.spawn()?;
    report(listening);
    let warn = |diagnostic| report(ServeEvent::Warning(diagnostic));
    loop {
        // New external inputs are watched only from now on. They may have changed since the build read them, so another
        // build reads them again.
        while watch.set_external_roots(&builds.external_inputs, &builds.bounds, &warn) {
            builds.rebuild(&Changes::Unknown, Some(&watch));
        }
        let changes = watch.wait(&warn)?;
        builds.rebuild(&changes, Some(&watch));
    }
}

/// Starts the servers of the editor and the mock endpoints; returns the site's server, which is not started yet.
fn start_other_servers(
    listeners: Listeners,
    live: Arc<LiveSite>,
    dev_pages: Arc<DevPages>,
) -> Result<Arc<Server>, Diagnostic> {
    let host = without_brackets(&listeners.options.host);
    let hosts = AllowedHosts { local_name: listeners.site.is_local().then(|| host.to_owned()) };
    let mock = Arc::clone(&dev_pages.mock);
    let site = SiteService { live: Arc::clone(&live), hosts: hosts.clone(), dev_pages };
    if let Some(Editor { listener, access, session }) = listeners.editor {
        let service = EditorService { access, session, live, site_origin: listeners.site.origin() };
        Server::new(listener, Box::new(service)).spawn()?;
    }
    Server::new(listeners.endpoints, Box::new(MockService { mock, hosts: hosts.clone() })).spawn()?;
    Server::new(listeners.redirects, Box::new(ResultService { hosts })).spawn()?;
    Ok(Server::new(listeners.site, Box::new(site)))
}

struct BuildLoop<'a> {
    outputs: MemoryOutput,
    live: &'a LiveSite,
    dev_pages: &'a DevPages,
    build: &'a mut Builder<'a>,
    report: &'a dyn Fn(ServeEvent),
    external_inputs: Vec<PathBuf>,
    bounds: Bounds,
}

impl BuildLoop<'_> {
    /// Builds, then publishes and reports the build unless it was interrupted. Returns whether the build was completed
    /// without errors.
    fn rebuild(&mut self, changes: &Changes, watch: Option<&Watch>) -> bool {
        let Self { live, ref outputs, .. } = *self;
        let start = Instant::now();
        let viewers = BuildViewers { live, outputs, watch, start, first_preview: Cell::new(None) };
        outputs.begin();
        let built = (self.build)(changes, outputs, &viewers);
        if built.is_interrupted {
            return false;
        }
        let is_clean = built.errors() == 0;
        let Build { mut diagnostics, timings, base_path, external_inputs, bounds, policy, unpublished, .. } = built;
        let samples = diagnostics.extract_if(.., |d| d.code == SAMPLE_VALUE && !d.is_error()).collect();
        // The outputs of a build with errors stay in the list of changes until a build without errors publishes them.
        let files = if is_clean { outputs.take_changes() } else { ChangedFiles::default() };
        let change_count = live.publish(files, &base_path, policy, &diagnostics);
        let took = start.elapsed();
        let shown = viewers.first_preview.get();
        self.external_inputs = external_inputs;
        self.bounds = bounds;
        self.dev_pages.set_last_build(BuildReport { took, diagnostics: diagnostics.clone(), samples, unpublished });
        (self.report)(ServeEvent::Built { changes: change_count, took, shown, timings, diagnostics });
        is_clean
    }
}

/// The viewers of the site during one build.
struct BuildViewers<'a> {
    live: &'a LiveSite,
    outputs: &'a MemoryOutput,
    /// `None` in the first build, and if changes are not watched.
    watch: Option<&'a Watch>,
    start: Instant,
    /// When the first preview of this build was published, measured from `start`.
    first_preview: Cell<Option<Duration>>,
}

impl Viewers for BuildViewers<'_> {
    fn viewed_outputs(&self) -> Vec<String> {
        self.live.viewed_outputs()
    }

    fn preview(&self, preview: Preview) {
        self.live.preview(self.outputs.changes_except(&preview.pending), preview);
        self.first_preview.set(self.first_preview.get().or_else(|| Some(self.start.elapsed())));
    }

    fn has_queued_changes(&self) -> bool {
        self.watch.is_some_and(Watch::has_queued_changes)
    }
}

#[cfg(test)]
mod tests {
    use super::next_port;

    #[test]
    fn any_free_port_follows_the_last_one() {
        assert_eq!(next_port(4000, 4003), 4004);
        assert_eq!(next_port(0, 50_000), 0);
        assert_eq!(next_port(u16::MAX, u16::MAX), 0);
    }
}
