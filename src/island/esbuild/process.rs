//! The process of esbuild, which answers any number of simultaneous requests over its standard streams.
//!
//! 1. A caller passes a packet to the thread that writes packets, and waits for the response.
//! 2. Another thread reads packets: it passes each response to its caller, and answers the requests of esbuild.
//! 3. When the process ends or sends a malformed packet, all callers get the error. A caller without a response gives
//!    up after a minute, even if the process no longer reads.
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

use super::plugin::StepOutputs;
use super::protocol::{Packet, PacketValue, receive};
use crate::process::{Child, ChildStdout, Program};

/// The time to wait for a response. Bundling takes a few seconds at most, so after that time esbuild has hung.
pub const RESPONSE_TIMEOUT: Duration = Duration::from_mins(1);
/// The number of bytes of the standard error that are read for a diagnostic.
const MAX_STDERR_BYTES: u64 = 4096;

/// The reason why there is no response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EsbuildError {
    /// The program does not exist or could not be run.
    NotStarted(String),
    /// The process ended, with this standard error.
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

#[derive(Debug)]
pub struct EsbuildProcess {
    pub binary: PathBuf,
    /// The version of the package that the binary belongs to.
    pub version: String,
    channel: Arc<Channel>,
    reader: Option<JoinHandle<()>>,
    next_number: AtomicU32,
    timeout: Duration,
}

/// The state that callers share with the thread that reads packets.
#[derive(Debug)]
struct Channel {
    process: Mutex<Child>,
    /// The sender to the thread that writes encoded packets; `None` once the standard input is to be closed.
    packets: Mutex<Option<Sender<Vec<u8>>>>,
    responses: Mutex<Responses>,
    /// The files that esbuild reads from the cache, and the key of the context in which it reads them. Only the context
    /// of style sheets has such files.
    step_outputs: Mutex<(u32, StepOutputs)>,
}

/// The responses that callers wait for, and those that have arrived.
#[derive(Debug, Default)]
struct Responses {
    /// The sender to the caller of each request without a response, by the request's number.
    senders: FxHashMap<u32, Sender<PacketValue>>,
    /// The output of each context (see `client`), by the context's key. An output arrives before the response
    /// to `rebuild`.
    context_outputs: FxHashMap<u32, PacketValue>,
    /// Why no more responses will come.
    error: Option<EsbuildError>,
}

impl EsbuildProcess {
    /// Spawns esbuild in `root`. Its version is compared with `version` when the first packet arrives. Go's garbage
    /// collector runs rarely (`GOGC=400`) in a long-lived process, and never in a one-off build, where collecting costs
    /// more than the memory.
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
        let output = process.stdout.take();
        let (packets, queue) = mpsc::channel();
        // If the process does not read, only the spawned thread waits. If the process has ended, the spawned thread
        // ends too, and the thread that reads packets tells the callers.
        if let Some(mut input) = process.stdin.take() {
            std::thread::spawn(move || queue.iter().try_for_each(|packet: Vec<u8>| input.write_all(&packet)));
        }
        let (process, packets) = (Mutex::new(process), Mutex::new(Some(packets)));
        let (responses, step_outputs) = (Mutex::default(), Mutex::default());
        let channel = Arc::new(Channel { process, packets, responses, step_outputs });
        let reader = output.map(|output| {
            let (channel, version) = (channel.clone(), version.to_owned());
            std::thread::spawn(move || channel.read(output, &version))
        });
        let (binary, version) = (binary.to_owned(), version.to_owned());
        Ok(Self { binary, version, channel, reader, next_number: AtomicU32::new(0), timeout })
    }

    /// Returns a new number, for a request or as the key of a context.
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
            if let Some(error) = &responses.error {
                return Err(error.clone());
            }
            responses.senders.insert(number, sender);
        }
        self.channel.write(&Packet { number, is_response: false, value: request });
        match receiver.recv_timeout(self.timeout) {
            Ok(response) => match response.get("error").as_text() {
                Some(reason) => Err(EsbuildError::Refused(reason.to_owned())),
                None => Ok(response),
            },
            Err(RecvTimeoutError::Timeout) => Err(EsbuildError::TimedOut(self.timeout)),
            Err(RecvTimeoutError::Disconnected) => {
                Err(self.channel.responses.lock().error.clone().expect("the reading thread records it first"))
            }
        }
    }

    /// Sets the files that esbuild reads from the cache in the context `key`.
    pub fn set_step_outputs(&self, key: u32, files: StepOutputs) {
        *self.channel.step_outputs.lock() = (key, files);
    }

    /// Returns and forgets the output of the last build in the context `key`; `None` if there is none.
    pub fn take_context_output(&self, key: u32) -> Option<PacketValue> {
        self.channel.responses.lock().context_outputs.remove(&key)
    }
}

impl Drop for EsbuildProcess {
    fn drop(&mut self) {
        // Killing the process loses nothing, because it writes no files.
        self.channel.kill();
        drop(self.channel.process.lock().wait());
        if let Some(reader) = self.reader.take() {
            drop(reader.join());
        }
    }
}

impl Channel {
    /// Passes a packet to the thread that writes packets.
    fn write(&self, packet: &Packet) {
        // An error is ignored: the process has ended, and the thread that reads packets tells the callers.
        self.packets.lock().iter().for_each(|packets| drop(packets.send(packet.encode())));
    }

    /// Kills the process, and closes its input.
    fn kill(&self) {
        drop(self.process.lock().kill());
        *self.packets.lock() = None;
    }

    /// Reads packets to the end, and then wakes all callers with the error that ended the reading.
    fn read(&self, output: ChildStdout, version: &str) {
        let Err(mut error) = self.read_packets(output, version);
        if let EsbuildError::Ended(stderr) = &mut error {
            // The process may have closed only its output and still run: it is killed, because reading its standard
            // error could otherwise take forever.
            self.kill();
            let mut text = Vec::new();
            let errors = self.process.lock().stderr.take();
            drop(errors.map(|errors| errors.take(MAX_STDERR_BYTES).read_to_end(&mut text)));
            String::from_utf8_lossy(&text).trim().clone_into(stderr);
        }
        let mut responses = self.responses.lock();
        responses.error = Some(error);
        // Dropping the senders wakes the callers.
        responses.senders.clear();
    }

    /// Returns the files that esbuild reads from the cache in the context `key`.
    fn step_outputs_of(&self, key: Option<u32>) -> StepOutputs {
        let (its_key, files) = &*self.step_outputs.lock();
        if key == Some(*its_key) { files.clone() } else { StepOutputs::default() }
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
                (Some("on-resolve"), key) => self.step_outputs_of(key).resolve(&value),
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
        send_request_to(lines, PacketValue::None, timeout)
    }

    fn send_request_to(lines: &str, request: PacketValue, timeout: Duration) -> Result<PacketValue, EsbuildError> {
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join("esbuild");
        // A shell writes the script: a file that this process has open for writing can't be run. A child process that
        // another test spawns could keep the file open.
        let script = format!("#!/bin/sh\n{lines}\n");
        let write = "printf %s \"$0\" > \"$1\" && chmod +x \"$1\"";
        let written = Command::new("sh").args(["-c", write, &script]).arg(&program).status();
        assert!(written.expect("a shell").success());
        EsbuildProcess::start(&program, folder.path(), "1.0.0", true, timeout)?.send(request)
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
    fn a_program_that_does_not_read_a_long_request_is_given_up() {
        let (moment, request) = (Duration::from_millis(50), PacketValue::Bytes(vec![0; 1 << 20]));
        assert_eq!(send_request_to("exec sleep 20", request, moment), Err(EsbuildError::TimedOut(moment)));
    }

    #[test]
    fn a_missing_program_is_reported() {
        let folder = tempfile::tempdir().expect("a folder");
        let started =
            EsbuildProcess::start(&folder.path().join("none"), folder.path(), "1.0.0", true, RESPONSE_TIMEOUT);
        assert!(matches!(started, Err(EsbuildError::NotStarted(_))), "{started:?}");
    }
}
