//! Steps of `docs/steps.md`: when commands run, what they get, and what becomes of their files.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::time::SystemTime;

use crate::support::session::Session;
use crate::support::{TestSite, base, draw_all, read_folder};
use site::pipeline::Build;

/// A command that joins all parts and counts its runs.
const JOIN: &str = "\
-- tools/join.sh --
echo run >> runs.txt
mkdir -p \"$1/css\"
cat parts/*.css > \"$1/css/site.css\"
-- parts/a.css --
a { color: red }
-- content/site.yaml --
title: Test
base_url: https://example.com/
assets: { hashed: [] }
steps:
  - { run: [sh, tools/join.sh, \"{out}\"], reads: [\"parts/**\", tools/join.sh] }
";

/// Returns how often the command ran.
fn runs(site: &TestSite) -> usize {
    std::fs::read_to_string(site.path("runs.txt")).unwrap_or_default().lines().count()
}

/// Begins builds that follow each other.
#[track_caller]
fn start(site: &TestSite) -> (Session, Build) {
    let (session, build) = Session::start(site);
    assert_eq!(build.errors(), 0, "{}", draw_all(&build.diagnostics));
    (session, build)
}

/// Builds after a change of this file.
#[track_caller]
fn rebuild(session: &Session, site: &TestSite, changed: &str) {
    let build = session.build(site, &[changed]);
    assert_eq!(build.errors(), 0, "{}", draw_all(&build.diagnostics));
}

#[test]
fn explain_announces_commands_apart_from_its_answer() {
    let ran = base(JOIN).run(&["explain", "/"]);
    assert!(ran.status == 0 && ran.out.starts_with("/: "), "{}{}", ran.out, ran.errors);
    assert!(ran.errors.contains("Running sh "), "{}", ran.errors);
}

#[test]
fn a_command_runs_only_if_what_it_reads_has_changed() {
    let built = base(JOIN).build().fine().holds("css/site.css", "a { color: red }");
    let built = built.then().build().fine();
    assert_eq!(runs(&built.site), 1, "nothing changed");
    let built = built.then().edit("-- content/pages/b.md --\n---\ntitle: B\n---\n").build().fine();
    assert_eq!(runs(&built.site), 1, "a page is not read");
    let built = built.then().edit("-- parts/b.css --\nb { color: blue }\n").build().fine();
    let built = built.holds("css/site.css", "b { color: blue }");
    assert_eq!(runs(&built.site), 2, "a new file matches the glob");
    let built = built.then().remove("parts/b.css").build().fine().holds_not("css/site.css", "blue");
    assert_eq!(runs(&built.site), 2, "an earlier run is kept");
    let site = built.then();
    for path in read_folder(&site.path(".site/steps")).keys().filter(|path| path.ends_with("/files/css/site.css")) {
        site.write(&format!(".site/steps/{path}"), "damaged");
    }
    let built = site.build().fine().holds("css/site.css", "a { color: red }");
    assert_eq!(runs(&built.site), 3, "damaged files are made again");
}

/// Makes a file of the site executable.
fn make_executable(site: &TestSite, path: &str) {
    std::fs::set_permissions(site.path(path), Permissions::from_mode(0o755)).expect("to make it executable");
}

#[test]
fn a_program_of_the_site_is_found_from_another_folder() {
    let site =
        base(&JOIN.replace("echo run", "#!/bin/sh\necho run")).replace("content/site.yaml", "sh, tools", "tools");
    make_executable(&site, "tools/join.sh");
    std::fs::create_dir(site.path("docs")).expect("a folder");
    for folder in ["content", "parts", "templates", "tools"] {
        std::fs::rename(site.path(folder), site.path("docs").join(folder)).expect("to move it");
    }
    let ran = site.run(&["build", "--root", "docs"]);
    assert!(ran.status == 0 && site.path("docs/dist/css/site.css").exists(), "{}", ran.errors);
}

#[test]
fn programs_of_the_packages_are_found_first_also_with_the_path_named() {
    let steps = "\
-- node_modules/.bin/cp --
#!/bin/sh
echo \"$NAME\" > \"$2\"
-- content/site.yaml --
title: Test
base_url: https://example.com/
steps: [{ run: [cp, content/site.yaml, \"{out}/name.txt\"], env: [PATH, NAME] }]
";
    let variables = [("PATH", "/usr/bin:/bin"), ("NAME", "own")].map(|(name, value)| (name.into(), value.into()));
    let site = base(steps).with(|config| config.environment = variables.to_vec());
    make_executable(&site, "node_modules/.bin/cp");
    site.build().fine().holds("name.txt", "own\n");
}

#[test]
fn a_command_never_reads_what_the_build_wrote() {
    for out in ["other", "nested/out", "$ROOT/absolute"] {
        let site = base(JOIN).replace("content/site.yaml", "\"parts/**\"", "\"**/*.html\"");
        let out = out.replace("$ROOT", site.root().to_str().expect("a path"));
        for _ in 0..2 {
            let ran = site.run(&["build", "--out", &out]);
            assert_eq!((ran.status, runs(&site)), (0, 1), "{out}: {}", ran.errors);
        }
    }
}

#[test]
fn files_that_a_command_writes_again_are_read_again() {
    let site = base(JOIN).edit("-- public/robots.txt --\nUser-agent: *\n");
    site.write("tools/join.sh", "echo run >> runs.txt; cp runs.txt \"$1/runs.txt\"");
    let (session, _) = start(&site);
    let site = site.remove(".site/steps");
    rebuild(&session, &site, "parts/a.css");
    assert_eq!(session.text("runs.txt").as_deref(), Some("run\nrun\n"));
}

#[test]
fn a_command_gets_only_the_variables_that_it_names() {
    let steps = "\
-- tools/env.sh --
echo \"$COLOUR, $SECRET\" > \"$1/env.txt\"
-- content/site.yaml --
title: Test
base_url: https://example.com/
steps: [{ run: [sh, tools/env.sh, \"{out}\"], env: [COLOUR] }]
";
    let variables = ["COLOUR", "SECRET"].map(|name| (name.to_owned(), format!("{name} value")));
    let site = base(steps).with(|config| config.environment = variables.to_vec());
    let built = site.build().fine().holds("env.txt", "COLOUR value, \n");
    let other = vec![("COLOUR".to_owned(), "green".to_owned())];
    built.then().with(|config| config.environment = other).build().fine().holds("env.txt", "green, \n");
}

#[test]
fn edits_of_what_a_command_reads_reach_the_served_site() {
    let site = base(JOIN).edit("-- public/robots.txt --\nUser-agent: *\n");
    let (session, first) = start(&site);
    assert!(first.external_inputs.contains(&site.path("parts")), "{:?}", first.external_inputs);
    site.write("parts/a.css", "a { color: green }\n");
    rebuild(&session, &site, "parts/a.css");
    assert_eq!(session.text("css/site.css").as_deref(), Some("a { color: green }\n"));
    site.write("content/pages/c.md", "---\ntitle: C\n---\n");
    rebuild(&session, &site, "content/pages/c.md");
    assert_eq!(runs(&site), 2, "a page is not read");
    let site = site.replace("content/site.yaml", "steps:\n  - {", "steps:\n  - { gives: public/more,");
    rebuild(&session, &site, "content/site.yaml");
    assert_eq!((session.text("css/site.css"), session.text("more/css/site.css").is_some()), (None, true));
}

#[test]
fn all_that_a_step_cannot_read_is_reported_at_once() {
    let site = base(JOIN).replace("content/site.yaml", "\"parts/**\"", "\"parts/**\", \"none/**\"");
    for name in ["x.css", "y.css"] {
        std::os::unix::fs::symlink("nowhere", site.path(&format!("parts/{name}"))).expect("a link");
    }
    site.build().mistakes(&["step-reads-nothing", "link-to-nowhere", "link-to-nowhere"]);
}

#[test]
fn the_help_for_a_missing_program_speaks_of_that_program() {
    let help = |program: &str| base(&JOIN.replace("run: [sh,", &format!("run: [{program},"))).build().drawn();
    assert!(help("no-such-program").contains("install `no-such-program`"));
    let drawn = help("tools/none.sh");
    assert!(drawn.contains("write the path from the site's folder on") && !drawn.contains("install"), "{drawn}");
}

/// A style sheet of a step, which imports another one of it and one of `public/`, and names a picture of each.
const BUNDLED: &str = "\
-- tools/style.sh --
mkdir -p \"$1/css/parts\" \"$1/img\"
cat parts/a.css > \"$1/css/parts/made.css\"
echo '<svg xmlns=\"http://www.w3.org/2000/svg\"/>' > \"$1/img/made.svg\"
echo '@import \"./parts/made.css\"; @import \"./parts/own.css\"; p { background: url(../img/made.svg) } i { background: url(../img/own.svg) }' > \"$1/css/site.css\"
-- parts/a.css --
a { color: red }
-- public/css/parts/own.css --
b { color: green }
-- public/img/own.svg --
<svg xmlns=\"http://www.w3.org/2000/svg\"><!-- own --></svg>
-- content/site.yaml --
title: Test
base_url: https://example.com/
assets: { hashed: [], bundles: [css/site.css] }
steps:
  - { run: [sh, tools/style.sh, \"{out}\"], reads: [\"parts/**\", tools/style.sh] }
-- templates/page.html --
<!doctype html>
<html lang=\"en\"><head><title>{{ page.title }}</title><meta name=\"description\" content=\"D\"><link rel=\"stylesheet\" href=\"{{ asset('css/site.css') }}\"></head><body>{{ page.content }}</body></html>
";

#[test]
fn style_sheets_of_steps_are_bundled_with_those_of_public() {
    let site = base(BUNDLED).packages();
    let (session, _) = start(&site);
    let style = |contains: &str| {
        let files = session.memory.files();
        let names: Vec<&String> = files.keys().filter(|path| path.ends_with(".css")).collect();
        assert_eq!(names.len(), 1, "{names:?}");
        let text = session.text(names[0]).expect("a style sheet");
        assert!(text.contains(contains), "{text}");
        text
    };
    let text = style("a{color:red}b{color:green}");
    assert_eq!(text.matches(".svg").count(), 2, "{text}");
    site.write("parts/a.css", "a { color: blue }\n");
    rebuild(&session, &site, "parts/a.css");
    style("a{color:#00f}b{color:green}");
    site.write("public/css/parts/own.css", "b { color: tan }\n");
    rebuild(&session, &site, "public/css/parts/own.css");
    style("b{color:tan}");
    site.build().fine();
}

#[test]
fn a_command_after_the_build_follows_the_pages() {
    let steps = "\
-- tools/count.sh --
find \"$1\" -name index.html | wc -l > \"$2/count.txt\"
-- content/site.yaml --
title: Test
base_url: https://example.com/
steps: [{ run: [sh, tools/count.sh, \"{site}\", \"{out}\"], after: true, gives: public/made }]
-- content/pages/a.md --
---
title: A
---
[How many](/made/count.txt)
";
    let built = base(steps).build().fine().holds("made/count.txt", "2");
    let built = built.then().edit("-- content/pages/b.md --\n---\ntitle: B\n---\n").build().fine();
    let site = built.holds("made/count.txt", "3").then();
    let (session, _) = start(&site);
    assert_eq!(session.text("made/count.txt").as_deref().map(str::trim), Some("3"));
    let site = site.remove("content/pages/b.md");
    rebuild(&session, &site, "content/pages/b.md");
    assert_eq!(session.text("made/count.txt").as_deref().map(str::trim), Some("2"));
    site.write("content/site.yaml", "title: Test\nbase_url: https://example.com/\nlinks: { ignore: [/made/**] }\n");
    rebuild(&session, &site, "content/site.yaml");
    assert_eq!(session.text("made/count.txt"), None);
}

#[test]
fn compressed_files_of_a_command_after_the_build_stay_in_the_cache() {
    let steps = "\
-- parts/long.txt --
LINES
-- content/site.yaml --
title: Test
base_url: https://example.com/
output: { compress: always }
steps: [{ run: [cp, parts/long.txt, \"{out}/long.txt\"], after: true, gives: public/made }]
-- public/other.txt --
More: LINES
";
    let built = base(&steps.replace("LINES", &"A kite wants wind.\n".repeat(100))).build().fine();
    let files = |site: &TestSite| -> BTreeMap<OsString, SystemTime> {
        let folder = std::fs::read_dir(site.path(".site/compressed")).expect("the cache").flatten();
        let files = folder.filter(|file| file.file_name() != "recent");
        files.map(|file| (file.file_name(), file.metadata().expect("its data").modified().expect("a time"))).collect()
    };
    let site = built.then();
    let before = files(&site);
    let site = site.edit(&format!("-- public/other.txt --\n{}", "Another text.\n".repeat(100)));
    let site = site.build().fine().has("made/long.txt.br").then();
    let after = files(&site);
    assert!(before.iter().all(|(name, time)| after.get(name) == Some(time)), "{before:?} {after:?}");
}

#[test]
fn a_command_after_the_build_may_not_write_a_generated_file() {
    let steps = "\
-- content/hosts.yaml --
hosts: [cloudflare]
-- content/site.yaml --
title: Test
base_url: https://example.com/
steps: [{ run: [cp, content/site.yaml, \"{out}/../_headers\"], after: true, gives: public/made }]
";
    let text = base(steps).build().drawn();
    assert!(text.contains("the command writes `_headers`, which is there already"), "{text}");
}

#[test]
fn verifying_finds_a_command_that_reads_more_than_it_says() {
    let site = base(JOIN).replace("content/site.yaml", "\"parts/**\", ", "");
    let built = site.build().fine();
    let site = built.then().edit("-- parts/b.css --\nb { color: blue }\n");
    let ran = site.run(&["build", "--verify"]);
    assert!(ran.status != 0 && ran.errors.contains("step-differs"), "{}{}", ran.out, ran.errors);
    let site = site.replace("content/site.yaml", "reads: [", "reads: [\"parts/**\", ");
    let ran = site.run(&["build", "--verify"]);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.errors);
}
