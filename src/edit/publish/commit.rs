//! The commit: `content/` and `public/` alone, whatever else is staged, as an author whose name is known.

use std::time::Duration;

use serde::Deserialize;

use super::repository::{PublishObstacle, RepositoryState, local_git};
use crate::config::{CONTENT, Config, PUBLIC};
use crate::fs;
use crate::history::{GitError, run_git};
use crate::site::plan::{LEDGER_FILE, Ledger};

/// The time limit of a commit: hooks may check the whole site.
const COMMIT_TIMEOUT: Duration = Duration::from_mins(2);

/// The most characters of a message. A system takes no longer arguments.
const MAX_MESSAGE_CHARS: usize = 20_000;

/// Who commits.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommitAuthor {
    pub name: String,
    pub email: String,
}

impl CommitAuthor {
    /// Has git know the author, in this repository only.
    ///
    /// # Errors
    /// Fails if the name or the address can't be one.
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

/// Commits the changed files with this message, and the ledger with them.
///
/// # Errors
/// Fails if git refuses. The ledger and what is staged are as before then.
pub fn commit_changes(
    config: &Config,
    state: &RepositoryState,
    message: &str,
    ledger: Option<&Ledger>,
) -> Result<(), PublishObstacle> {
    let path = config.path(LEDGER_FILE);
    let before = fs::read_bytes(&path, LEDGER_FILE).ok();
    if let Some(ledger) = ledger {
        fs::write_durable(&path, ledger.text.as_bytes()).map_err(|diagnostic| {
            PublishObstacle::new(format!("The list of addresses can't be written: {}.", diagnostic.message))
        })?;
    }
    let committed = run_commit(config, state, message, ledger.is_some());
    if committed.is_err() && ledger.is_some() {
        // Should this fail too, the list has addresses that are not published yet, which the next commit has.
        _ = match before {
            Some(bytes) => fs::write_durable(&path, &bytes),
            None => fs::remove_file(&path).map(|_| ()),
        };
    }
    committed
}

fn run_commit(
    config: &Config,
    state: &RepositoryState,
    message: &str,
    adds_to_ledger: bool,
) -> Result<(), PublishObstacle> {
    let begins = |folder: &str| state.files.iter().any(|file| file.path.starts_with(&format!("{folder}/")));
    let has_content = begins(CONTENT) || adds_to_ledger;
    let folders: Vec<&str> = [(CONTENT, has_content), (PUBLIC, begins(PUBLIC))]
        .into_iter()
        .filter_map(|(name, is)| is.then_some(name))
        .collect();
    // `commit --only` takes files that git knows. It leaves the index as it was if a hook refuses.
    let add = ["add", "--intent-to-add", "--ignore-removal", "--"];
    local_git(config, &[&add[..], &folders].concat())
        .map_err(|error| PublishObstacle::of_git("Git can't add the new files.", error))?;
    let message = format!("--message={}", clean_message(message));
    let commit = ["commit", "--quiet", "--cleanup=whitespace", "--only", &message, "--"];
    run_git(&config.root, [&commit[..], &folders].concat(), COMMIT_TIMEOUT).map_err(|error| {
        forget_new_files(config, state, adds_to_ledger);
        refused_commit(error)
    })?;
    Ok(())
}

/// Takes the new files out of the index again.
fn forget_new_files(config: &Config, state: &RepositoryState, adds_to_ledger: bool) {
    let untracked = state.files.iter().filter(|file| file.is_untracked).map(|file| &*file.path);
    let has_ledger = state.files.iter().any(|file| file.path == LEDGER_FILE);
    let ledger = (adds_to_ledger && !has_ledger).then_some(LEDGER_FILE);
    let files: Vec<&str> = untracked.chain(ledger).collect();
    if !files.is_empty() {
        // Should this fail, git goes on knowing that these files are new, which harms nobody.
        _ = local_git(config, &[&["reset", "--quiet", "--"][..], &files].concat());
    }
}

/// Returns a message that git takes as one argument.
fn clean_message(message: &str) -> String {
    let text = message.replace("\r\n", "\n");
    let text: String = text.chars().filter(|c| *c == '\n' || !c.is_control()).take(MAX_MESSAGE_CHARS).collect();
    text.trim().to_owned()
}

fn refused_commit(error: GitError) -> PublishObstacle {
    PublishObstacle::of_git(
        "Git did not take the changes, or a check of the developers (a “hook”) refused them. They are still saved in the \
         files of the site. What was said stands below: show it to a developer if it does not tell you what to correct.",
        error,
    )
}
