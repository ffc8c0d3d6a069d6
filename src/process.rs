//! Other programs: the only code that starts processes.
//!
//! A program gets no standard input (except by `start_piped`): a program that asks a question fails at once instead of
//! waiting for an answer.

use std::ffi::OsStr;
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

pub use std::process::{Child, ChildStdout};

/// The longest pause between two checks whether a program has ended. The first pauses are shorter.
const MAX_POLL_PAUSE: Duration = Duration::from_millis(20);
/// The time to wait for the output of a program that has ended: its child processes may hold the pipe open.
const OUTPUT_TIMEOUT: Duration = Duration::from_secs(1);

/// A program to run, with its arguments.
#[derive(Debug)]
pub struct Program(Command);

/// A program that has ended, or was ended because it took too long.
#[derive(Debug)]
pub struct Finished {
    /// `None` if the program took too long.
    status: Option<ExitStatus>,
    /// The bytes of the standard output.
    pub output: Vec<u8>,
    /// The bytes of the standard error.
    pub errors: Vec<u8>,
}

impl Program {
    pub fn new(name: impl AsRef<OsStr>) -> Self {
        let mut command = Command::new(name);
        command.stdin(Stdio::null());
        Self(command)
    }

    #[must_use]
    pub fn arguments(mut self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        self.0.args(arguments);
        self
    }

    #[must_use]
    pub fn in_folder(mut self, folder: &Path) -> Self {
        self.0.current_dir(folder);
        self
    }

    /// Sets an environment variable, in addition to those of this process.
    #[must_use]
    pub fn variable(mut self, name: &str, value: &str) -> Self {
        self.0.env(name, value);
        self
    }

    /// Sets the environment variables. The program gets no others.
    #[must_use]
    pub fn only_variables(mut self, variables: impl IntoIterator<Item = (String, String)>) -> Self {
        // `env_clear` would be shorter, but `get_envs` does not report it, so `spawn` could not repeat it for a `.cmd`
        // script.
        for (name, _) in std::env::vars_os() {
            self.0.env_remove(name);
        }
        self.0.envs(variables);
        self
    }

    /// Runs the program to its end, for at most `limit`.
    pub fn run(mut self, limit: Duration) -> io::Result<Finished> {
        let mut child = self.spawn(|command| command.stdout(Stdio::piped()).stderr(Stdio::piped()))?;
        let (output, errors) = (child.stdout.take().map(read_pieces), child.stderr.take().map(read_pieces));
        let status = wait(&mut child, limit)?;
        let bytes = |pieces: Option<Receiver<Vec<u8>>>| pieces.as_ref().map(join_pieces).unwrap_or_default();
        Ok(Finished { status, output: bytes(output), errors: bytes(errors) })
    }

    /// Starts the program with pipes to and from it.
    pub fn start_piped(mut self) -> io::Result<Child> {
        self.spawn(|command| command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()))
    }

    /// Starts the program and does not wait for it.
    pub fn start_detached(mut self) -> io::Result<()> {
        self.spawn(|command| command.stdout(Stdio::null()).stderr(Stdio::null())).map(drop)
    }

    /// Starts the program with these streams. On Windows, a missing program is started as the script `NAME.cmd`: npm
    /// and what it installs are such scripts.
    fn spawn(&mut self, set_streams: fn(&mut Command) -> &mut Command) -> io::Result<Child> {
        let started = set_streams(&mut self.0).spawn();
        let is_missing = started.as_ref().is_err_and(|error| error.kind() == ErrorKind::NotFound);
        if !cfg!(windows) || !is_missing {
            return started;
        }
        let mut name = self.0.get_program().to_owned();
        name.push(".cmd");
        let mut script = Command::new(name);
        script.args(self.0.get_args()).stdin(Stdio::null());
        self.0.get_current_dir().map(|folder| script.current_dir(folder));
        for (variable, value) in self.0.get_envs() {
            match value {
                Some(value) => script.env(variable, value),
                None => script.env_remove(variable),
            };
        }
        set_streams(&mut script).spawn()
    }
}

impl Finished {
    pub fn is_success(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }

    /// Says how the program ended, as a clause to follow its name: `ended with exit code 1`.
    pub fn ending(&self, limit: Duration) -> String {
        match self.status.map(|status| status.code()) {
            None => format!("did not end within {} seconds", limit.as_secs()),
            Some(Some(code)) => format!("ended with exit code {code}"),
            Some(None) => "was ended by a signal".to_owned(),
        }
    }

    /// Returns the last lines that are not empty: of the standard error or, if that is empty, of the standard output.
    pub fn last_lines(&self, count: usize) -> Vec<String> {
        let text = if self.errors.trim_ascii().is_empty() { &self.output } else { &self.errors };
        let text = String::from_utf8_lossy(text);
        let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        lines[lines.len().saturating_sub(count)..].iter().map(|line| (*line).to_owned()).collect()
    }
}

/// Returns the reason why a program did not start, as a clause to follow the program's name, and the help. If the
/// program was not found, the help is `if_missing`.
pub fn describe_start_failure<'a>(error: &io::Error, if_missing: &'a str) -> (String, &'a str) {
    match error.kind() {
        ErrorKind::NotFound => ("was not found".to_owned(), if_missing),
        _ => (format!("can't be run: {error}"), "check that it is an executable file"),
    }
}

/// Reads a pipe on a thread of its own, so that the program never waits for a reader.
fn read_pieces(mut pipe: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, pieces) = mpsc::channel();
    std::thread::spawn(move || {
        let mut piece = [0; 8192];
        while let Ok(count @ 1..) = pipe.read(&mut piece) {
            // An error is ignored: the receiver is gone, but the program may still write and must not wait.
            _ = sender.send(piece[..count].to_vec());
        }
    });
    pieces
}

/// Joins the pieces of a pipe that arrive within [`OUTPUT_TIMEOUT`].
fn join_pieces(pieces: &Receiver<Vec<u8>>) -> Vec<u8> {
    let end = Instant::now() + OUTPUT_TIMEOUT;
    let left = || end.checked_duration_since(Instant::now());
    std::iter::from_fn(|| pieces.recv_timeout(left()?).ok()).collect::<Vec<_>>().concat()
}

/// Waits for the end of a process, and kills it at the limit. Returns `None` if it was killed.
fn wait(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() >= limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(MAX_POLL_PAUSE);
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::time::Duration;

    use super::{Finished, Program};

    fn shell(script: &str, limit: Duration) -> Finished {
        Program::new("sh").arguments(["-c", script]).run(limit).expect("a shell")
    }

    #[test]
    fn output_and_ending_are_known() {
        let limit = Duration::from_secs(10);
        let good = shell("echo out; echo err >&2", limit);
        assert_eq!((good.is_success(), &*good.output, &*good.errors), (true, &b"out\n"[..], &b"err\n"[..]));
        let bad = shell("echo one; echo; echo two; exit 3", limit);
        assert_eq!((bad.is_success(), bad.ending(limit)), (false, "ended with exit code 3".to_owned()));
        assert_eq!(bad.last_lines(1), ["two"]);
        assert_eq!(shell("read x; echo \"<$x>\"", limit).output, b"<>\n", "nobody answers");
    }

    #[test]
    fn a_program_that_hangs_is_ended() {
        let limit = Duration::from_millis(50);
        let hung = shell("echo begun; exec sleep 100", limit);
        assert_eq!((hung.is_success(), hung.last_lines(5)), (false, vec!["begun".to_owned()]));
        assert!(hung.ending(limit).starts_with("did not end"), "{hung:?}");
    }

    #[test]
    fn other_variables_are_not_passed_on() {
        let variables =
            [("PATH", "/usr/bin:/bin"), ("A", "b")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        let finished = Program::new("env").only_variables(variables).run(Duration::from_secs(10)).expect("a program");
        let mut lines = finished.last_lines(9);
        lines.sort_unstable();
        assert_eq!(lines, ["A=b", "PATH=/usr/bin:/bin"]);
    }

    #[test]
    fn a_missing_program_is_an_error() {
        Program::new("no-such-program").run(Duration::from_secs(1)).expect_err("no such program");
    }
}
