//! A site in a temporary repository with a remote, for tests.

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::config::Config;
use crate::date::Clock;
use crate::edit::publish::check::PublishProblem;
use crate::edit::publish::commit::CommitAuthor;
use crate::edit::publish::publisher::{PublishRequest, PublishResult, PublishState, Publisher, push};
use crate::edit::workspace::Workspace;
use crate::output::Discard;
use crate::pipeline::{Builds, Changes, Job};

pub const FILES: &[(&str, &str)] = &[
    ("content/site.yaml", "title: Harbour\nbase_url: https://harbour.example/\n"),
    (
        "content/pages/_collection.yaml",
        "route: /{slug}/\ntemplate: page.html\nschema:\n  required: [title]\n  properties:\n    title: { type: string }\n    \
         fee: { type: integer, title: Fee }\n    items: { items: { type: object } }\n",
    ),
    (
        "content/pages/home.md",
        "---\ntitle: Home\nroute: /\nfee: 9 # now\nitems: [{ label: one }, { label: two }]\n---\nOne.\n\nTwo.\n",
    ),
    ("content/pages/ada.md", "---\ntitle: Ada\n---\nHello.\n"),
    (
        "templates/page.html",
        "<!doctype html>\n<html lang=\"en\">\n<head><title>{{ page.title }}</title></head>\n<body><h1>{{ page.title }}</h1>{{ \
         page.content }}</body>\n</html>\n",
    ),
    ("public/a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n"),
];

pub struct TestRepository {
    pub folder: TempDir,
    /// The folder of the site within the repository.
    pub site: PathBuf,
}

#[track_caller]
pub fn git_in(folder: &Path, arguments: &[&str]) -> String {
    let settings = ["user.name=Test", "user.email=test@example.com", "commit.gpgsign=false"];
    let settings = settings.iter().flat_map(|setting| ["-c", setting]);
    let ran = Command::new("git").current_dir(folder).args(settings).args(arguments).output().expect("git");
    assert!(ran.status.success(), "{arguments:?} {}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8_lossy(&ran.stdout).trim_end().to_owned()
}

impl TestRepository {
    /// Makes a site whose files are committed and pushed.
    pub fn new() -> Self {
        let repository = Self::without_commits("");
        repository.git(&["config", "user.name", "Ada"]);
        repository.git(&["config", "user.email", "ada@example.com"]);
        repository.git(&["add", "."]);
        repository.git(&["commit", "-qm", "Begin"]);
        git_in(repository.folder.path(), &["init", "-q", "--bare", "-b", "main", "origin.git"]);
        repository.git(&["remote", "add", "origin", "../origin.git"]);
        repository.git(&["push", "-qu", "origin", "main"]);
        repository
    }

    /// Makes a site in the folder `below` of a repository without commits.
    pub fn without_commits(below: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let site = folder.path().join("work").join(below);
        let repository = Self { folder, site };
        for (path, text) in FILES {
            repository.write(path, text);
        }
        repository.write(".gitignore", ".site/\n");
        git_in(&repository.folder.path().join("work"), &["init", "-q", "-b", "main"]);
        repository
    }

    #[track_caller]
    pub fn git(&self, arguments: &[&str]) -> String {
        git_in(&self.site, arguments)
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.site.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("to make it");
        std::fs::write(path, text).expect("to write it");
    }

    pub fn replace(&self, path: &str, from: &str, to: &str) {
        let text = self.read(path);
        assert!(text.contains(from), "{path} does not hold {from}");
        self.write(path, &text.replace(from, to));
    }

    pub fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.site.join(path)).expect("a file")
    }

    #[cfg(unix)]
    pub fn hook(&self, folder: &str, name: &str, script: &str) {
        use std::os::unix::fs::PermissionsExt;
        let path = self.folder.path().join(folder).join("hooks").join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("to make it");
        std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("to write it");
        std::fs::set_permissions(path, PermissionsExt::from_mode(0o755)).expect("to make it a program");
    }

    /// Builds the site as the editor does, and calls a function with the result.
    pub fn with_workspace<T>(&self, act: impl FnOnce(&Workspace<'_>) -> T) -> T {
        let config = Config { drafts: true, ..Config::new(&self.site, Clock::parse("2025-06-01").expect("a date")) };
        let builds = Builds::default();
        let sink = Discard::default();
        let announce = |_: &str| ();
        let changes = &Changes::Unknown;
        let job =
            Job { config: &config, changes, sink: &sink, announce: &announce, viewers: None, is_incremental: true };
        builds.run(&job);
        act(&Workspace { snapshot: builds.snapshot().expect("a snapshot"), config: &config })
    }

    #[track_caller]
    pub fn state(&self) -> PublishState {
        self.with_workspace(|workspace| Publisher::default().state(workspace))
    }

    pub fn check(&self) -> Vec<PublishProblem> {
        self.with_workspace(|workspace| Publisher::default().check(workspace).problems)
    }

    #[track_caller]
    pub fn publish(&self, author: Option<(&str, &str)>) -> PublishResult {
        let author = author.map(|(name, email)| CommitAuthor { name: name.to_owned(), email: email.to_owned() });
        let publisher = Publisher::default();
        self.with_workspace(|workspace| {
            let request = PublishRequest { message: String::new(), digest: publisher.state(workspace).digest, author };
            publisher.commit(workspace, &request).map_or_else(|failure| failure, |()| push(workspace))
        })
    }

    /// Commits and pushes a file from another clone.
    pub fn publish_elsewhere(&self) {
        git_in(self.folder.path(), &["clone", "-q", "origin.git", "other"]);
        let other = self.folder.path().join("other");
        std::fs::write(other.join("content/pages/ben.md"), "---\ntitle: Ben\n---\n").expect("to write it");
        git_in(&other, &["add", "."]);
        git_in(&other, &["commit", "-qm", "Ben"]);
        git_in(&other, &["push", "-q"]);
    }

    pub fn last_message(&self) -> String {
        self.git(&["log", "-1", "--format=%B"])
    }
}

/// Lists the changes, in one line each.
pub fn list_changes(state: &PublishState) -> Vec<String> {
    let all = state.files.iter().flat_map(|file| {
        let parts = file.parts.iter().map(|part| format!("{} · {}: {}", file.title, part.label, part.sentence));
        let whole = file.parts.is_empty().then(|| format!("{}: {:?}", file.title, file.fate));
        parts.chain(whole).collect::<Vec<_>>()
    });
    all.collect()
}
