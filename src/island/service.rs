//! esbuild as a process that stays: it is asked for bundles over its standard streams, any number at once.
//!
//! 1. Whoever asks writes a packet and waits.
//! 2. One thread reads what comes, and hands each answer to who waits for it.
//! 3. When the process ends, says what can't be understood, or says nothing for long, all who wait are told.
//!
//! It ends when this process does, however that comes: its input ends then.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use rustc_hash::FxHashMap;

use super::packet::{Packet, Value, receive};

/// An answer that takes longer never comes.
pub const PATIENCE: Duration = Duration::from_mins(1);
/// So much of what it says besides is told.
const LAST_WORDS: u64 = 4096;

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// There is no such program, or it may not run.
    NotStarted(String),
    /// The process is gone; what it said last.
    Ended(String),
    /// What came can't be understood.
    Garbled(&'static str),
    /// Another version than was expected.
    Version(String),
    /// Nothing came for this long.
    Silent(Duration),
    /// It does not want to, and says why.
    Refused(String),
}

/// A running process.
#[derive(Debug)]
pub struct Service {
    process: Mutex<Child>,
    line: Arc<Line>,
    reader: Option<JoinHandle<()>>,
    requests: AtomicU32,
    patience: Duration,
}

/// What those who ask share with the thread that reads.
#[derive(Debug)]
struct Line {
    input: Mutex<Option<ChildStdin>>,
    waiting: Mutex<Waiting>,
}

#[derive(Debug, Default)]
struct Waiting {
    /// By the number of the request.
    answers: FxHashMap<u32, Sender<Value>>,
    /// What came of contexts, which comes before the answer that they were made.
    made: FxHashMap<u32, Value>,
    /// Nothing comes any more.
    over: Option<Fault>,
}

impl Service {
    /// Starts `binary` in the folder `root`; it must be of this version. Freeing memory takes it longer than much else: one that
    /// is to stay does so seldom, one that is not never.
    ///
    /// # Errors
    /// There is no such program, or it may not run.
    pub fn start(binary: &Path, root: &Path, version: &str, stays: bool, patience: Duration) -> Result<Self, Fault> {
        let mut command = Command::new(binary);
        command.env("GOGC", if stays { "400" } else { "off" });
        command.arg(format!("--service={version}")).current_dir(root);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().map_err(|error| Fault::NotStarted(error.to_string()))?;
        let line = Arc::new(Line { input: Mutex::new(process.stdin.take()), waiting: Mutex::default() });
        let reader = process.stdout.take().map(|output| {
            let (line, version) = (line.clone(), version.to_owned());
            std::thread::spawn(move || {
                let fault = line.listen(output, &version);
                let mut waiting = lock(&line.waiting);
                waiting.over = Some(fault);
                // Those who wait are told by the end of their channels.
                waiting.answers.clear();
            })
        });
        Ok(Self { process: Mutex::new(process), line, reader, requests: AtomicU32::new(0), patience })
    }

    /// Asks, and waits for the answer.
    ///
    /// # Errors
    /// There is none, or it is a refusal.
    pub fn ask(&self, request: Value) -> Result<Value, Fault> {
        let number = self.requests.fetch_add(1, Ordering::Relaxed);
        let (sender, receiver) = mpsc::channel();
        {
            let mut waiting = lock(&self.line.waiting);
            if let Some(fault) = waiting.over.clone() {
                drop(waiting);
                return Err(self.explained(fault));
            }
            waiting.answers.insert(number, sender);
        }
        // Where it can't be written, reading comes to an end too, and tells why.
        self.line.send(&Packet { number, is_answer: false, value: request });
        let fault = match receiver.recv_timeout(self.patience) {
            Ok(answer) => {
                return match answer.get("error").as_text() {
                    Some(why) => Err(Fault::Refused(why.to_owned())),
                    None => Ok(answer),
                };
            }
            Err(RecvTimeoutError::Timeout) => Fault::Silent(self.patience),
            Err(RecvTimeoutError::Disconnected) => {
                lock(&self.line.waiting).over.clone().unwrap_or_else(|| Fault::Ended(String::new()))
            }
        };
        Err(self.explained(fault))
    }

    /// What came of the last asking in a context.
    pub fn take_made(&self, key: u32) -> Option<Value> {
        lock(&self.line.waiting).made.remove(&key)
    }

    /// With the last words of a process that ended.
    fn explained(&self, fault: Fault) -> Fault {
        if fault != Fault::Ended(String::new()) {
            return fault;
        }
        // It may have closed its output only: who is still there could speak for ever.
        *lock(&self.line.input) = None;
        let mut process = lock(&self.process);
        drop(process.kill());
        let mut words = Vec::new();
        if let Some(errors) = process.stderr.take() {
            drop(errors.take(LAST_WORDS).read_to_end(&mut words));
        }
        let fault = Fault::Ended(String::from_utf8_lossy(&words).trim().to_owned());
        lock(&self.line.waiting).over = Some(fault.clone());
        fault
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        *lock(&self.line.input) = None;
        let process = self.process.get_mut().unwrap_or_else(PoisonError::into_inner);
        // It keeps nothing that could be lost.
        drop(process.kill());
        drop(process.wait());
        if let Some(reader) = self.reader.take() {
            drop(reader.join());
        }
    }
}

impl Line {
    /// Whether it could be written.
    fn send(&self, packet: &Packet) -> bool {
        let mut input = lock(&self.input);
        input.as_mut().is_some_and(|input| input.write_all(&packet.encode()).and_then(|()| input.flush()).is_ok())
    }

    /// Hands on what comes, until nothing does.
    fn listen(&self, mut output: ChildStdout, version: &str) -> Fault {
        let mut is_first = true;
        loop {
            let bytes = match receive(&mut output) {
                Ok(Some(bytes)) => bytes,
                Ok(None) => return Fault::Ended(String::new()),
                Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                    return Fault::Garbled("a packet of an impossible length");
                }
                Err(_) => return Fault::Ended(String::new()),
            };
            if std::mem::take(&mut is_first) {
                if bytes != version.as_bytes() {
                    return Fault::Version(String::from_utf8_lossy(&bytes[..bytes.len().min(64)]).into_owned());
                }
                continue;
            }
            let Some(Packet { number, is_answer, value }) = Packet::decode(&bytes) else {
                return Fault::Garbled("a packet that holds no value");
            };
            if is_answer {
                let Some(sender) = lock(&self.waiting).answers.remove(&number) else {
                    return Fault::Garbled("an answer to nothing");
                };
                // Who lost patience does not wait any more.
                drop(sender.send(value));
                continue;
            }
            // Its own questions: whether we are there, and what is to be done with what it made in a context.
            let answer = match (value.get("command").as_text(), value.get("key").as_number()) {
                (Some("ping"), _) => Value::map([]),
                (Some("on-end"), Some(key)) => {
                    lock(&self.waiting).made.insert(key, value);
                    Value::map([("errors", Value::List(Vec::new())), ("warnings", Value::List(Vec::new()))])
                }
                _ => return Fault::Garbled("a question that was not expected"),
            };
            self.send(&Packet { number, is_answer: true, value: answer });
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Command;
    use std::time::Duration;

    use super::{Fault, PATIENCE, Service};
    use crate::island::packet::Value;

    /// What comes of asking a program of these lines of shell.
    fn asked(lines: &str, patience: Duration) -> Result<Value, Fault> {
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join("esbuild");
        // Written by another program: a file that this one has open, or a child of it that another test starts, can't be run.
        let script = format!("#!/bin/sh\n{lines}\n");
        let write = "printf %s \"$0\" > \"$1\" && chmod +x \"$1\"";
        let written = Command::new("sh").args(["-c", write, &script]).arg(&program).status();
        assert!(written.expect("a shell").success());
        Service::start(&program, folder.path(), "1.0.0", true, patience)?.ask(Value::None)
    }

    fn check(lines: &str, expected: Fault) {
        assert_eq!(asked(lines, PATIENCE), Err(expected), "{lines}");
    }

    #[test]
    fn whatever_the_program_does_there_is_an_end() {
        let version = r"printf '\005\000\000\0001.0.0'";
        check("echo 'wrong version' >&2", Fault::Ended("wrong version".to_owned()));
        check(&format!("{version}; head -c 1 >/dev/null"), Fault::Ended(String::new()));
        check("exec >&-; cat >/dev/null", Fault::Ended(String::new()));
        check(r"printf '\005\000\000\0002.0.0'; exec sleep 100", Fault::Version("2.0.0".to_owned()));
        check("echo 'Hello, world'; exec sleep 100", Fault::Garbled("a packet of an impossible length"));
        check(
            &format!(r"{version}; head -c 1 >/dev/null; printf '\005\000\000\000\001\000\000\000\011'; exec sleep 100"),
            Fault::Garbled("a packet that holds no value"),
        );
        check(
            &format!(r"{version}; head -c 1 >/dev/null; printf '\005\000\000\000\377\000\000\000\000'; exec sleep 100"),
            Fault::Garbled("an answer to nothing"),
        );
        let moment = Duration::from_millis(50);
        assert_eq!(asked("exec sleep 100", moment), Err(Fault::Silent(moment)));
    }

    #[test]
    fn a_program_that_is_not_there_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let started = Service::start(&folder.path().join("none"), folder.path(), "1.0.0", true, PATIENCE);
        assert!(matches!(started, Err(Fault::NotStarted(_))), "{started:?}");
    }
}
