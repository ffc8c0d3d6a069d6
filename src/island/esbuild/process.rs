//! The process of esbuild, which answers any number of simultaneous requests over its standard streams.
//!
//! 1. A caller writes a packet and waits for the response.
//! 2. One thread reads packets and passes each response to its caller.
//! 3. When the process ends or sends a malformed packet, all callers get the error. A caller without a response gives
//!    up after a minute.
//!
//! When this program ends, even by a crash, esbuild's standard input is closed, and so esbuild ends too.

use std::convert::Infallible;
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use super::plugin;
use super::protocol::{Packet, PacketValue, receive};
use super::step_outputs::StepOutputs;
use crate::process::{Child, ChildStdin, ChildStdout, Program};

/// The time to wait for a response. Bundling takes a few seconds at most, so after that time esbuild has hung.
pub const RESPONSE_TIMEOUT: Duration = Duration::from_mins(1);
/// The number of bytes of the standard error that are read for a diagnostic.
const MAX_STDERR_BYTES: u64 = 4096;

/// The reason why there is no response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EsbuildError {
    /// The program does not exist or could not be run.
    NotStarted(String),
    /// The process ended; the text is its standard error, and empty until that is read.
    Ended(String),
    /// The process sent a malformed or unexpected packet.
    Malformed(&'static str),
    /// The process reports another version than its package.
    WrongVersion(String),
    /// The response did not come within this time.
    TimedOut(Duration),
    /// esbuild rejected the request, with this reason.
    Refused(String),
}

/// A running process.
#[derive(Debug)]
pub struct EsbuildProcess {
    pub binary: PathBuf,
    /// The version of the package that the binary belongs to.
    pub version: String,
    process: Mutex<Child>,
    channel: Arc<Channel>,
    reader: Option<JoinHandle<()>>,
    next_number: AtomicU32,
    timeout: Duration,
}

/// The state that callers share with the reading thread.
#[derive(Debug, Default)]
struct Channel {
    /// The standard input of the process; `None` once it is closed.
    input: Mutex<Option<ChildStdin>>,
    responses: Mutex<Responses>,
    /// The files that esbuild reads from the cache, by the key by which requests name the build or context.
    step_outputs: Mutex<FxHashMap<u32, StepOutputs>>,
}

/// The responses that callers wait for, and those that have arrived.
#[derive(Debug, Default)]
struct Responses {
    /// The sender to the caller of each request without a response, by the request's number.
    senders: FxHashMap<u32, Sender<PacketValue>>,
    /// The output of each context (see `client`), by the context's key. It arrives before the response to `rebuild`.
    context_outputs: FxHashMap<u32, PacketValue>,
    /// Why no more responses will come.
    error: Option<EsbuildError>,
}

impl EsbuildProcess {
    /// Spawns esbuild in `root`. Its version is compared with `version` when the first packet arrives. Go's garbage
    /// collector runs rarely (`GOGC=400`) in a long-lived process, and never in a one-off build, where collecting costs
    /// more than the memory.
    ///
    /// # Errors
    /// Fails if the program does not exist or can't be run.
    pub fn start(
        binary: &Path,
        root: &Path,
        version: &str,
        is_long_lived: bool,
        timeout: Duration,
    ) -> Result<Self, EsbuildError> {
        let program = Program::new(binary).arguments([format!("--service={version}")]).in_folder(root);
        let program = program.variable("GOGC", if is_long_lived { "400" } else { "off" });
        let mut process = program.start_piped().map_err(|error| EsbuildError::NotStarted(error.to_string()))?;
        let channel = Arc::new(Channel { input: Mutex::new(process.stdin.take()), ..Channel::default() });
        let reader = process.stdout.take().map(|output| {
            let (channel, version) = (channel.clone(), version.to_owned());
            std::thread::spawn(move || {
                let Err(error) = channel.read_packets(output, &version);
                let mut responses = channel.responses.lock();
                responses.error = Some(error);
                // Dropping the senders wakes the callers.
                responses.senders.clear();
            })
        });
        let (binary, version, process) = (binary.to_owned(), version.to_owned(), Mutex::new(process));
        Ok(Self { binary, version, process, channel, reader, next_number: AtomicU32::new(0), timeout })
    }

    /// Returns a new number, for a request or as the key of a build or context.
    pub fn next_number(&self) -> u32 {
        self.next_number.fetch_add(1, Ordering::Relaxed)
    }

    /// Sends a request and waits for its response.
    ///
    /// # Errors
    /// Fails if there is no response, or if esbuild rejects the request.
    pub fn send(&self, request: PacketValue) -> Result<PacketValue, EsbuildError> {
        let number = self.next_number();
        let (sender, receiver) = mpsc::channel();
        {
            let mut responses = self.channel.responses.lock();
            if let Some(error) = responses.error.clone() {
                drop(responses);
                return Err(self.with_stderr(error));
            }
            responses.senders.insert(number, sender);
        }
        // A failure is ignored: the process has ended then, so the reading thread ends and provides the error.
        self.channel.write(&Packet { number, is_response: false, value: request });
        let error = match receiver.recv_timeout(self.timeout) {
            Ok(response) => {
                return match response.get("error").as_text() {
                    Some(reason) => Err(EsbuildError::Refused(reason.to_owned())),
                    None => Ok(response),
                };
            }
            Err(RecvTimeoutError::Timeout) => EsbuildError::TimedOut(self.timeout),
            Err(RecvTimeoutError::Disconnected) => {
                self.channel.responses.lock().error.clone().unwrap_or_else(|| EsbuildError::Ended(String::new()))
            }
        };
        Err(self.with_stderr(error))
    }

    /// Sets the files that esbuild reads from the cache in the build or context `key`.
    pub fn set_step_outputs(&self, key: u32, files: StepOutputs) {
        self.channel.step_outputs.lock().insert(key, files);
    }

    /// Returns and forgets the output of the last build in the context `key`; `None` if there is none.
    pub fn take_context_output(&self, key: u32) -> Option<PacketValue> {
        self.channel.responses.lock().context_outputs.remove(&key)
    }

    /// Returns the error, with the standard error of the process if the process has ended.
    fn with_stderr(&self, error: EsbuildError) -> EsbuildError {
        if error != EsbuildError::Ended(String::new()) {
            return error;
        }
        // The process may have closed only its output and still run: it is killed, because reading its standard error
        // could otherwise take forever. It is killed before the input is closed, because a thread that is writing to
        // the process holds the lock of the input.
        let mut process = self.process.lock();
        drop(process.kill());
        *self.channel.input.lock() = None;
        // The first caller reads the standard error for all that were waiting.
        if let Some(errors) = process.stderr.take() {
            let mut text = Vec::new();
            drop(errors.take(MAX_STDERR_BYTES).read_to_end(&mut text));
            let error = EsbuildError::Ended(String::from_utf8_lossy(&text).trim().to_owned());
            self.channel.responses.lock().error = Some(error);
        }
        self.channel.responses.lock().error.clone().unwrap_or(error)
    }
}

impl Drop for EsbuildProcess {
    fn drop(&mut self) {
        let process = self.process.get_mut();
        // Killing the process loses nothing, because it writes no files.
        drop(process.kill());
        *self.channel.input.lock() = None;
        drop(process.wait());
        if let Some(reader) = self.reader.take() {
            drop(reader.join());
        }
    }
}

impl Channel {
    /// Writes a packet, and returns whether that succeeded.
    fn write(&self, packet: &Packet) -> bool {
        let mut input = self.input.lock();
        input.as_mut().is_some_and(|input| input.write_all(&packet.encode()).and_then(|()| input.flush()).is_ok())
    }

    /// Returns the files that esbuild reads from the cache in the build or context `key`.
    fn step_outputs_of(&self, key: Option<u32>) -> StepOutputs {
        key.and_then(|key| self.step_outputs.lock().get(&key).cloned()).unwrap_or_default()
    }

    /// Passes responses to callers and answers requests until the stream ends or is malformed.
    fn read_packets(&self, mut output: ChildStdout, version: &str) -> Result<Infallible, EsbuildError> {
        let mut first = receive_bytes(&mut output)?;
        if first != version.as_bytes() {
            first.truncate(64);
            return Err(EsbuildError::WrongVersion(String::from_utf8_lossy(&first).into_owned()));
        }
        loop {
            let packet = Packet::decode(&receive_bytes(&mut output)?);
            let no_value = EsbuildError::Malformed("a packet that holds no value");
            let Packet { number, is_response, value } = packet.ok_or(no_value)?;
            if is_response {
                let sender = self.responses.lock().senders.remove(&number);
                let sender = sender.ok_or(EsbuildError::Malformed("a response without a request"))?;
                // An error is ignored: a caller that timed out has dropped its receiver.
                drop(sender.send(value));
                continue;
            }
            // esbuild sends requests too: pings, the starts of builds, imports to resolve, files to load, and the
            // outputs of contexts.
            let response = match (value.get("command").as_text(), value.get("key").as_number()) {
                (Some("ping"), _) => PacketValue::map([]),
                (Some("on-start"), _) => no_messages(),
                (Some("on-resolve"), key) => plugin::resolve(&value, &self.step_outputs_of(key)),
                (Some("on-load"), key) => self.step_outputs_of(key).load(&value),
                (Some("on-end"), Some(key)) => {
                    self.responses.lock().context_outputs.insert(key, value);
                    no_messages()
                }
                _ => return Err(EsbuildError::Malformed("an unexpected request")),
            };
            self.write(&Packet { number, is_response: true, value: response });
        }
    }
}

/// Receives the bytes of the next packet.
fn receive_bytes(output: &mut ChildStdout) -> Result<Vec<u8>, EsbuildError> {
    receive(output).map_err(|error| match error.kind() {
        ErrorKind::InvalidData => EsbuildError::Malformed("a packet of an impossible length"),
        _ => EsbuildError::Ended(String::new()),
    })
}

/// Returns a response without errors and warnings.
fn no_messages() -> PacketValue {
    PacketValue::map([("errors", PacketValue::List(Vec::new())), ("warnings", PacketValue::List(Vec::new()))])
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::process::Command;
    use std::time::Duration;

    use super::{EsbuildError, EsbuildProcess, RESPONSE_TIMEOUT};
    use crate::island::esbuild::protocol::PacketValue;

    /// Sends a request to a shell script of these lines in place of esbuild.
    fn send_to(lines: &str, timeout: Duration) -> Result<PacketValue, EsbuildError> {
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join("esbuild");
        // A shell writes the script, because a file can't be run while it is open for writing, be it here or in a child
        // process that another test spawns.
        let script = format!("#!/bin/sh\n{lines}\n");
        let write = "printf %s \"$0\" > \"$1\" && chmod +x \"$1\"";
        let written = Command::new("sh").args(["-c", write, &script]).arg(&program).status();
        assert!(written.expect("a shell").success());
        EsbuildProcess::start(&program, folder.path(), "1.0.0", true, timeout)?.send(PacketValue::None)
    }

    fn check(lines: &str, expected: EsbuildError) {
        assert_eq!(send_to(lines, RESPONSE_TIMEOUT), Err(expected), "{lines}");
    }

    #[test]
    fn broken_programs_end_in_an_error() {
        let version = r"printf '\005\000\000\0001.0.0'";
        check("echo 'wrong version' >&2", EsbuildError::Ended("wrong version".to_owned()));
        check(&format!("{version}; head -c 1 >/dev/null"), EsbuildError::Ended(String::new()));
        check("exec >&-; cat >/dev/null", EsbuildError::Ended(String::new()));
        check(r"printf '\005\000\000\0002.0.0'; exec sleep 100", EsbuildError::WrongVersion("2.0.0".to_owned()));
        check("echo 'Hello, world'; exec sleep 100", EsbuildError::Malformed("a packet of an impossible length"));
        check(
            &format!(r"{version}; head -c 1 >/dev/null; printf '\005\000\000\000\001\000\000\000\011'; exec sleep 100"),
            EsbuildError::Malformed("a packet that holds no value"),
        );
        check(
            &format!(r"{version}; head -c 1 >/dev/null; printf '\005\000\000\000\377\000\000\000\000'; exec sleep 100"),
            EsbuildError::Malformed("a response without a request"),
        );
        let moment = Duration::from_millis(50);
        assert_eq!(send_to("exec sleep 100", moment), Err(EsbuildError::TimedOut(moment)));
    }

    #[test]
    fn a_missing_program_is_reported() {
        let folder = tempfile::tempdir().expect("a folder");
        let started =
            EsbuildProcess::start(&folder.path().join("none"), folder.path(), "1.0.0", true, RESPONSE_TIMEOUT);
        assert!(matches!(started, Err(EsbuildError::NotStarted(_))), "{started:?}");
    }
}
