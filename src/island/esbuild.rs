//! Bundles by esbuild: its own binary as a service, never through Node, which would take longer to start than esbuild to bundle.
//!
//! One process makes all bundles of a build, at once. Where builds follow each other it stays, with a context for each bundle: a
//! context keeps the files that it parsed, and reads only those again that changed. A process that is gone is started anew.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use serde_json::Value as Json;

use super::alone;
use super::complaint;
use super::packet::Value;
use super::service::{Fault, PATIENCE, Service};
use crate::diagnostic::{Diagnostic, Place};
use crate::fs;

/// The versions whose packets are known to be understood.
const KNOWN: &str = "0.28";

/// Where all bundles would be written, if they were: paths in source maps begin here.
pub const OUT: &str = "out";

/// A bundle to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// No other has it at the same time.
    pub name: &'static str,
    /// The names that entries are made under, and their files.
    pub entries: Vec<(String, String)>,
    /// As on the command line.
    pub flags: Vec<String>,
}

/// What was made.
#[derive(Debug, Default)]
pub struct Made {
    /// By their paths.
    pub files: BTreeMap<String, Vec<u8>>,
    /// esbuild's own account of them.
    pub account: Json,
}

impl Made {
    /// The files that it is made from.
    pub fn inputs(&self) -> impl Iterator<Item = &str> {
        self.account["inputs"].as_object().into_iter().flat_map(serde_json::Map::keys).map(String::as_str)
    }
}

/// Makes bundles.
#[derive(Debug, Default)]
pub struct Esbuild {
    /// Whether the same bundles will be asked for again.
    stays: bool,
    running: Mutex<Option<Running>>,
    contexts: Mutex<BTreeMap<&'static str, Arc<Mutex<Option<Context>>>>>,
    alone: Mutex<Option<alone::Last>>,
}

#[derive(Debug, Clone)]
struct Running {
    service: Arc<Service>,
    binary: PathBuf,
    version: String,
    keys: Arc<Mutex<u32>>,
}

/// An order that was given before, and is kept in the process.
#[derive(Debug)]
struct Context {
    /// A process that went wrong is not kept for it.
    service: Weak<Service>,
    key: u32,
    order: Order,
}

impl Esbuild {
    /// For builds that follow each other.
    pub fn staying() -> Self {
        Self { stays: true, ..Self::default() }
    }

    /// Makes a bundle of files below `root`.
    ///
    /// # Errors
    /// Everything that is wrong with them, or why esbuild did not work.
    pub fn make(&self, root: &Path, order: &Order) -> Result<Made, Vec<Diagnostic>> {
        let root = fs::resolve(root);
        let slot = self.stays.then(|| lock(&self.contexts).entry(order.name).or_default().clone());
        let mut context = slot.as_ref().map(|slot| lock(slot));
        let mut is_new = false;
        loop {
            let running = self.running(&root).map_err(|diagnostic| vec![diagnostic])?;
            let answer = match &mut context {
                Some(context) => again(context, &running, &root, order),
                None => running.service.ask(request(running.key(), &root, order, false)),
            };
            match answer {
                Ok(answer) => return made(answer, &root),
                Err(Fault::Refused(why)) => return Err(vec![failed(&running.version, &Fault::Refused(why))]),
                Err(fault) => {
                    self.forget(&running);
                    // It may have been gone since the last build.
                    if is_new || !matches!(fault, Fault::Ended(_)) {
                        return Err(vec![failed(&running.version, &fault)]);
                    }
                    is_new = true;
                }
            }
        }
    }

    /// The scripts that stand alone, as they were made last.
    pub fn last_alone(&self) -> MutexGuard<'_, Option<alone::Last>> {
        lock(&self.alone)
    }

    /// Whether there is one below `root`.
    ///
    /// # Errors
    /// There is none: with what to do.
    pub fn is_there(&self, root: &Path) -> Result<(), Diagnostic> {
        find(root).map(drop)
    }

    /// The process, started if there is none, or one of another version.
    fn running(&self, root: &Path) -> Result<Running, Diagnostic> {
        let (binary, version) = find(root)?;
        let mut running = lock(&self.running);
        if let Some(same) = running.as_ref().filter(|running| running.binary == binary && running.version == version) {
            return Ok(same.clone());
        }
        let service = Service::start(&binary, root, &version, self.stays, PATIENCE);
        let service = service.map_err(|fault| failed(&version, &fault))?;
        let new = Running { service: Arc::new(service), binary, version, keys: Arc::default() };
        Ok(running.insert(new).clone())
    }

    fn forget(&self, gone: &Running) {
        let mut running = lock(&self.running);
        if running.as_ref().is_some_and(|running| Arc::ptr_eq(&running.service, &gone.service)) {
            *running = None;
        }
    }
}

impl Running {
    /// What names a bundle in requests.
    fn key(&self) -> u32 {
        let mut next = lock(&self.keys);
        *next += 1;
        *next
    }
}

/// Gives an order that may have been given before.
fn again(context: &mut Option<Context>, running: &Running, root: &Path, order: &Order) -> Result<Value, Fault> {
    let command = |command, key| Value::map([("command", Value::text(command)), ("key", Value::Number(key))]);
    let service = &running.service;
    let is_same = |known: &Context| known.order == *order && known.service.as_ptr() == Arc::as_ptr(service);
    // Where the process is gone, so is the context.
    if let Some(other) = context.take_if(|known| !is_same(known))
        && let Some(service) = other.service.upgrade()
    {
        drop(service.ask(command("dispose", other.key)));
    }
    let key = match context {
        Some(known) => known.key,
        None => {
            let key = running.key();
            let begun = service.ask(request(key, root, order, true))?;
            if begun.get("errors").as_list().is_some_and(|errors| !errors.is_empty()) {
                return Ok(begun);
            }
            *context = Some(Context { service: Arc::downgrade(service), key, order: order.clone() });
            key
        }
    };
    service.ask(command("rebuild", key))?;
    service.take_made(key).ok_or(Fault::Garbled("an answer without what was made"))
}

fn request(key: u32, root: &Path, order: &Order, is_context: bool) -> Value {
    let text = |text: &String| Value::text(text);
    let entries = order.entries.iter().map(|(name, file)| Value::List(vec![text(name), text(file)]));
    let always = ["--bundle", "--log-level=silent", "--log-limit=0", "--color=false", "--metafile"];
    let flags = always.into_iter().map(Value::text).chain(order.flags.iter().map(text));
    Value::map([
        ("command", Value::text("build")),
        ("key", Value::Number(key)),
        ("entries", Value::List(entries.collect())),
        ("flags", Value::List(flags.collect())),
        ("write", Value::Bool(false)),
        ("stdinContents", Value::None),
        ("stdinResolveDir", Value::None),
        ("absWorkingDir", Value::text(root.to_string_lossy())),
        ("nodePaths", Value::List(Vec::new())),
        ("context", Value::Bool(is_context)),
    ])
}

/// What an answer holds.
fn made(mut answer: Value, root: &Path) -> Result<Made, Vec<Diagnostic>> {
    let problems = complaint::diagnostics(&answer);
    if !problems.is_empty() {
        return Err(problems);
    }
    let out = root.join(OUT);
    let files = answer.take("outputFiles").into_list().into_iter().filter_map(|mut file| {
        let contents = file.take("contents").into_bytes()?;
        let path = Path::new(file.get("path").as_text()?).strip_prefix(&out).ok()?;
        Some((path.to_string_lossy().replace('\\', "/"), contents))
    });
    let files = files.collect();
    let account = answer.get("metafile").as_bytes().and_then(|account| serde_json::from_slice(account).ok());
    Ok(Made { files, account: account.unwrap_or_default() })
}

/// The native binary of the esbuild that is installed below `root`, and its version.
fn find(root: &Path) -> Result<(PathBuf, String), Diagnostic> {
    let name = if cfg!(windows) { "esbuild.exe" } else { "bin/esbuild" };
    let packages = package(root, "@esbuild");
    let platforms = packages.iter().flat_map(|folder| {
        let names = fs::list(folder, "node_modules/@esbuild").unwrap_or_default();
        names.into_iter().map(|platform| folder.join(platform))
    });
    let found = platforms.into_iter().find(|platform| fs::is_file(&platform.join(name))).map(|platform| {
        let about = fs::read_bytes(&platform.join("package.json"), "package.json").unwrap_or_default();
        let about: Json = serde_json::from_slice(&about).unwrap_or_default();
        (platform.join(name), about["version"].as_str().unwrap_or_default().to_owned())
    });
    found.ok_or_else(|| {
        Diagnostic::error("missing-esbuild", "islands, scripts and bundled styles need esbuild, which is not installed")
            .at(Place::file("package.json"))
            .label("lists the packages")
            .help("run `npm install --save-exact --save-dev esbuild react react-dom` in the site's folder, and commit package-lock.json")
    })
}

/// Where a package lies: in the `node_modules` of `root` or of a folder above it, as Node looks for it.
pub fn package(root: &Path, name: &str) -> Option<PathBuf> {
    let root = std::path::absolute(root).ok()?;
    root.ancestors().map(|folder| folder.join("node_modules").join(name)).find(|path| fs::is_dir(path))
}

/// esbuild of this version did not do what it was asked for.
fn failed(version: &str, fault: &Fault) -> Diagnostic {
    let why = match fault {
        Fault::NotStarted(why) => format!("it could not be started: {why}"),
        Fault::Ended(words) => format!("it ended without an answer\n{words}"),
        Fault::Garbled(what) => format!("it said what can't be understood: {what}"),
        Fault::Version(other) => format!("its package says that it is version {version}, but it is {other}"),
        Fault::Silent(time) => format!("it gave no answer for {} seconds", time.as_secs()),
        Fault::Refused(why) => why.clone(),
    };
    let diagnostic =
        Diagnostic::error("esbuild-failed", "esbuild did not work").at(Place::file("node_modules/esbuild"));
    let diagnostic = why.lines().filter(|line| !line.trim().is_empty()).take(12).fold(diagnostic, Diagnostic::note);
    if version.rsplit_once('.').is_some_and(|(known, _)| known == KNOWN) {
        return diagnostic.help("run `npm ci` in the site's folder to install it anew");
    }
    diagnostic.help(format!(
        "version {version} of esbuild is installed, and this program was made for {KNOWN}: run `npm install --save-exact --save-dev esbuild@{KNOWN}`"
    ))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
