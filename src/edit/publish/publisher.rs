//! The publisher: describes unpublished changes for the editor, checks the site, commits and pushes.

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3Default;

use super::super::workspace::Workspace;
use super::changed_files::{ChangeReader, ChangedFile};
use super::check::{CheckedSite, PublishProblem, check_site, describe_problem, find_errors};
use super::commit::{CommitAuthor, commit_changes};
use super::message::propose_message;
use super::push::{explain_missing_upstream, push_commits};
use super::repository::{CommittedTexts, PublishObstacle, RepositoryState};
use crate::config::Config;
use crate::diagnostic::units::count;
use crate::fs;

#[derive(Default)]
pub struct Publisher {
    committed: CommittedTexts,
    /// Locked during a check, so that only one check runs at a time.
    checking: Mutex<()>,
}

/// The changes that could be published now.
#[derive(Debug, Default, Serialize)]
pub struct PublishState {
    /// Why nothing can be published.
    pub obstacle: Option<PublishObstacle>,
    /// The sum of [`ChangedFile::count_changes`].
    pub count: usize,
    pub files: Vec<ChangedFile>,
    /// The digest of the changes and of the changed files. A request repeats the digest, so that only changes that were
    /// shown are published.
    pub digest: String,
    pub message: String,
    /// Whether commits wait to be pushed.
    pub has_unsent: bool,
    pub has_author: bool,
    /// What to know before publishing, in sentences.
    pub notes: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishRequest {
    pub message: String,
    /// The digest of the changes that were shown.
    pub digest: String,
    pub author: Option<CommitAuthor>,
}

#[derive(Debug, Default, Serialize)]
pub struct PublishResult {
    pub is_done: bool,
    pub message: String,
    /// The output of git, if it failed.
    pub said: String,
    /// The errors that stop publishing.
    pub problems: Vec<PublishProblem>,
}

impl From<PublishObstacle> for PublishResult {
    fn from(PublishObstacle { message, said }: PublishObstacle) -> Self {
        Self { message, said, ..Self::default() }
    }
}

impl Publisher {
    /// Describes what could be published.
    pub fn state(&self, workspace: &Workspace<'_>) -> PublishState {
        match RepositoryState::read(workspace) {
            Ok(repository) => self.describe(workspace, &repository),
            Err(obstacle) => PublishState { obstacle: Some(obstacle), ..PublishState::default() },
        }
    }

    fn describe(&self, workspace: &Workspace<'_>, repository: &RepositoryState) -> PublishState {
        let config = workspace.config;
        let files = ChangeReader { workspace, committed: &self.committed }.read_all(&repository.files);
        let mut digest = Xxh3Default::new();
        // Serializing can't fail: the fields are texts, numbers and lists.
        digest.update(&serde_json::to_vec(&files).unwrap_or_default());
        // The bytes of the files count too: the descriptions leave out pictures and long texts.
        for file in repository.files.iter().filter(|file| file.is_there) {
            // An error is ignored: git reports it when it commits the file.
            digest.update(&fs::read_bytes(&config.path(&file.path), &file.path).unwrap_or_default());
        }
        PublishState {
            obstacle: None,
            count: files.iter().map(ChangedFile::count_changes).sum(),
            digest: format!("{:016x}", digest.digest()),
            message: propose_message(&files),
            has_unsent: repository.has_unsent(),
            has_author: repository.has_author,
            notes: notes(config, repository),
            files,
        }
    }

    /// Lists the errors of the site with its drafts, as the builds of the server find them.
    pub fn list_errors(&self, workspace: &Workspace<'_>) -> Vec<PublishProblem> {
        let _lock = self.checking.lock();
        find_errors(workspace.config).iter().map(|error| describe_problem(error, workspace)).collect()
    }

    /// Checks the site as `site build --publish` does.
    pub fn check(&self, workspace: &Workspace<'_>) -> CheckedSite {
        let _lock = self.checking.lock();
        check_site(workspace)
    }

    /// Checks the site and commits its changes, if there are any.
    ///
    /// # Errors
    /// Returns the result that says what stopped the commit.
    pub fn commit(&self, workspace: &Workspace<'_>, request: &PublishRequest) -> Result<(), PublishResult> {
        let describe_shown = || {
            let state = self.describe(workspace, &RepositoryState::read(workspace)?);
            let message = "More has changed meanwhile. Look at the changes once more, then publish.";
            if state.digest == request.digest { Ok(state) } else { Err(PublishObstacle::new(message)) }
        };
        let state = describe_shown()?;
        if state.files.is_empty() {
            return Ok(());
        }
        let checked = self.check(workspace);
        if !checked.problems.is_empty() {
            let message = "The site has mistakes, so nothing was published.".to_owned();
            return Err(PublishResult { message, problems: checked.problems, ..PublishResult::default() });
        }
        // Another program may have written files during the check.
        describe_shown()?;
        if !state.has_author {
            // An absent author counts as an empty one, which is refused.
            request.author.clone().unwrap_or_default().save(workspace.config)?;
        }
        let message = if request.message.trim().is_empty() { &state.message } else { &request.message };
        Ok(commit_changes(workspace, message, checked.ledger.as_ref())?)
    }
}

/// Lists what to know before publishing: where commits are pushed, and what is not published.
fn notes(config: &Config, repository: &RepositoryState) -> Vec<String> {
    let mut notes = Vec::new();
    match &repository.upstream {
        Some(upstream) => {
            notes.push(format!("Changes go to {}, branch {}.", upstream.remote, upstream.short_branch()));
            if repository.behind > 0 {
                let news = count(repository.behind, "change");
                notes.push(format!(
                    "Others have put {news} online that this computer does not have yet. A developer brings both \
                     together first, with `git pull --rebase`."
                ));
            }
        }
        None => notes.push(explain_missing_upstream(config, repository)),
    }
    if repository.is_submodule {
        notes.push(
            "The site is a part of another repository (a “submodule”), in which a developer has to commit it too."
                .to_owned(),
        );
    }
    notes.extend(repository.outside_folders.iter().map(|folder| {
        format!("Entries in {folder} are outside of the repository, so that changes of them can't be published.")
    }));
    if let [first, rest @ ..] = &*repository.others {
        let others = match rest.len() {
            0 => first.clone(),
            number => format!("{first} and {}", count(number, "other")),
        };
        notes.push(format!("A developer has changed {others} as well, which is not published with this."));
    }
    notes
}

/// Pushes the commits to the upstream of the branch.
pub fn push(workspace: &Workspace<'_>) -> PublishResult {
    let done = |message| PublishResult { is_done: true, message, ..PublishResult::default() };
    push_commits(workspace).map_or_else(PublishResult::from, done)
}
