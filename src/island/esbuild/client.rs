//! The client of esbuild. It starts esbuild's native binary as a service and requests bundles from it.
//!
//! One process builds all bundles of a build in parallel, each in a context of its own. A context caches parsed files,
//! so that esbuild reads only changed files again. If the process has ended, the client starts a new one.
//!
//! The binary is run without Node, because Node takes longer to start than esbuild takes to bundle.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::Value as Json;

use super::messages;
use super::options::OUT;
use super::plugin::StepOutputs;
use super::process::{EsbuildError, EsbuildProcess, RESPONSE_TIMEOUT};
use super::protocol::PacketValue;
use crate::diagnostic::{Diagnostic, Place, list_names};
use crate::fs;
use crate::island::npm;
use crate::unicode::{into_nfc, nfc};

/// The minor version of esbuild whose protocol this client implements.
const SUPPORTED_VERSION: &str = "0.28";

/// The scope of the npm packages with esbuild's binaries. There is one package for each platform.
const BINARY_PACKAGES: &str = "@esbuild";

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BundleRequest {
    /// The bundle's name, unique among simultaneous requests.
    pub name: &'static str,
    /// The output name and the source file of each entry point.
    pub entries: Vec<(String, String)>,
    /// The flags, as on esbuild's command line.
    pub flags: Vec<String>,
    /// The files that the commands of the setting `steps` add to `public/`.
    pub step_outputs: StepOutputs,
}

#[derive(Debug, Default)]
pub struct BundleOutput {
    /// The contents of the output files, by their paths relative to [`OUT`].
    pub files: BTreeMap<String, Vec<u8>>,
    /// esbuild's metafile: all input and output files with their imports. Paths are composed (NFC).
    pub metafile: Json,
}

/// The client of esbuild, for one site.
#[derive(Debug, Default)]
pub struct Esbuild {
    /// Whether the process will bundle many times. If not, the garbage collector of esbuild, a Go program, is turned
    /// off.
    is_long_lived: bool,
    running: Mutex<Option<Arc<RunningProcess>>>,
}

/// A process with its contexts, by the names of their bundles.
#[derive(Debug)]
struct RunningProcess {
    process: EsbuildProcess,
    contexts: Mutex<BTreeMap<&'static str, Context>>,
}

/// A context in the process, with the request that it builds.
#[derive(Debug)]
struct Context {
    key: u32,
    request: BundleRequest,
}

impl Esbuild {
    pub fn new(is_long_lived: bool) -> Self {
        Self { is_long_lived, running: Mutex::default() }
    }

    /// Builds a bundle of files below `root`.
    ///
    /// # Errors
    /// Fails with all errors that esbuild finds in the files, or with one error if esbuild does not work.
    pub fn build(&self, root: &Path, request: &BundleRequest) -> Result<BundleOutput, Vec<Diagnostic>> {
        let root = fs::resolve(root);
        let mut is_retry = false;
        loop {
            let running = self.running_process(&root)?;
            let error = match build_in_context(&running, &root, request) {
                Ok(response) => return read_output(response, &root),
                Err(error) => error,
            };
            // A process that failed is forgotten, so that the next request starts a new one.
            if !matches!(error, EsbuildError::Refused(_)) {
                self.running.lock().take_if(|known| Arc::ptr_eq(known, &running));
            }
            // The process may have ended since the last build, so the client tries once more with a new one.
            if is_retry || !matches!(error, EsbuildError::Ended(_)) {
                return Err(esbuild_failed(&running.process.version, &error).into());
            }
            is_retry = true;
        }
    }

    pub fn check_installed(root: &Path) -> Result<(), Diagnostic> {
        find_binary(root).map(drop)
    }

    /// Returns the running process, or starts one if there is none or the installed version has changed.
    fn running_process(&self, root: &Path) -> Result<Arc<RunningProcess>, Diagnostic> {
        let (binary, version) = find_binary(root)?;
        let mut running = self.running.lock();
        let is_same = |known: &&Arc<RunningProcess>| known.process.binary == binary && known.process.version == version;
        if let Some(same) = running.as_ref().filter(is_same) {
            return Ok(same.clone());
        }
        let process = EsbuildProcess::start(&binary, root, &version, self.is_long_lived, RESPONSE_TIMEOUT);
        let process = process.map_err(|error| esbuild_failed(&version, &error))?;
        Ok(running.insert(Arc::new(RunningProcess { process, contexts: Mutex::default() })).clone())
    }
}

/// Builds a bundle in its context. Creates the context first if it is missing, or if its request was different.
fn build_in_context(
    RunningProcess { process, contexts }: &RunningProcess,
    root: &Path,
    request: &BundleRequest,
) -> Result<PacketValue, EsbuildError> {
    let command =
        |command, key| PacketValue::map([("command", PacketValue::text(command)), ("key", PacketValue::Number(key))]);
    // The names of simultaneous requests differ, so no other thread looks for this context meanwhile.
    let mut context = contexts.lock().remove(request.name);
    if let Some(outdated) = context.take_if(|known| known.request != *request) {
        process.send(command("dispose", outdated.key))?;
    }
    let key = match context {
        Some(known) => known.key,
        None => {
            let key = process.next_number();
            let response = create_context(process, key, root, request)?;
            if !response.get("errors").as_list().is_empty() {
                // After errors there is no context.
                return Ok(response);
            }
            key
        }
    };
    contexts.lock().insert(request.name, Context { key, request: request.clone() });
    process.send(command("rebuild", key))?;
    process.take_context_output(key).ok_or(EsbuildError::Malformed("a response without the bundle"))
}

/// Creates a context, in which the command `rebuild` builds the bundle.
fn create_context(
    process: &EsbuildProcess,
    key: u32,
    root: &Path,
    request: &BundleRequest,
) -> Result<PacketValue, EsbuildError> {
    if !request.step_outputs.files.is_empty() {
        process.set_step_outputs(key, request.step_outputs.clone());
    }
    // With `./`, an entry is always a file, never a package.
    let entry = |name, file| PacketValue::List(vec![PacketValue::text(name), PacketValue::text(format!("./{file}"))]);
    let entries = request.entries.iter().map(|(name, file)| entry(name, file));
    let always = ["--bundle", "--log-level=silent", "--log-limit=0", "--color=false", "--metafile"];
    let flags = always.into_iter().map(PacketValue::text).chain(request.flags.iter().map(PacketValue::text));
    process.send(PacketValue::map([
        ("command", PacketValue::text("build")),
        ("key", PacketValue::Number(key)),
        ("entries", PacketValue::List(entries.collect())),
        ("flags", PacketValue::List(flags.collect())),
        ("write", PacketValue::Bool(false)),
        ("stdinContents", PacketValue::None),
        ("stdinResolveDir", PacketValue::None),
        ("absWorkingDir", PacketValue::text(root.to_string_lossy())),
        ("nodePaths", PacketValue::List(Vec::new())),
        ("context", PacketValue::Bool(true)),
        ("plugins", PacketValue::List(vec![request.step_outputs.describe()])),
    ]))
}

/// Reads the bundle from the response to a build.
fn read_output(mut response: PacketValue, root: &Path) -> Result<BundleOutput, Vec<Diagnostic>> {
    let errors = messages::diagnostics(&response);
    if !errors.is_empty() {
        return Err(errors);
    }
    let out = root.join(OUT);
    let files = response.take_field("outputFiles").into_list().into_iter().filter_map(|mut file| {
        let contents = file.take_field("contents").into_bytes()?;
        let path = Path::new(file.get("path").as_text()?).strip_prefix(&out).ok()?;
        Some((path.to_string_lossy().replace('\\', "/"), contents))
    });
    let files = compose_paths(files.collect());
    let metafile = response.take_field("metafile").into_bytes().unwrap_or_default();
    let metafile = serde_json::from_str(&nfc(&String::from_utf8_lossy(&metafile))).unwrap_or_default();
    Ok(BundleOutput { files, metafile })
}

/// Composes (NFC) the paths of output files. If a path was not composed, also composes the texts of style sheets, which
/// contain paths of pictures and fonts.
fn compose_paths(files: BTreeMap<String, Vec<u8>>) -> BTreeMap<String, Vec<u8>> {
    if files.keys().all(|path| *nfc(path) == **path) {
        return files;
    }
    let compose_text = |text: &[u8]| nfc(&String::from_utf8_lossy(text)).into_owned().into_bytes();
    let files = files.into_iter().map(|(path, contents)| {
        let contents = if path.ends_with(".css") { compose_text(&contents) } else { contents };
        (into_nfc(path), contents)
    });
    files.collect()
}

/// Finds the native binary of the esbuild that is installed for the site in `root`. Returns its path and version.
fn find_binary(root: &Path) -> Result<(PathBuf, String), Diagnostic> {
    let name = if cfg!(windows) { "esbuild.exe" } else { "bin/esbuild" };
    let platform = platform();
    let folder = npm::package_folder(root, &format!("{BINARY_PACKAGES}/{platform}"));
    if let Some(folder) = folder.filter(|folder| fs::is_file(&folder.join(name))) {
        let manifest = fs::read_bytes(&folder.join("package.json"), "package.json").unwrap_or_default();
        let manifest: Json = serde_json::from_slice(&manifest).unwrap_or_default();
        return Ok((folder.join(name), manifest["version"].as_str().unwrap_or_default().to_owned()));
    }
    let message = "islands, scripts and bundled styles need esbuild, which is not installed";
    let missing =
        Diagnostic::error("missing-esbuild", message).at(Place::file("package.json")).label("lists the packages");
    let others = npm::package_folder(root, BINARY_PACKAGES)
        .and_then(|folder| fs::list(&folder, BINARY_PACKAGES).ok())
        .unwrap_or_default();
    Err(if others.is_empty() {
        missing.help(
            "run `npm install --save-exact --save-dev esbuild react react-dom` in the site's folder, and commit \
             package-lock.json",
        )
    } else {
        missing
            .note(format!("node_modules/ holds it for {}, and this machine is `{platform}`", list_names(&others)))
            .help("run `npm ci` in the site's folder on this machine")
    })
}

/// Returns esbuild's name of this machine's platform, such as `linux-x64`.
fn platform() -> String {
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        "illumos" | "solaris" => "sunos",
        other => other,
    };
    let processor = match std::env::consts::ARCH {
        "x86_64" => "x64",
        "x86" => "ia32",
        "aarch64" => "arm64",
        "powerpc64" => "ppc64",
        "loongarch64" => "loong64",
        other => other,
    };
    format!("{system}-{processor}")
}

/// Creates the diagnostic for an error of the process; `version` is the installed version of esbuild.
fn esbuild_failed(version: &str, error: &EsbuildError) -> Diagnostic {
    let reason = match error {
        EsbuildError::NotStarted(why) => format!("it could not be started: {why}"),
        EsbuildError::Ended(stderr) => format!("it ended without an answer\n{stderr}"),
        EsbuildError::Malformed(what) => format!("its answer can't be understood: {what}"),
        EsbuildError::WrongVersion(other) => {
            format!("its package says that it is version {version}, but it is {other}")
        }
        EsbuildError::TimedOut(time) => format!("it gave no answer for {} seconds", time.as_secs()),
        EsbuildError::Refused(reason) => reason.clone(),
    };
    let failed = Diagnostic::error("esbuild-failed", "esbuild did not work").at(Place::file("node_modules/esbuild"));
    let diagnostic = npm::quote(failed, &reason);
    if version.rsplit_once('.').is_some_and(|(minor, _)| minor == SUPPORTED_VERSION) {
        return diagnostic.help("run `npm ci` in the site's folder to install it anew");
    }
    diagnostic.help(format!(
        "version {version} of esbuild is installed, and this program was made for {SUPPORTED_VERSION}: run `npm \
         install --save-exact --save-dev esbuild@{SUPPORTED_VERSION}`"
    ))
}

#[cfg(test)]
mod tests {
    use super::{find_binary, platform};

    #[test]
    fn the_binary_of_this_platform_is_found() {
        let root = tempfile::tempdir().expect("a folder");
        let install = |platform: &str| {
            let folder = root.path().join("node_modules/@esbuild").join(platform);
            let binary = folder.join(if cfg!(windows) { "esbuild.exe" } else { "bin/esbuild" });
            std::fs::create_dir_all(binary.parent().expect("a folder")).expect("a folder");
            std::fs::write(&binary, "").expect("written");
            std::fs::write(folder.join("package.json"), format!("{{\"version\": \"{platform}\"}}")).expect("written");
            binary
        };
        let refused = |part: &str| {
            let error = find_binary(root.path()).expect_err("none for this machine");
            assert!(format!("{error:?}").contains(part), "{error:?}");
        };
        refused("npm install");
        install("aix-ppc64");
        refused("holds it for `aix-ppc64`");
        let own = install(&platform());
        install("zos-s390x");
        assert_eq!(find_binary(root.path()).expect("the binary"), (own, platform()));
    }
}
