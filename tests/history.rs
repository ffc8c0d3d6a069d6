//! The history of entries in git, as `docs/history.md` describes it.

use crate::support::git::git_as;
use crate::support::session::Session;
use crate::support::{TestSite, base};

const HISTORY: &str = "\
-- content/site.yaml --
title: Test
base_url: https://example.com/
history: { edit: \"https://git.example/edit/main/{file}\" }
-- templates/page.html --
<!doctype html>
<html lang=\"en\">
<head><title>{{ page.title }}</title><meta name=\"description\" content=\"A page\"></head>
<body>{% if page.history %}{{ page.history.created | date(\"iso\") }}, {{ page.history.modified | date(\"iso\") }}, {{ page.history.authors | join(\" and \") }}{% else %}new{% endif %}, {{ page.edit_url }}</body>
</html>
";

#[track_caller]
fn commit(site: &TestSite, author: &str, day: &str) {
    git_as(site.root(), author, day, &["add", "-A", "--", "content", "templates"]);
    git_as(site.root(), author, day, &["commit", "-qm", "A change"]);
}

/// A site in a repository, with one commit.
fn repository() -> TestSite {
    let site = base(HISTORY);
    git_as(site.root(), "Ada", "2025-01-01", &["init", "-q"]);
    commit(&site, "Ada", "2025-01-01");
    site
}

#[test]
fn entries_know_when_and_by_whom_they_were_changed() {
    let edit = "https://git.example/edit/main/content/pages/home.md";
    let built = repository().build().fine();
    let built = built.holds("index.html", &format!("<body>2025-01-01, 2025-01-01, Ada, {edit}</body>"));
    let site = built.then().edit("-- content/pages/home.md --\n---\ntitle: House\nroute: /\n---\nHello.\n");
    site.write("content/pages/new.md", "---\ntitle: New\n---\n");
    let built = site.build().fine().holds("index.html", "2025-01-01, 2025-01-01, Ada").holds("new/index.html", "new,");
    let site = built.then();
    commit(&site, "Ben", "2025-02-02");
    let built = site.build().fine().holds("index.html", "2025-01-01, 2025-02-02, Ben and Ada");
    let site = built.holds("new/index.html", "2025-02-02, 2025-02-02, Ben").then();
    git_as(site.root(), "Eve", "2025-03-03", &["mv", "content/pages/new.md", "content/pages/newer.md"]);
    commit(&site, "Eve", "2025-03-03");
    site.build().fine().holds("newer/index.html", "2025-02-02, 2025-03-03, Eve and Ben");
}

#[test]
fn files_of_steps_have_no_link_to_edit() {
    let steps =
        "steps: [{ run: [cp, notes.md, \"{out}/made.md\"], reads: [notes.md], gives: content/pages }]\nhistory:";
    let site = repository().edit("-- notes.md --\n---\ntitle: Made\n---\n");
    let site = site.replace("content/site.yaml", "history:", steps);
    site.build().fine().holds("made/index.html", "new, </body>").holds("index.html", "content/pages/home.md</body>");
}

#[test]
fn the_settings_of_git_do_not_change_the_history() {
    for (setting, value) in
        [("diff.relative", "true"), ("log.showRoot", "false"), ("i18n.logOutputEncoding", "ISO-8859-1")]
    {
        let site = base(HISTORY);
        git_as(site.root(), "Jürgen", "2025-01-01", &["init", "-q"]);
        git_as(site.root(), "Jürgen", "2025-01-01", &["config", setting, value]);
        commit(&site, "Jürgen", "2025-01-01");
        site.build().fine().holds("index.html", "2025-01-01, 2025-01-01, Jürgen");
    }
}

#[test]
fn a_rebuild_follows_the_files_of_git_in_the_repository() {
    let site = repository();
    site.write("content/pages/home.md", "---\ntitle: House\nroute: /\n---\nHello.\n");
    commit(&site, "Ben", "2025-02-02");
    let (session, _) = Session::start(&site);
    let check = |written: &str, text: &str, expected: &str| {
        site.write(written, text);
        session.build(&site, &[]);
        let page = session.text("index.html").expect("the page");
        assert!(page.contains(expected), "{page}");
    };
    check(".mailmap", "Benjamin <a@example.com> Ben <a@example.com>\n", "2025-01-01, 2025-02-02, Benjamin and Ada");
    check(".mailmap", "", "2025-01-01, 2025-02-02, Ben and Ada");
    let last = git_as(site.root(), "Ben", "2025-02-02", &["rev-parse", "HEAD"]);
    check(".git-blame-ignore-revs", &last, "2025-01-01, 2025-01-01, Ada");
}

#[test]
fn the_setting_decides_how_a_missing_history_is_reported() {
    let site = repository();
    site.write("content/pages/a.md", "---\ntitle: A\n---\n");
    commit(&site, "Ben", "2025-02-02");
    let clone = base(HISTORY);
    let origin = format!("file://{}", site.root().display());
    git_as(clone.root(), "Ben", "2025-02-02", &["clone", "-q", "--depth", "1", &origin, "clone"]);
    let shallow = base(HISTORY).with(|config| config.root = clone.path("clone"));
    shallow.build().mistakes(&["shallow-history"]).holds("index.html", "<body>new,");
    let built = base(HISTORY).build().mistakes(&["no-history"]).holds("index.html", "<body>new, https://git.example/");
    let built = built.then().replace("content/site.yaml", "{file}\"", "{file}\", missing: error").build();
    let built = built.mistakes(&["no-history"]);
    assert!(built.build.errors() == 1 && built.summary.is_none());
    built.then().replace("content/site.yaml", "missing: error", "missing: off").build().fine();
}

#[test]
fn a_site_in_a_folder_of_its_repository_finds_its_files() {
    let whole = base("");
    let site = base(HISTORY).with(|config| config.root = whole.path("web"));
    std::fs::rename(site.root(), whole.path("web")).expect("to move it");
    git_as(whole.root(), "Ada", "2025-01-01", &["init", "-q"]);
    git_as(whole.root(), "Ada", "2025-01-01", &["add", "-A"]);
    git_as(whole.root(), "Ada", "2025-01-01", &["commit", "-qm", "All"]);
    site.with(|config| config.out = config.root.join("dist"))
        .build()
        .fine()
        .holds("index.html", "2025-01-01, 2025-01-01, Ada");
}

#[test]
fn entries_outside_of_the_repository_leave_the_history_of_others() {
    let whole = base("");
    let site = base(HISTORY).with(|config| config.root = whole.path("web"));
    std::fs::rename(site.root(), whole.path("web")).expect("to move it");
    whole.write("manual/start.md", "---\ntitle: Start\n---\n");
    let collection = "route: /docs/{slug}/\ntemplate: page.html\nfolder: ../../../manual\n\
                      schema: { properties: { title: { type: string } } }\n";
    whole.write("web/content/docs/_collection.yaml", collection);
    let root = whole.path("web");
    git_as(&root, "Ada", "2025-01-01", &["init", "-q"]);
    git_as(&root, "Ada", "2025-01-01", &["add", "-A"]);
    git_as(&root, "Ada", "2025-01-01", &["commit", "-qm", "All"]);
    let built = site.with(|config| config.out = config.root.join("dist")).build().fine();
    let built = built.holds("index.html", "2025-01-01, 2025-01-01, Ada").holds("docs/start/index.html", "<body>new,");
    built.holds_not("docs/start/index.html", "git.example");
}
