//! The runner of git. Git runs without questions, with messages in English, and within a time limit.

use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use crate::process::Program;

/// The reason why a run of git failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GitError {
    /// The system has no program `git`.
    Missing,
    /// The message of git, or the reason why git could not run.
    Failed(String),
}

/// Runs git in a folder and returns its output.
///
/// # Errors
/// Fails if git is missing, reports an error, or does not end within `limit`.
pub fn run_git(
    folder: &Path,
    arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
    limit: Duration,
) -> Result<Vec<u8>, GitError> {
    let git = Program::new("git")
        // The user's git settings must not change what git prints.
        .arguments(["-c", "diff.relative=false", "-c", "log.showSignature=false", "-c", "log.showRoot=true"])
        .arguments(["-c", "i18n.logOutputEncoding=UTF-8", "-c", "mailmap.file=", "-c", "mailmap.blob="])
        .arguments(arguments)
        .in_folder(folder)
        .variable("LC_ALL", "C")
        // Nobody would see a question, so git fails at once instead of asking.
        .variable("GIT_TERMINAL_PROMPT", "0")
        .variable("GIT_ASKPASS", "")
        // A path that contains `*` is a file's name, not a pattern.
        .variable("GIT_LITERAL_PATHSPECS", "1")
        // Commands that only read take no locks, as the user may be using the repository.
        .variable("GIT_OPTIONAL_LOCKS", "0");
    let finished = git.run(limit).map_err(|error| match error.kind() {
        ErrorKind::NotFound => GitError::Missing,
        _ => GitError::Failed(error.to_string()),
    })?;
    if finished.is_success() {
        return Ok(finished.output);
    }
    let texts = [&finished.errors, &finished.output].map(|bytes| String::from_utf8_lossy(bytes).trim().to_owned());
    let said = texts.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n");
    Err(GitError::Failed(if said.is_empty() { format!("git {}", finished.ending(limit)) } else { said }))
}
