//! Git, as tests run it.

use std::path::Path;
use std::process::Command;

/// Runs git in a folder, and returns what it prints.
#[track_caller]
pub fn git(folder: &Path, arguments: &[&str]) -> String {
    run(Command::new("git").current_dir(folder).args(arguments))
}

/// Runs git in a folder as this author, at noon of this day.
#[track_caller]
pub fn git_as(folder: &Path, author: &str, day: &str, arguments: &[&str]) -> String {
    let moment = format!("{day}T12:00:00Z");
    let mut command = Command::new("git");
    command.current_dir(folder).args(["-c", "init.defaultBranch=main", "-c", "commit.gpgsign=false"]).args(arguments);
    for role in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{role}_NAME"), author).env(format!("GIT_{role}_EMAIL"), "a@example.com");
        command.env(format!("GIT_{role}_DATE"), &moment);
    }
    run(&mut command)
}

#[track_caller]
fn run(command: &mut Command) -> String {
    let ran = command.output().expect("git runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).expect("text")
}
