//! Tests of publishing with real repositories in temporary folders.

mod repository;

use repository::{FILES, TestRepository, git_in, list_changes};

use super::super::workspace::Workspace;
use super::changed_parts::Fate;
use super::commit::commit_changes;
use super::publisher::{PublishRequest, Publisher};
use crate::site::plan::{LEDGER_FILE, Ledger};

#[test]
fn changes_are_described_in_words() {
    let site = TestRepository::new();
    assert_eq!(site.state().count, 0);
    site.replace("content/pages/home.md", "fee: 9 # now", "fee: 10 # now");
    site.replace("content/pages/home.md", "{ label: two }", "{ label: 2, big: true }, { label: three }");
    site.replace("content/pages/home.md", "One.\n\nTwo.", "One.\n\nTwo and a half.\n\n## Three");
    site.write("content/pages/ben.md", "---\ntitle: Ben\n---\n");
    std::fs::remove_file(site.site.join("content/pages/ada.md")).expect("to remove it");
    site.write("public/b.svg", "<svg/>");
    site.write("templates/other.html", "not known to git");
    site.replace("templates/page.html", "<h1>", "<h1 class=\"a\">");
    let state = site.state();
    assert_eq!(
        list_changes(&state),
        [
            "Ada: Removed",
            "Home · Fee: from 9 to 10",
            "Home · Items › Item 2 › Label: from “two” to 2",
            "Home · Items › Item 2 › Big: switched on",
            "Home · Items › 3 · three: added",
            "Home · Paragraph: from “Two.” to “Two and a half.”",
            "Home · Heading: added: “Three”",
            "Ben: Added",
            "b.svg: Added",
        ]
    );
    assert_eq!(state.count, 9);
    assert_eq!(
        state.notes[1..],
        ["A developer has changed templates/page.html as well, which is not published with this."]
    );
    assert_eq!(state.message.lines().next(), Some("Change Ada, Home and 2 others"));
    let places: Vec<_> = state.files[1].parts.iter().map(|part| part.at.as_deref().unwrap_or_default()).collect();
    assert_eq!(places, ["/fee", "/items/1/label", "/items/1/big", "/items/2", "#1", "#2"]);
}

#[test]
fn a_changed_file_with_a_decomposed_name_can_be_opened() {
    let site = TestRepository::new();
    site.write("content/pages/cafe\u{301}.md", "---\ntitle: Café\n---\nTea.\n");
    let files = site.state().files;
    let found: Vec<_> = files.iter().map(|file| (&*file.file, &*file.title, file.is_editable)).collect();
    assert_eq!(found, [("content/pages/caf\u{e9}.md", "Café", true)]);
}

#[test]
fn a_renamed_entry_is_one_change_with_what_else_changed_in_it() {
    let site = TestRepository::new();
    site.git(&["mv", "content/pages/ada.md", "content/pages/ada-l.md"]);
    assert_eq!(list_changes(&site.state()), ["Ada · Name of the file: from “ada” to “ada-l”"]);
    site.replace("content/pages/ada-l.md", "Hello.", "Good day.");
    site.git(&["reset", "-q"]);
    let state = site.state();
    assert_eq!(
        list_changes(&state),
        ["Ada · Name of the file: from “ada” to “ada-l”", "Ada · Paragraph: from “Hello.” to “Good day.”"]
    );
    assert_eq!((state.files[0].fate, state.files[0].page.as_deref()), (Fate::Moved, Some("/ada-l/")));
}

#[test]
fn an_entry_that_moves_into_a_folder_of_its_own_is_one_change() {
    let site = TestRepository::new();
    std::fs::create_dir(site.site.join("content/pages/ada")).expect("to make it");
    site.git(&["mv", "content/pages/ada.md", "content/pages/ada/index.md"]);
    assert_eq!(list_changes(&site.state()), ["Ada · Name of the file: from “ada.md” to “index.md”"]);
}

#[test]
fn a_title_with_a_line_break_is_one_line_of_the_message() {
    let site = TestRepository::new();
    site.write("content/pages/ben.md", "---\ntitle: |\n  Ben\n  Lee\n---\n");
    assert_eq!(site.state().message, "Ben Lee: added");
}

#[test]
fn the_line_breaks_of_windows_in_a_committed_file_are_no_change() {
    let site = TestRepository::new();
    site.write("content/pages/ada.md", "---\r\ntitle: Ada\r\n---\r\nHello\r\nyou.\r\n");
    site.git(&["add", "."]);
    site.git(&["commit", "-q", "-m", "Line breaks"]);
    site.replace("content/pages/ada.md", "Ada", "Eve");
    assert_eq!(list_changes(&site.state()), ["Eve · Title: from “Ada” to “Eve”"]);
}

#[test]
fn a_renamed_entry_with_a_folder_is_one_change_with_the_files_that_moved_with_it() {
    let site = TestRepository::new();
    site.write("content/pages/trip/index.md", "---\ntitle: Trip\n---\nBy boat.\n");
    site.write("content/pages/trip/map.txt", "A map\n");
    site.write("content/pages/trip/list.txt", "A list\n");
    site.git(&["add", "."]);
    site.git(&["commit", "-q", "-m", "Trip"]);
    site.git(&["mv", "content/pages/trip", "content/pages/voyage"]);
    let renamed = "Trip · Name of the file: from “trip” to “voyage”";
    assert_eq!(list_changes(&site.state()), [renamed]);
    site.write("content/pages/voyage/list.txt", "Another list\n");
    let [added, gone] = ["voyage", "trip"].map(|name| format!("content/pages/{name}/list.txt"));
    let found: Vec<_> = site.state().files.into_iter().map(|file| (file.file, file.fate)).collect();
    let entry = "content/pages/voyage/index.md".to_owned();
    assert_eq!(found, [(gone, Fate::Removed), (entry, Fate::Moved), (added, Fate::Added)]);
}

#[test]
fn the_entries_in_a_renamed_folder_are_renamed_with_it() {
    let site = TestRepository::new();
    site.write("content/pages/2024/_index.md", "---\ntitle: Year\n---\nAll.\n");
    site.write("content/pages/2024/Rain.md", "---\ntitle: Rain\n---\nIt rains.\n");
    site.git(&["add", "."]);
    site.git(&["commit", "-q", "-m", "Year"]);
    site.git(&["mv", "content/pages/2024", "content/pages/2025"]);
    site.replace("content/pages/2025/Rain.md", "It rains.", "It rained.");
    assert_eq!(
        list_changes(&site.state()),
        [
            "Rain · Folder: from 2024 to 2025",
            "Rain · Paragraph: from “It rains.” to “It rained.”",
            "Year · Name of the file: from 2024 to 2025"
        ]
    );
}

#[test]
fn changes_without_a_changed_value_are_described_as_such() {
    let site = TestRepository::new();
    site.replace("content/pages/home.md", "# now", "# today");
    site.replace("content/pages/ada.md", "Hello.", "<hr>\n\nHello.");
    let found = list_changes(&site.state());
    assert_eq!(
        found,
        ["Ada · Whole file: its Markdown changed", "Home · Whole file: only comments, or the way it is written"]
    );
    site.write("content/pages/home.md", "---\ntitle: [\n---\n");
    assert_eq!(list_changes(&site.state())[1], "content/pages/home.md · Whole file: written anew");
}

#[test]
fn only_content_and_public_are_committed_and_pushed() {
    let site = TestRepository::new();
    site.replace("content/pages/home.md", "fee: 9", "fee: 10");
    site.write("public/b.svg", "<svg/>");
    site.replace("templates/page.html", "<h1>", "<h1 class=\"a\">");
    site.write("notes.txt", "staged");
    site.git(&["add", "notes.txt", "templates"]);
    let result = site.publish(None);
    assert!(result.is_done, "{result:?}");
    assert!(result.message.starts_with("Sent to origin, branch main."), "{result:?}");
    let committed = site.git(&["show", "--name-status", "--format=", "HEAD"]);
    assert_eq!(committed, "M\tcontent/pages/home.md\nA\tcontent/urls.txt\nA\tpublic/b.svg");
    assert_eq!(site.last_message(), "Change Home and b.svg\n\n- Fee of Home: from 9 to 10\n- b.svg: added");
    assert_eq!(site.git(&["diff", "--cached", "--name-only"]), "notes.txt\ntemplates/page.html");
    assert_eq!(site.git(&["rev-parse", "HEAD"]), site.git(&["rev-parse", "origin/main"]));
    assert!(site.read("content/urls.txt").ends_with("/\n/ada/\n"));
    let state = site.state();
    assert_eq!((state.count, state.has_unsent), (0, false));
}

#[test]
fn the_removal_of_a_whole_folder_is_committed() {
    let site = TestRepository::new();
    site.git(&["rm", "-rq", "public"]);
    let result = site.publish(None);
    assert!(result.is_done, "{result:?}");
    assert_eq!(site.git(&["show", "--name-status", "--format=", "HEAD"]), "A\tcontent/urls.txt\nD\tpublic/a.svg");
}

#[test]
fn a_change_that_was_not_shown_is_not_published() {
    let site = TestRepository::new();
    site.replace("content/pages/home.md", "fee: 9", "fee: 10");
    site.write("public/a.svg", "<svg/>");
    // The change of a picture is described in the same words whatever the picture shows.
    for (path, from, to) in [("content/pages/home.md", "Two.", "Three."), ("public/a.svg", "<svg/>", "<svg></svg>")] {
        let request = PublishRequest { message: "One".to_owned(), digest: site.state().digest, author: None };
        site.replace(path, from, to);
        let commit = |workspace: &Workspace<'_>| Publisher::default().commit(workspace, &request);
        let result = site.with_workspace(commit).expect_err("a failure");
        assert!(!result.is_done && result.message.starts_with("More has changed meanwhile"), "{result:?}");
        assert_eq!(site.last_message(), "Begin");
    }
}

#[test]
#[cfg(unix)]
fn a_file_that_another_program_writes_during_the_check_is_not_published() {
    let site = TestRepository::new();
    // The step stands for another program. It runs in the check, after the content was read.
    site.write("write.sh", "cat text.txt >> content/pages/ada.md; cp text.txt \"$1\"\n");
    let step = "steps:\n  - run: [sh, write.sh, \"{out}/text.txt\"]\n    reads: [write.sh, text.txt]\n";
    site.write("content/site.yaml", &[FILES[0].1, step].concat());
    site.write("text.txt", "");
    let result = site.with_workspace(|workspace| {
        let publisher = Publisher::default();
        let digest = publisher.state(workspace).digest;
        site.write("text.txt", "[Nowhere](/nowhere/)\n");
        publisher.commit(workspace, &PublishRequest { message: String::new(), digest, author: None })
    });
    let result = result.expect_err("a failure");
    assert!(site.read("content/pages/ada.md").ends_with("[Nowhere](/nowhere/)\n"));
    assert!(result.message.starts_with("More has changed meanwhile"), "{result:?}");
    assert_eq!(site.last_message(), "Begin");
}

#[test]
fn mistakes_stop_publishing_and_lead_to_their_fields() {
    let site = TestRepository::new();
    site.replace("content/pages/home.md", "One.", "One [link](/nowhere/).");
    site.replace("content/pages/home.md", "fee: 9", "fee: !sample 9");
    let problems = site.check();
    let found: Vec<_> =
        problems.iter().map(|problem| (problem.file.as_deref(), &*problem.at, &*problem.place)).collect();
    let file = Some("content/pages/home.md");
    assert_eq!(found, [(file, "/fee", "Home › Fee"), (file, "#0", "Home › Paragraph")]);
    // A missing field is reported at the mapping that lacks it.
    site.replace("content/pages/home.md", "title: Home\n", "");
    let problems = site.check();
    let missing = problems.iter().find(|problem| problem.message.contains("title")).expect("a problem");
    assert_eq!((&*missing.at, &*missing.place), ("", "content/pages/home.md:2"));
    site.replace("content/pages/home.md", "---\nroute", "---\ntitle: Home\nroute");
    let result = site.publish(None);
    assert!(!result.is_done && result.problems.len() == 2, "{result:?}");
    assert_eq!(site.last_message(), "Begin");
    assert!(!site.site.join("content/urls.txt").exists());
}

#[test]
fn an_example_in_a_setting_of_developers_is_named_for_a_developer() {
    let site = TestRepository::new();
    site.replace("content/site.yaml", "base_url: ", "base_url: !sample ");
    let problems = site.check();
    let [problem] = &problems[..] else { panic!("{problems:?}") };
    assert!(problem.file.is_none() && !problem.is_sample, "{problem:?}");
    assert_eq!(problem.help, ["A developer changes this in content/site.yaml."]);
}

#[test]
fn an_entry_whose_text_nobody_has_written_is_not_published() {
    let site = TestRepository::new();
    let text = |draft: &str| format!("---\ntitle: Ben\n{draft}---\n\nWrite here.\n");
    site.write("content/pages/ben.md", &text("draft: true\n"));
    assert!(site.check().is_empty());
    site.write("content/pages/ben.md", &text(""));
    let problems = site.check();
    let found: Vec<_> = problems.iter().map(|problem| (problem.file.as_deref(), &*problem.at)).collect();
    assert_eq!(found, [(Some("content/pages/ben.md"), "#0")]);
}

#[test]
fn an_entry_without_a_text_is_not_published_if_it_was_a_draft_until_just_now() {
    let site = TestRepository::new();
    let text = |draft: &str| format!("---\ntitle: Ben\n{draft}---\n\nWrite here.\n");
    site.write("content/pages/ben.md", &text("draft: true\n"));
    let problems = site.with_workspace(|workspace| {
        site.write("content/pages/ben.md", &text(""));
        Publisher::default().check(workspace).problems
    });
    assert_eq!(problems.len(), 1, "{problems:?}");
}

#[test]
fn a_rejected_push_overwrites_nothing() {
    let site = TestRepository::new();
    site.publish_elsewhere();
    let theirs = git_in(&site.folder.path().join("origin.git"), &["rev-parse", "main"]);
    site.replace("content/pages/home.md", "fee: 9", "fee: 10");
    let result = site.publish(None);
    assert!(!result.is_done && result.message.contains("Others were faster"), "{result:?}");
    assert!(result.said.contains("[rejected]"), "{result:?}");
    assert_eq!(git_in(&site.folder.path().join("origin.git"), &["rev-parse", "main"]), theirs);
    let state = site.state();
    assert_eq!((state.count, state.has_unsent), (0, true));
    site.git(&["fetch", "-q"]);
    assert!(site.state().notes.iter().any(|note| note.contains("Others have put 1 change online")));
    // A change that is staged but not in the working tree is no change.
    site.write("content/pages/ada.md", "---\ntitle: Eve\n---\n");
    site.git(&["add", "content"]);
    site.git(&["restore", "--worktree", "--source=HEAD", "content/pages/ada.md"]);
    assert!(site.publish(None).message.contains("Others were faster"));
    site.git(&["reset", "-q"]);
    // A developer merges. Then the same button sends both commits.
    site.git(&["pull", "-q", "--no-rebase", "--no-edit"]);
    assert!(site.publish(None).is_done);
    assert!(!site.state().has_unsent);
}

#[test]
#[cfg(unix)]
fn a_refusing_hook_leaves_the_index_as_before() {
    let site = TestRepository::new();
    site.hook("work/.git", "pre-commit", "echo 'Titles need a capital' >&2; exit 1");
    site.replace("content/pages/home.md", "fee: 9", "fee: 10");
    site.write("content/pages/ben.md", "---\ntitle: Ben\n---\n");
    site.write("public/[a].svg", "<svg/>");
    site.write("notes.txt", "staged");
    site.git(&["add", "notes.txt"]);
    let before = site.git(&["status", "--porcelain"]);
    let result = site.publish(None);
    assert_eq!((result.is_done, &*result.said), (false, "Titles need a capital"), "{result:?}");
    assert_eq!((site.git(&["status", "--porcelain"]), site.last_message()), (before, "Begin".to_owned()));
    site.hook("work/.git", "pre-commit", "exit 0");
    // If a hook of the push or of the server refuses, the commit stays, and the next request sends it.
    for (folder, name) in [("work/.git", "pre-push"), ("origin.git", "pre-receive")] {
        site.hook(folder, name, "echo 'Not on Fridays' >&2; exit 1");
        let result = site.publish(None);
        assert!(!result.is_done && result.said.contains("Not on Fridays"), "{result:?}");
        assert!(result.message.contains("not online yet"), "{result:?}");
        assert!(site.state().has_unsent);
        site.hook(folder, name, "exit 0");
    }
    assert!(site.publish(None).is_done);
}

#[test]
#[cfg(unix)]
fn a_ledger_that_cannot_be_read_is_left_as_is() {
    let site = TestRepository::new();
    site.hook("work/.git", "pre-commit", "exit 1");
    site.replace("content/pages/home.md", "fee: 9", "fee: 10");
    site.with_workspace(|workspace| {
        // A link to itself can't be read, but can be replaced.
        let ledger = site.site.join(LEDGER_FILE);
        _ = std::fs::remove_file(&ledger);
        std::os::unix::fs::symlink("urls.txt", &ledger).expect("a link");
        let changed = Ledger { text: "/\n".to_owned(), changed_lines: 1 };
        let obstacle = commit_changes(workspace, "Change", Some(&changed)).expect_err("an unreadable ledger");
        assert!(obstacle.message.contains("list of addresses"), "{obstacle:?}");
        assert!(ledger.is_symlink());
    });
}

#[test]
fn a_missing_author_is_asked_for_and_saved_in_the_repository() {
    let site = TestRepository::new();
    // Git treats an empty name as missing. Here it hides the name in the settings of the machine.
    site.git(&["config", "user.name", ""]);
    site.replace("content/pages/home.md", "fee: 9", "fee: 10");
    assert!(!site.state().has_author);
    for author in [None, Some(("", "ada@example.com")), Some(("Ada", "no address")), Some(("A\nda", "a@b.example"))] {
        let result = site.publish(author);
        assert!(!result.is_done && result.message.contains("your name"), "{result:?}");
    }
    assert!(site.publish(Some((" -Ada L. ", "ada@harbour.example"))).is_done);
    assert_eq!(site.git(&["log", "-1", "--format=%an <%ae>"]), "-Ada L. <ada@harbour.example>");
    assert_eq!(site.git(&["config", "--local", "user.name"]), "-Ada L.");
    assert!(site.state().has_author);
}

#[test]
fn without_an_upstream_changes_are_committed_and_not_pushed() {
    let site = TestRepository::new();
    site.git(&["branch", "--unset-upstream"]);
    site.replace("content/pages/home.md", "fee: 9", "fee: 10");
    let result = site.publish(None);
    assert!(result.is_done && result.message.contains("`git push --set-upstream origin main`"), "{result:?}");
    assert!(!site.state().has_unsent);
    site.git(&["remote", "remove", "origin"]);
    assert!(site.state().notes[0].contains("`git remote add origin ADDRESS`"));
}

#[test]
fn entries_outside_of_the_folder_of_the_site_are_published_too() {
    let site = TestRepository::without_commits("web/site");
    site.git(&["config", "user.name", "Ada"]);
    site.git(&["config", "user.email", "ada@example.com"]);
    site.write("content/notes/_collection.yaml", "folder: ../../../../notes\nschema: { properties: { title: {} } }\n");
    site.write("../../notes/sea.md", "---\ntitle: Sea\n---\nBlue.\n");
    site.write("../../other/sea.md", "Not of the site.\n");
    assert!(site.publish(None).is_done);
    site.replace("../../notes/sea.md", "Blue", "Green");
    site.replace("../../other/sea.md", "Not", "Nothing");
    site.write("../../notes/new.md", "---\ntitle: New\n---\nNew.\n");
    assert_eq!(list_changes(&site.state()), ["Sea · Paragraph: from “Blue.” to “Green.”", "New: Added"]);
    assert!(site.publish(None).is_done);
    assert_eq!(site.git(&["show", "--name-only", "--format=", "HEAD"]), "notes/new.md\nnotes/sea.md");
    site.git(&["mv", "../../notes/sea.md", "../../notes/ocean.md"]);
    assert_eq!(list_changes(&site.state()), ["Sea · Name of the file: from “sea” to “ocean”"]);
}

#[test]
fn the_removal_of_the_last_entry_outside_of_the_folder_of_the_content_is_published() {
    let site = TestRepository::new();
    site.write("content/notes/_collection.yaml", "folder: ../../notes\nschema: { properties: { title: {} } }\n");
    site.write("notes/sea.md", "---\ntitle: Sea\n---\nBlue.\n");
    assert!(site.publish(None).is_done);
    std::fs::remove_file(site.site.join("notes/sea.md")).expect("to remove it");
    assert_eq!(list_changes(&site.state()), ["Sea: Removed"]);
    assert!(site.publish(None).is_done);
    assert_eq!(site.git(&["show", "--name-status", "--format=", "HEAD"]), "D\tnotes/sea.md");
}

#[test]
fn entries_in_a_folder_whose_name_begins_with_public_are_no_public_files() {
    let site = TestRepository::new();
    site.write("content/notes/_collection.yaml", "folder: ../../publications\nschema: { properties: { title: {} } }\n");
    site.write("publications/sea.md", "---\ntitle: Sea\n---\nBlue.\n");
    let found = list_changes(&site.state());
    assert!(found.contains(&"Sea: Added".to_owned()), "{found:?}");
}

#[test]
fn a_missing_remote_is_reported() {
    let site = TestRepository::new();
    site.git(&["remote", "set-url", "origin", "../nowhere.git"]);
    site.replace("content/pages/home.md", "fee: 9", "fee: 10");
    let result = site.publish(None);
    assert!(!result.is_done && result.message.contains("`git remote -v`"), "{result:?}");
    assert_eq!(site.last_message(), "Fee of Home: from 9 to 10");
}

#[test]
fn unfinished_operations_and_detached_heads_are_obstacles() {
    let message = |site: &TestRepository| site.state().obstacle.expect("an obstacle").message;
    let none = TestRepository::without_commits("");
    std::fs::remove_dir_all(none.site.join(".git")).expect("to remove it");
    assert!(message(&none).contains("no Git repository"), "{}", message(&none));
    let result = none.publish(None);
    assert!(!result.is_done && result.message.contains("no Git repository"), "{result:?}");
    let site = TestRepository::new();
    for name in ["MERGE_HEAD", "rebase-merge", "CHERRY_PICK_HEAD"] {
        site.write(&format!(".git/{name}"), "");
        assert!(message(&site).contains("not finished it"), "{}", message(&site));
        std::fs::remove_file(site.site.join(".git").join(name)).expect("to remove it");
    }
    site.git(&["checkout", "-q", "--detach"]);
    assert!(message(&site).contains("detached HEAD"), "{}", message(&site));
    std::fs::write(site.site.join(".git/HEAD"), "nonsense").expect("to write it");
    assert!(message(&site).contains("repository"), "{}", message(&site));
}

#[test]
fn sites_in_a_folder_a_worktree_or_a_submodule_are_published() {
    let below = TestRepository::without_commits("web/site");
    below.git(&["config", "user.name", "Ada"]);
    below.git(&["config", "user.email", "ada@example.com"]);
    // Without any commit, all files are new.
    assert_eq!(
        list_changes(&below.state()).len(),
        FILES.iter().filter(|(path, _)| !path.starts_with("templates")).count()
    );
    assert!(below.publish(None).is_done);
    below.replace("content/pages/home.md", "fee: 9", "fee: 10");
    assert_eq!(list_changes(&below.state()), ["Home · Fee: from 9 to 10"]);
    assert!(below.publish(None).is_done);
    assert_eq!(below.git(&["show", "--name-only", "--format=", "HEAD"]), "web/site/content/pages/home.md");

    let mut site = TestRepository::new();
    site.git(&["worktree", "add", "-q", "-b", "texts", "../texts"]);
    site.site = site.folder.path().join("texts");
    site.replace("content/pages/home.md", "fee: 9", "fee: 10");
    assert!(site.publish(None).is_done);
    assert_eq!(site.git(&["log", "-1", "--format=%s", "texts"]), "Fee of Home: from 9 to 10");

    let site = TestRepository::new();
    git_in(site.folder.path(), &["init", "-q", "outer"]);
    let mut outer = TestRepository { site: site.folder.path().join("outer"), folder: site.folder };
    outer.git(&["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "../origin.git", "site"]);
    outer.site = outer.site.join("site");
    assert!(outer.state().notes.iter().any(|note| note.contains("submodule")), "{:?}", outer.state());
}

#[test]
fn entries_outside_of_the_repository_keep_no_others_from_being_published() {
    let site = TestRepository::new();
    let [inside, outside] = ["work/notes", "letters"].map(|name| site.folder.path().join(name).display().to_string());
    let schema = "schema: { properties: { title: {} } }\n";
    site.write("content/notes/_collection.yaml", &format!("folder: {inside}\n{schema}"));
    site.write("content/letters/_collection.yaml", &format!("folder: {outside}\n{schema}"));
    site.write("notes/sea.md", "---\ntitle: Sea\n---\nBlue.\n");
    site.write(&format!("{outside}/one.md"), "---\ntitle: One\n---\nDear.\n");
    let state = site.state();
    assert_eq!((state.obstacle, state.count), (None, 3));
    assert!(state.notes.iter().any(|note| note.contains(&outside) && !note.contains(&inside)), "{:?}", state.notes);
    assert!(site.publish(None).is_done);
    let committed = site.git(&["show", "--name-only", "--format=", "HEAD", "--", "notes", "content/letters"]);
    assert_eq!(committed, "content/letters/_collection.yaml\nnotes/sea.md");
    site.replace("notes/sea.md", "Blue", "Green");
    let files = site.state().files;
    let found: Vec<_> = files.iter().map(|file| (&*file.file, &*file.title, file.is_editable)).collect();
    assert_eq!(found, [(&*format!("{inside}/sea.md"), "Sea", true)]);
}
