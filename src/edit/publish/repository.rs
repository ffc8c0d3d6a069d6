//! The state of the site's repository that publishing needs: the branch, its upstream, and the files that differ from
//! the last commit.

use std::collections::BTreeSet;
use std::path::{MAIN_SEPARATOR, Path};
use std::time::Duration;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use serde::Serialize;

use super::super::workspace::Workspace;
use crate::config::{CONTENT, Config, PUBLIC};
use crate::fs;
use crate::history::{GitError, run_git};
use crate::route::is_within;

/// The time limit of git commands that need neither a network nor hooks.
const LOCAL_TIMEOUT: Duration = Duration::from_secs(30);

/// What `.git` holds during an unfinished operation, with the operation's name. A commit would disturb the operation.
const UNFINISHED_OPERATIONS: &[(&str, &str)] = &[
    ("MERGE_HEAD", "merge"),
    ("rebase-merge", "rebase"),
    ("rebase-apply", "rebase"),
    ("CHERRY_PICK_HEAD", "cherry-pick"),
    ("REVERT_HEAD", "revert"),
];

#[derive(Debug, Default)]
pub struct RepositoryState {
    pub branch: String,
    pub upstream: Option<Upstream>,
    /// The number of commits that the upstream lacks; `None` if there is no upstream, or if it was neither fetched nor
    /// pushed to yet.
    pub ahead: Option<usize>,
    /// The number of commits that only the upstream has, as of the last fetch.
    pub behind: usize,
    /// Whether the settings of git name an author; without one, the editor asks for it.
    pub has_author: bool,
    pub is_submodule: bool,
    /// The folders that publishing commits, relative to the site's folder: `content`, `public`, and those outside of
    /// `content` that collections name for their entries.
    pub folders: Vec<String>,
    /// Folders outside of the repository that hold entries. These entries can't be published.
    pub outside_folders: Vec<String>,
    /// The files in `folders` that differ from the last commit.
    pub files: Vec<UncommittedFile>,
    /// The other tracked files of the site that differ.
    pub others: Vec<String>,
}

/// The branch of a remote to which a branch is pushed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upstream {
    pub remote: String,
    /// The full name of the branch at the remote, such as `refs/heads/main`.
    pub branch: String,
}

/// A file that differs from the last commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UncommittedFile {
    /// Relative to the site's folder.
    pub path: String,
    /// The id of the file's blob in the last commit; `None` if the file is new.
    pub before: Option<String>,
    pub is_there: bool,
    /// Whether the file is in neither the last commit nor the index.
    pub is_untracked: bool,
}

/// The texts of files at the last commit, by the ids of their blobs. Each is read from git once.
#[derive(Default)]
pub struct CommittedTexts(Mutex<FxHashMap<String, String>>);

impl CommittedTexts {
    /// Returns the text of a file at the last commit; `None` if the commit does not have the file, or if git fails.
    pub fn read(&self, file: &UncommittedFile, config: &Config) -> Option<String> {
        let id = file.before.as_ref()?;
        let mut texts = self.0.lock();
        if !texts.contains_key(id) {
            let text = local_git(config, &["cat-file", "blob", id]).ok()?;
            // The text is compared with that on the disk, in which `fs::read_text` replaces the line breaks too.
            texts.insert(id.clone(), text.replace("\r\n", "\n"));
        }
        texts.get(id).cloned()
    }
}

/// The reason why publishing is impossible or has failed: an explanation, and the output of git.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PublishObstacle {
    pub message: String,
    pub said: String,
}

impl PublishObstacle {
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), said: String::new() }
    }

    /// Makes the obstacle of a failed git command. If there is no git, advice to install it replaces `message`.
    pub fn of_git(message: impl Into<String>, error: GitError) -> Self {
        match error {
            GitError::Failed(said) => Self { message: message.into(), said },
            GitError::Missing => Self::new(
                "Publishing needs Git, which this computer does not have. Your changes are saved in the files of \
                 the site. Install Git from https://git-scm.com, or ask a developer.",
            ),
        }
    }
}

/// Runs a git command that needs neither a network nor hooks, in the site's folder.
pub fn local_git(config: &Config, arguments: &[&str]) -> Result<String, GitError> {
    run_git(&config.root, arguments, LOCAL_TIMEOUT).map(|output| String::from_utf8_lossy(&output).into_owned())
}

impl RepositoryState {
    /// Reads the state of the site's repository from git.
    ///
    /// # Errors
    /// Fails if git fails or finds no repository, or if nobody should commit now, such as during a merge.
    pub fn read(workspace: &Workspace<'_>) -> Result<Self, PublishObstacle> {
        let config = workspace.config;
        let questions = ["--absolute-git-dir", "--show-toplevel", "--show-prefix", "--show-superproject-working-tree"];
        let answers = local_git(config, &[&["rev-parse"][..], &questions].concat()).map_err(explain_no_repository)?;
        let mut answers = answers.lines();
        let folder = answers.next().unwrap_or_default();
        let root = fs::resolve(Path::new(answers.next().unwrap_or_default()));
        let prefix = answers.next().unwrap_or_default().to_owned();
        let is_submodule = answers.next().is_some_and(|superproject| !superproject.is_empty());
        let is_begun = |(name, _): &&(&str, &str)| fs::exists(&Path::new(folder).join(name));
        if let Some((_, operation)) = UNFINISHED_OPERATIONS.iter().find(is_begun) {
            return Err(explain_unfinished(operation));
        }
        let failed = |error| PublishObstacle::of_git("Git can't say what has changed.", error);
        let (mut entry_folders, mut outside_folders) = (Vec::new(), Vec::new());
        for folder in list_entry_folders(workspace) {
            match fs::resolve(&config.path(&folder)).strip_prefix(&root) {
                Ok(path) => {
                    let path = path.to_string_lossy().replace(MAIN_SEPARATOR, "/");
                    entry_folders.push(path_from(&prefix, &path));
                }
                // Git refuses paths outside of the repository.
                Err(_) => outside_folders.push(folder),
            }
        }
        let mut arguments =
            vec!["status", "--porcelain=v2", "--branch", "-z", "--untracked-files=all", "--no-renames", "--", "."];
        arguments.extend(entry_folders.iter().map(String::as_str));
        let status = local_git(config, &arguments).map_err(failed)?;
        let folders = [CONTENT, PUBLIC].map(str::to_owned).into_iter().chain(entry_folders).collect();
        let mut state = Self { is_submodule, folders, outside_folders, ..Self::default() };
        for record in status.split('\0') {
            state.add_record(record, &prefix)?;
        }
        if state.branch == "(detached)" {
            return Err(PublishObstacle::new(
                "The repository stands on no branch (a “detached HEAD”), so there is no place for new commits. \
                 A developer goes to one first: `git switch main`.",
            ));
        }
        state.upstream = Upstream::read(config, &state.branch).map_err(failed)?;
        // Without this setting, git makes up an author from the names of the user and the machine.
        let author = ["-c", "user.useConfigOnly=true", "var", "GIT_COMMITTER_IDENT"];
        state.has_author = local_git(config, &author).is_ok();
        Ok(state)
    }

    /// Adds a record of `git status --porcelain=v2`; `prefix` is the site's folder within the repository.
    fn add_record(&mut self, record: &str, prefix: &str) -> Result<(), PublishObstacle> {
        let fields: Vec<&str> = record.splitn(9, ' ').collect();
        match *fields {
            ["#", "branch.head", branch] => branch.clone_into(&mut self.branch),
            ["#", "branch.ab", ahead, behind] => {
                self.ahead = ahead.trim_start_matches('+').parse().ok();
                self.behind = behind.trim_start_matches('-').parse().unwrap_or(0);
            }
            ["1", _, submodule, head_mode, _, mode, head, _, path] => {
                let path = path_from(prefix, path);
                if submodule.starts_with('S') && self.is_publishable(&path) {
                    return Err(PublishObstacle::new(format!(
                        "`{path}` is a repository of its own within that of the site (a “submodule”). \
                         A developer publishes it."
                    )));
                }
                let before = (head_mode != "000000").then(|| head.to_owned());
                let is_there = mode != "000000";
                self.add_file(UncommittedFile { path, before, is_there, is_untracked: false });
            }
            ["u", ..] => return Err(explain_unfinished("merge")),
            ["?", ..] => {
                let path = path_from(prefix, &record[2..]);
                self.add_file(UncommittedFile { path, before: None, is_there: true, is_untracked: true });
            }
            _ => {}
        }
        Ok(())
    }

    fn add_file(&mut self, file: UncommittedFile) {
        let is_publishable = self.is_publishable(&file.path);
        if let Some(known) = self.files.iter_mut().find(|known| known.path == file.path) {
            // A file that is on the disk, but no longer in the index, is listed twice: as removed and as untracked.
            known.is_there = true;
        } else if is_publishable && (file.before.is_some() || file.is_there) {
            self.files.push(file);
        } else if !is_publishable && !file.is_untracked {
            self.others.push(file.path);
        }
    }

    /// Whether publishing commits the file at `path`.
    fn is_publishable(&self, path: &str) -> bool {
        self.folders.iter().any(|folder| is_within(path, folder))
    }

    /// Whether commits wait to be pushed.
    pub fn has_unsent(&self) -> bool {
        self.upstream.is_some() && self.ahead != Some(0)
    }
}

/// Returns a path relative to `folder`, which is empty or ends with a slash. Both are relative to the repository.
fn path_from(folder: &str, path: &str) -> String {
    let mut shared = folder;
    let mut up = String::new();
    while !path.starts_with(shared) {
        shared = shared.trim_end_matches('/').rfind('/').map_or("", |end| &shared[..=end]);
        up.push_str("../");
    }
    up + &path[shared.len()..]
}

/// Lists the folders outside of `content` that collections name for their entries, relative to the site's folder.
fn list_entry_folders(workspace: &Workspace<'_>) -> BTreeSet<String> {
    let Config { root, .. } = workspace.config;
    let folders = workspace.site().collections().iter().filter_map(|collection| collection.entry_folder());
    // Builds refuse folders in `content`, and those that hold the site.
    let holds_site = |folder: &str| fs::resolve(root).starts_with(fs::resolve(&root.join(folder)));
    folders.filter(|folder| !is_within(folder, CONTENT) && !holds_site(folder)).collect()
}

impl Upstream {
    /// Reads the upstream of a branch; `None` if none is set, or if it is a branch of the same repository.
    fn read(config: &Config, branch: &str) -> Result<Option<Self>, GitError> {
        let format = "--format=%(upstream:remotename)%00%(upstream:remoteref)";
        let answer = local_git(config, &["for-each-ref", format, &format!("refs/heads/{branch}")])?;
        let (remote, there) = answer.trim_end().split_once('\0').unwrap_or_default();
        // A branch of the same repository has the remote `.`.
        let is_elsewhere = !remote.is_empty() && remote != "." && !there.is_empty();
        Ok(is_elsewhere.then(|| Self { remote: remote.to_owned(), branch: there.to_owned() }))
    }

    pub fn short_branch(&self) -> &str {
        self.branch.strip_prefix("refs/heads/").unwrap_or(&self.branch)
    }
}

fn explain_no_repository(error: GitError) -> PublishObstacle {
    let message = match &error {
        GitError::Failed(said) if said.contains("not a git repository") => {
            "The folder of the site is in no Git repository, so its changes have no place to go to. They are saved in \
             the files of the site. A developer sets publishing up."
        }
        _ => "Git can't read the repository of the site.",
    };
    PublishObstacle::of_git(message, error)
}

fn explain_unfinished(operation: &str) -> PublishObstacle {
    PublishObstacle::new(format!(
        "A developer has begun work in the repository (a “{operation}”) and not finished it. Your changes are saved in \
         the files of the site, and can be published when that is done."
    ))
}

#[cfg(test)]
mod tests {
    use super::RepositoryState;

    #[test]
    fn the_status_of_git_is_read() {
        let zero = "0".repeat(40);
        let id = "d".repeat(40);
        let status = [
            "# branch.oid abc".to_owned(),
            "# branch.head work/one".to_owned(),
            "# branch.ab +2 -1".to_owned(),
            format!("1 .M N... 100644 100644 100644 {id} {id} web/content/a b.md"),
            format!("1 D. N... 100644 000000 000000 {id} {zero} web/content/kept.md"),
            format!("1 .A N... 000000 000000 100644 {zero} {zero} web/public/x.svg"),
            format!("1 AD N... 000000 100644 000000 {zero} {id} web/public/gone.svg"),
            format!("1 M. N... 100644 100644 100644 {id} {id} web/templates/base.html"),
            "? web/content/kept.md".to_owned(),
            "? web/content/new.md".to_owned(),
            "? docs/new.md".to_owned(),
            "? docs-of-others/new.md".to_owned(),
            "? web/notes.txt".to_owned(),
            String::new(),
        ];
        let folders = ["content", "public", "../docs"].map(str::to_owned).to_vec();
        let mut state = RepositoryState { folders, ..RepositoryState::default() };
        for record in &status {
            state.add_record(record, "web/").expect("nothing unusual");
        }
        assert_eq!((&*state.branch, state.ahead, state.behind), ("work/one", Some(2), 1));
        let files =
            state.files.iter().map(|file| (&*file.path, file.before.is_some(), file.is_there, file.is_untracked));
        assert_eq!(
            files.collect::<Vec<_>>(),
            [
                ("content/a b.md", true, true, false),
                ("content/kept.md", true, true, false),
                ("public/x.svg", false, true, false),
                ("content/new.md", false, true, true),
                ("../docs/new.md", false, true, true),
            ]
        );
        assert_eq!(state.others, ["templates/base.html"]);
        let conflict = format!("u UU N... 100644 100644 100644 100644 {id} {id} {id} web/content/a.md");
        assert!(state.add_record(&conflict, "web/").is_err_and(|obstacle| obstacle.message.contains("“merge”")));
        let submodule = format!("1 .M S.M. 160000 160000 160000 {id} {id} web/content");
        assert!(state.add_record(&submodule, "web/").is_err_and(|obstacle| obstacle.message.contains("submodule")));
    }
}
