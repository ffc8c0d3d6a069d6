//! The push of the current branch to its upstream, never by force.

use std::time::Duration;

use super::super::workspace::Workspace;
use super::repository::{PublishObstacle, RepositoryState, Upstream, local_git};
use crate::config::Config;
use crate::history::{GitError, run_git};

/// The time limit of a push: long, as hooks may check the site and networks are slow.
const PUSH_TIMEOUT: Duration = Duration::from_mins(3);

/// The known failures of pushes: phrases of git's message, and the explanation for people. The first match counts.
const FAILURES: &[(&[&str], &str)] = &[
    (
        &["(fetch first)", "(non-fast-forward)", "cannot lock ref"],
        "Others were faster: their changes are online. A developer brings both together with \
         `git pull --rebase`. Then press the button below once more.",
    ),
    (
        &["pre-push", "hook declined", "[remote rejected]", "protected branch"],
        "The server, or a check of the developers (a “hook”), refused the changes. What it said stands below: show it \
         to a developer if it does not tell you what to correct.",
    ),
    (
        &[
            "could not read Username",
            "could not read Password",
            "Authentication failed",
            "Permission denied",
            "terminal prompts disabled",
            "Host key verification failed",
            "error: 403",
            "error: 401",
        ],
        "The server wants to know who you are, and asking is not possible here. A developer signs in once on this \
         computer, with `git push` in a terminal. Then press the button below once more.",
    ),
    (
        &[
            "Could not resolve host",
            "unable to access",
            "Connection",
            "timed out",
            "did not end within",
            "Network is unreachable",
        ],
        "The server does not answer. Is this computer connected to the internet? Try again later.",
    ),
    (
        &["does not appear to be a git repository", "Repository not found", "' not found"],
        "The place where the changes are sent to is not there. A developer corrects its address: \
         `git remote -v` shows it.",
    ),
];

/// Pushes the branch to its upstream, if it has one. Returns the message to show.
///
/// # Errors
/// Fails with what git or the server says.
pub fn push_commits(workspace: &Workspace<'_>) -> Result<String, PublishObstacle> {
    let config = workspace.config;
    let state = RepositoryState::read(workspace)?;
    let Some(upstream) = &state.upstream else { return Ok(explain_missing_upstream(config, &state)) };
    let Upstream { remote, branch } = upstream;
    let (ssh, refspec) = (ssh_setting(config), format!("HEAD:{branch}"));
    let push = ["-c", &ssh, "-c", "advice.pushUpdateRejected=false", "push", "--porcelain", "--", remote, &refspec];
    run_git(&config.root, push, PUSH_TIMEOUT).map_err(explain_failure)?;
    let branch = upstream.short_branch();
    Ok(format!("Sent to {remote}, branch {branch}. Your changes are online as soon as the host has built the site."))
}

/// Returns the git setting by which ssh never asks for a password. The variable `GIT_SSH_COMMAND` overrides it.
fn ssh_setting(config: &Config) -> String {
    let configured = local_git(config, &["config", "--get", "core.sshCommand"]).unwrap_or_default();
    let command = Some(configured.trim()).filter(|command| !command.is_empty()).unwrap_or("ssh");
    format!("core.sshCommand={command} -o BatchMode=yes")
}

fn explain_failure(error: GitError) -> PublishObstacle {
    let said = if let GitError::Failed(said) = &error { said.as_str() } else { "" };
    let known = FAILURES.iter().find(|(phrases, _)| phrases.iter().any(|phrase| said.contains(phrase)));
    let why =
        known.map_or("Git could not send the changes. What it said stands below, for a developer.", |(_, why)| *why);
    let message = format!("Your changes are saved in the history of this computer, but not online yet. {why}");
    PublishObstacle::of_git(message, error)
}

/// Explains that the branch has no upstream, and how a developer sets one.
pub fn explain_missing_upstream(config: &Config, state: &RepositoryState) -> String {
    let remotes = local_git(config, &["remote"]).unwrap_or_default();
    let branch = &state.branch;
    let cure = match remotes.lines().next() {
        Some(remote) => format!("`git push --set-upstream {remote} {branch}`"),
        None => format!("`git remote add origin ADDRESS`, then `git push --set-upstream origin {branch}`"),
    };
    format!(
        "Nothing is sent anywhere: publishing saves your changes in the history of this computer only. A developer \
         names the place once: {cure}."
    )
}
