//! The commit of `content/`, `public/` and the other folders that hold entries, without whatever else is staged.

use std::time::Duration;

use serde::Deserialize;

use super::super::file_change::read_ledger;
use super::super::workspace::Workspace;
use super::repository::{PublishObstacle, RepositoryState, UncommittedFile, local_git};
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::fs;
use crate::history::run_git;
use crate::route::is_within;
use crate::site::plan::{LEDGER_FILE, Ledger};

/// The time limit of a commit: long, as hooks may check the whole site.
const COMMIT_TIMEOUT: Duration = Duration::from_mins(2);

/// The longest message, in characters. Windows allows 32,767 in all arguments of git, and the message is one of them.
const MAX_MESSAGE_CHARS: usize = 20_000;

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommitAuthor {
    pub name: String,
    pub email: String,
}

impl CommitAuthor {
    /// Saves the author in the settings of this repository.
    ///
    /// # Errors
    /// Fails if the name or the address is not valid, or if git can't save it.
    pub fn save(&self, config: &Config) -> Result<(), PublishObstacle> {
        let [name, email] = [&self.name, &self.email].map(|text| text.trim());
        let is_text = |text: &str| !text.is_empty() && !text.contains(|c: char| c.is_control() || c == '<' || c == '>');
        if !is_text(name) || !is_text(email) || !email.contains('@') || email.contains(' ') {
            return Err(PublishObstacle::new(
                "Publishing needs your name and an e-mail address, so that others know who changed what.",
            ));
        }
        for (key, value) in [("user.name", name), ("user.email", email)] {
            local_git(config, &["config", "--local", "--", key, value])
                .map_err(|error| PublishObstacle::of_git("Your name can't be saved in the repository.", error))?;
        }
        Ok(())
    }
}

/// Commits the changed files, and the ledger with its new URLs.
///
/// # Errors
/// Fails if the ledger can't be read or written, or if git or a hook refuses. The ledger and the index are then
/// restored, if that is possible.
pub fn commit_changes(
    workspace: &Workspace<'_>,
    message: &str,
    ledger: Option<&Ledger>,
) -> Result<(), PublishObstacle> {
    let Some(ledger) = ledger else { return run_commit(workspace, message) };
    let path = workspace.config.path(LEDGER_FILE);
    let obstacle = |diagnostic: Diagnostic| {
        PublishObstacle::new(format!("The list of addresses can't be updated: {}.", diagnostic.message))
    };
    let before = read_ledger(workspace.config).map_err(obstacle)?;
    fs::write_durable(&path, ledger.text.as_bytes()).map_err(obstacle)?;
    run_commit(workspace, message).inspect_err(|_| {
        // Ignored: if this fails too, the ledger keeps URLs that are not published yet; the next commit publishes them.
        _ = match before {
            Some(text) => fs::write_durable(&path, text.as_bytes()),
            None => fs::remove_file(&path).map(|_| ()),
        };
    })
}

fn run_commit(workspace: &Workspace<'_>, message: &str) -> Result<(), PublishObstacle> {
    let config = workspace.config;
    let state = RepositoryState::read(workspace)?;
    // Git fails to add a folder that is in neither the index nor the working tree.
    let present_folders = folders_with(&state, |file| file.is_there);
    // `commit --only` takes only files in the index.
    let add = ["add", "--intent-to-add", "--ignore-removal", "--"];
    local_git(config, &[&add[..], &present_folders].concat())
        .map_err(|error| PublishObstacle::of_git("Git can't add the new files.", error))?;
    let folders = folders_with(&state, |_| true);
    let message = format!("--message={}", clean_message(message));
    let commit = ["commit", "--quiet", "--cleanup=whitespace", "--only", &message, "--"];
    run_git(&config.root, [&commit[..], &folders].concat(), COMMIT_TIMEOUT).map(drop).map_err(|error| {
        unstage_new_files(config, &state);
        let message = "Git did not take the changes, or a check of the developers (a “hook”) refused them. They are \
                       still saved in the files of the site. What was said stands below: show it to a developer if it \
                       does not tell you what to correct.";
        PublishObstacle::of_git(message, error)
    })
}

/// Lists the folders to commit that hold a changed file for which `is_counted` returns true.
fn folders_with(state: &RepositoryState, is_counted: impl Fn(&UncommittedFile) -> bool) -> Vec<&str> {
    let has_file = |folder: &&str| state.files.iter().any(|file| is_counted(file) && is_within(&file.path, folder));
    state.folders.iter().map(String::as_str).filter(has_file).collect()
}

fn unstage_new_files(config: &Config, state: &RepositoryState) {
    let new = state.files.iter().filter(|file| file.is_untracked);
    let new: Vec<&str> = new.map(|file| &*file.path).collect();
    if !new.is_empty() {
        // Ignored: files that stay in the index as new ones are shown and committed all the same.
        _ = local_git(config, &[&["reset", "--quiet", "--"][..], &new].concat());
    }
}

/// Removes control characters from a message and shortens it, so that it fits into an argument.
fn clean_message(message: &str) -> String {
    let text = message.replace("\r\n", "\n");
    let text: String = text.chars().filter(|c| *c == '\n' || !c.is_control()).take(MAX_MESSAGE_CHARS).collect();
    text.trim().to_owned()
}
