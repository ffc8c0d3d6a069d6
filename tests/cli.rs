//! The command line: messages, written files, and exit statuses of the program.

use std::process::Command;

use crate::support::{self, Ran, TestSite, base, site};
use site::asset::raster::Format;

/// Asserts that a run ended with this status, and that its output or its errors hold these texts.
#[track_caller]
fn check(ran: &Ran, status: i32, wanted: &[&str]) {
    let all = format!("{}{}", ran.out, ran.errors);
    assert_eq!(ran.status, status, "{all}");
    for text in wanted {
        assert!(all.contains(text), "no {text:?} in:\n{all}");
    }
    assert!(!all.contains("fault of the program"), "{all}");
}

#[track_caller]
fn read(site: &TestSite, path: &str) -> String {
    std::fs::read_to_string(site.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

const COMMANDS: [&str; 11] =
    ["build", "check", "serve", "edit", "new", "init", "add", "schema", "explain", "completions", "manual"];

#[test]
fn every_command_explains_itself_with_an_example() {
    let site = site("");
    let help = site.run(&["--help"]);
    check(&help, 0, &["Examples:", "site build"]);
    for command in COMMANDS {
        assert!(help.out.contains(&format!("\n  {command} ")), "{}", help.out);
        let ran = site.run(&[command, "--help"]);
        check(&ran, 0, &["Usage:", "Example", &format!("  site {command}")]);
        assert_eq!(ran.errors, "", "{command}");
    }
    let listed = help.out.split("Commands:").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap_or_default();
    // `help` is clap's own.
    assert_eq!(listed.trim().lines().count(), COMMANDS.len() + 1, "{listed}");
}

#[test]
fn wrong_usage_ends_with_status_2_and_names_the_argument() {
    let site = base("");
    let check_refusal = |arguments: &[&str], wanted: &[&str]| {
        let ran = site.run(arguments);
        check(&ran, 2, wanted);
        assert_eq!(ran.out, "", "{arguments:?}");
    };
    check_refusal(&[], &["Usage:"]);
    check_refusal(&["biuld"], &["biuld", "build"]);
    check_refusal(&["build", "--drfts"], &["--drfts", "--drafts"]);
    check_refusal(&["build", "--publish", "--drafts"], &["--publish", "--drafts"]);
    check_refusal(&["serve", "--port", "none"], &["--port"]);
    for bad in [
        "example.com",
        "ftp://example.com",
        "https://",
        "https:///x",
        "https://e.com/?q",
        "https://e.com/#x",
        "https://e .com",
        "https://gärten.de/",
    ] {
        check_refusal(&["build", "--base-url", bad], &["--base-url", "https://example.com/docs/"]);
    }
    check_refusal(&["build", "--base-url", "https://e.com/?q"], &["leave out", "`?`"]);
    check_refusal(&["build", "--base-url", "https://gärten.de/"], &["`xn--…`"]);
    check_refusal(&["build", "--base-url", "https://e.com/a b/"], &["`%20`"]);
    check_refusal(&["build", "--base-url", "https:///x"], &["a host"]);
    for bad in ["yesterday", "2025-02-30", "01.06.2025", "2025-06-01T25:00", ""] {
        check_refusal(&["build", "--clock", bad], &["--clock", "2023-06-16"]);
    }
    assert!(!site.path("dist").exists());
}

#[test]
fn completions_of_every_shell_hold_every_command() {
    let site = site("");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ran = site.run(&["completions", shell]);
        check(&ran, 0, &COMMANDS);
        check(&ran, 0, &["base-url"]);
    }
    check(&site.run(&["completions", "cmd"]), 2, &["bash"]);
}

#[test]
fn version_names_the_build() {
    let ran = site("").run(&["--version"]);
    let target = format!("{}-", std::env::consts::ARCH);
    check(&ran, 0, &[env!("CARGO_PKG_VERSION"), &target]);
}

#[test]
fn manual_writes_a_page_for_every_command() {
    let folder = site("");
    check(&folder.run(&["manual", "man"]), 0, &[]);
    assert!(read(&folder, "man/site.1").contains("site\\-build(1)"));
    for command in COMMANDS {
        assert!(read(&folder, &format!("man/site-{command}.1")).contains("NAME"), "{command}");
    }
}

#[test]
fn init_leaves_a_folder_with_files_alone() {
    let site = base("");
    let before = support::read_folder(site.root());
    check(&site.run(&["init", "."]), 1, &["`.` holds files already", "help: give a folder"]);
    check(&site.run(&["init", "content/site.yaml"]), 1, &["content/site.yaml"]);
    assert_eq!(support::read_folder(site.root()), before);
    std::fs::create_dir(site.path("empty")).expect("a folder");
    check(&site.run(&["init", "empty"]), 0, &["site serve --watch --root empty"]);
    check(&site.run(&["init", "my site"]), 0, &["site serve --watch --root \"my site\""]);
}

/// A collection whose schema asks for a field of every kind.
const KITES: &str = "\
-- content/makers/_collection.yaml --
schema: { properties: { name: { type: string } } }
-- content/makers/a-draft.yaml --
draft: true
-- content/makers/2024.yaml --
name: A year
-- content/kites/_collection.yaml --
route: /kites/{slug}/
template: page.html
schema:
  required: [title, summary, flown, seen, maker, size, span, weight, tags, colours, indoor, site, frame]
  properties:
    title: { type: string, description: \"What it is called:\\n# and why\" }
    summary: { type: string, minLength: 5, format: markdown }
    flown: { type: string, format: date }
    seen: { type: string, format: date-time }
    maker: { type: string, reference: makers }
    size: { type: string, enum: [small, large] }
    span: { type: number, exclusiveMinimum: 0.5 }
    weight: { type: integer, minimum: 3 }
    tags: { type: array, items: { type: string } }
    colours: { type: array, minItems: 1, items: { enum: [red, blue] } }
    indoor: { type: boolean }
    site: { type: string, format: uri }
    frame: { required: [wood], properties: { wood: { type: string }, age: { type: integer } } }
    wings: { type: integer }
";

#[test]
fn silenced_diagnostics_are_counted() {
    let rule = "{ name: unknown-key, at: \"content/pages/**\", as: off }";
    let settings = format!("title: Test\nbase_url: https://example.com/\ndiagnostics: [{rule}]\n");
    let site =
        base(&format!("-- content/site.yaml --\n{settings}-- content/pages/a.md --\n---\ntitle: A\nsize: 1\n---\n"));
    for command in ["build", "check"] {
        check(&site.run(&[command, "--strict"]), 0, &["1 diagnostic silenced by `diagnostics` in content/site.yaml"]);
    }
}

#[test]
fn check_lists_what_is_not_translated() {
    let site = base(
        "-- content/site.yaml --\ntitle: Test\nbase_url: https://example.com/\nlanguages: { ta: { untranslated: link }, de: {} }\n\
         pages:\n  - { route: /about/, template: page.html, title: About }\n  - { route: /all/, template: page.html, title: All, languages: all }\n\
         -- content/words.yaml --\nmore: Read more\n-- content/numbers.yaml --\none: 1\nmode: dark\n\
         -- content/menu.yaml --\n- Home\n\
         -- content/pages/a.md --\n---\ntitle: A\n---\n-- content/pages/b.md --\n---\ntitle: B\n---\n\
         -- content/pages/draft.md --\n---\ntitle: D\ndraft: true\n---\n\
         -- content/pages/b.ta.md --\n---\ntitle: B\n---\n\
         -- content/pages/c.md --\n---\ntitle: C\n---\n-- content/pages/c.de.md --\n---\ntitle: C\n---\n\
         -- templates/page.html --\n<!doctype html><html lang=\"{{ site.language }}\"><head><title>{{ page.title }}</title><meta name=\"description\" content=\"D\"></head></html>\n",
    );

    let listed = |ran: &Ran| {
        let lines = ran.out.lines().filter_map(|line| line.strip_prefix("not translated  "));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let expected = [
        "ta  content/menu.yaml",
        "ta  content/pages/a.md",
        "ta  content/pages/c.md",
        "ta  content/pages/home.md",
        "ta  content/site.yaml: /about/",
        "ta  content/words.yaml",
        "de  content/menu.yaml",
        "de  content/words.yaml",
    ];
    assert_eq!(listed(&site.run(&["check"])), expected);
    assert!(listed(&site.run(&["check", "--drafts"])).contains(&"ta  content/pages/draft.md".to_owned()));
    let site = site.edit("-- content/words.de.yaml --\nmore: Mehr lesen\n");
    assert_eq!(listed(&site.run(&["check"])), expected[..7]);
}

#[test]
fn new_makes_an_entry_that_its_schema_accepts() {
    let site = base(KITES);
    let ran = site.run(&["new", "kites", "RedDragon"]);
    check(&ran, 0, &["Made content/kites/RedDragon.md", "draft: true"]);
    let text = read(&site, "content/kites/RedDragon.md");
    assert!(text.starts_with("---\ndraft: true\ntitle: !sample \"Red Dragon\" # What it is called:\n"), "{text}");
    assert!(text.contains("\nmaker: !sample \"2024\"\n"), "{text}");
    assert!(!text.contains("wings"), "only what is required: {text}");
    let ran = site.run(&["build", "--strict", "--drafts"]);
    check(&ran, 0, &["sample values still to be replaced"]);
    assert!(read(&site, "dist/kites/RedDragon/index.html").contains("<h1>Red Dragon</h1>"));

    check(&site.run(&["build", "--publish"]), 0, &[]);
    assert!(!site.path("dist/kites/RedDragon").exists(), "a draft is not published");
    let site = site.replace("content/kites/RedDragon.md", "draft: true\n", "");
    for command in ["build", "check"] {
        let ran = site.run(&[command, "--publish"]);
        check(&ran, 1, &["content/kites/RedDragon.md:2:16", "this is a sample value"]);
    }
    assert!(!site.path("dist/kites/RedDragon").exists());
}

#[test]
fn new_writes_samples_that_fit_and_never_fails_an_ordinary_build() {
    let schema = |code: &str| {
        format!(
            "-- content/parts/_collection.yaml --\nroute: /parts/{{slug}}/\ntemplate: page.html\nschema:\n  required: [title, code, host, size, tags]\n  \
             properties:\n    title: {{ type: string }}\n    code: {{ type: string, pattern: '{code}' }}\n    \
             host: {{ type: string, format: hostname }}\n    size: {{ $ref: '#/$defs/size' }}\n    \
             tags: {{ type: array, minItems: 2, uniqueItems: true, items: {{ enum: [a, b] }} }}\n  \
             $defs: {{ size: {{ type: integer, minimum: 7, multipleOf: 5 }} }}\n"
        )
    };
    let site = base(&schema("^[A-Z]{2}-[0-9]{3,}$"));
    check(&site.run(&["new", "parts", "one"]), 0, &[]);
    check(&site.run(&["build", "--strict", "--drafts"]), 0, &[]);
    // No sample can be made for this pattern.
    let site = base(&schema("^(?!x).*[0-9]$"));
    check(&site.run(&["new", "parts", "one"]), 0, &[]);
    check(&site.run(&["build"]), 0, &["warning[wrong-pattern]", "1 warning"]);
    check(&site.run(&["build", "--drafts"]), 0, &["warning[wrong-pattern]"]);
    check(&site.run(&["check"]), 1, &["error[wrong-pattern]"]);
}

#[test]
fn new_writes_the_kind_of_file_that_its_neighbours_are() {
    let site = base(KITES);
    check(&site.run(&["new", "makers", "ada"]), 0, &["Made content/makers/ada.yaml"]);
    assert_eq!(read(&site, "content/makers/ada.yaml"), "draft: true\n");
    check(&site.run(&["new", "kites", "2025/first"]), 0, &["Made content/kites/2025/first.md"]);
    check(&site.run(&["build", "--strict", "--drafts"]), 0, &[]);
}

#[test]
fn new_leaves_the_language_out_of_the_title() {
    let settings = "title: Test\nbase_url: https://example.com/\nlanguages: { ta: {} }\n";
    let site = base(&format!("{KITES}-- content/site.yaml --\n{settings}"));
    check(&site.run(&["new", "kites", "RedDragon.ta"]), 0, &["Made content/kites/RedDragon.ta.md"]);
    assert!(read(&site, "content/kites/RedDragon.ta.md").contains("title: !sample \"Red Dragon\""));
}

#[test]
fn new_copies_the_original_into_a_translation() {
    let settings = "title: Test\nbase_url: https://example.com/\nlanguages: { en: {}, ta: {} }\n";
    let site = base(&format!(
        "-- content/site.yaml --\n{settings}-- content/notes/_collection.yaml --\nroute: /notes/{{slug}}/\ntemplate: page.html\n\
         schema: {{ required: [title], properties: {{ title: {{ type: string }} }} }}\n\
         -- content/notes/a.md --\n---\n# Kites\ntitle: A\ndraft: false\n---\nWind.\n\
         -- content/notes/trip/index.md --\n---\ntitle: Trip\n---\n\n---\ndraft: text\n\
         -- content/notes/b.yaml --\n---\ntitle: B\n\"draft\": false\n\
         -- content/notes/c.md --\nWind.\n\
         -- content/notes/d.yaml --\n{{ aliases: [/old/], \"route\": /d/, title: D }}\n\
         -- content/notes/e.yaml --\naliases:\n  - /former/\ntitle: E\n"
    ));
    for (slug, file, expected) in [
        ("a.ta", "a.ta.md", "---\n# Kites\ntitle: A\ndraft: true\n---\nWind.\n"),
        ("trip/index.ta", "trip/index.ta.md", "---\ndraft: true\ntitle: Trip\n---\n\n---\ndraft: text\n"),
        ("b.ta", "b.ta.yaml", "---\ntitle: B\n\"draft\": true\n"),
        ("c.ta", "c.ta.md", "---\ndraft: true\n---\nWind.\n"),
        ("d.ta", "d.ta.yaml", "{ draft: true, \"route\": /ta/d/, title: D }\n"),
        ("e.ta", "e.ta.yaml", "draft: true\ntitle: E\n"),
    ] {
        let ran = site.run(&["new", "notes", slug]);
        let original = format!("content/notes/{}", file.replace(".ta.", "."));
        check(&ran, 0, &[&format!("Made content/notes/{file}: translate what it copies from {original}")]);
        assert_eq!(read(&site, &format!("content/notes/{file}")), expected);
    }
}

#[test]
fn new_puts_a_route_below_the_prefix_of_the_language() {
    let settings = "title: Test\nbase_url: https://example.com/\nlanguages: { ta: { prefix: /tamil/ } }\n";
    let site = base(&format!(
        "-- content/site.yaml --\n{settings}-- content/notes/_collection.yaml --\nroute: /notes/{{slug}}/\ntemplate: page.html\n\
         schema: {{ required: [title, route], properties: {{ title: {{ type: string }} }} }}\n"
    ));
    for (slug, route) in [
        ("about", "/about/"),
        ("about.ta", "/tamil/about/"),
        ("2025/trip/index", "/2025/trip/"),
        ("2025/trip/index.ta", "/tamil/2025/trip/"),
        ("index", "/index/"),
    ] {
        check(&site.run(&["new", "notes", slug]), 0, &[]);
        let text = read(&site, &format!("content/notes/{slug}.md"));
        assert!(text.contains(&format!("route: \"{route}\"")), "{slug}: {text}");
    }
}

#[test]
fn new_uses_the_dates_that_every_entry_may_have() {
    let site = base(KITES).edit(
        "-- content/notes/_collection.yaml --\nroute: /notes/{slug}/\ntemplate: page.html\n\
         schema: { required: [title, date, draft], properties: { title: { type: string } } }\n",
    );
    check(&site.run(&["new", "notes", "a"]), 0, &[]);
    check(&site.run(&["build", "--strict", "--drafts"]), 0, &[]);
}

#[test]
fn new_writes_fields_of_combined_schemas_and_quotes_their_names() {
    let site = base(KITES).edit(
        "-- content/parts/_collection.yaml --\nschema:\n  allOf:\n    - required: ['@id', size]\n      \
         properties: { '@id': { type: string }, size: { type: integer, description: In metres. } }\n\
         -- content/parts/tail.yaml --\n'@id': a\nsize: 1\n",
    );
    check(&site.run(&["new", "parts", "spar"]), 0, &[]);
    let expected = "draft: true\n\"@id\": !sample \"…\"\nsize: !sample 0 # In metres.\n";
    assert_eq!(read(&site, "content/parts/spar.yaml"), expected);
    check(&site.run(&["build", "--drafts"]), 0, &[]);
}

#[test]
fn new_refuses_unknown_collections_taken_names_and_invalid_ones() {
    let site = base(KITES);
    let before = support::read_folder(site.root());
    check(&site.run(&["new", "kite", "a"]), 1, &["there is no collection `kite`", "did you mean `kites`?"]);
    check(&site.run(&["new", "songs", "a"]), 1, &["the collections are: kites, makers, pages"]);
    check(&site.run(&["new", "pages", "home"]), 1, &["there is an entry `home` in `pages` already"]);
    check(&site.run(&["new", "makers", "2024"]), 1, &["already"]);
    for slug in
        ["", ".hidden", "_collection", "/a", "a/", "a//b", "../a", "a b", "a?", "a#b", "a\\b", "a.md", "a~", "a\nb"]
    {
        check(&site.run(&["new", "kites", slug]), 1, &["can't be the name of an entry", "help: use letters"]);
    }
    for slug in ["con", "2025/Aux", "nul.ta", "a*", "a."] {
        check(&site.run(&["new", "kites", slug]), 1, &["can't be the name of an entry", "Windows refuses it"]);
    }
    check(&site.run(&["new", "kites"]), 2, &["<SLUG>"]);
    assert_eq!(support::read_folder(site.root()), before);
    let empty = support::site("");
    check(&empty.run(&["new", "kites", "a"]), 1, &["site init"]);
}

#[test]
fn new_refuses_the_name_of_a_bundle() {
    let site = base(KITES).edit("-- content/makers/ada/index.yaml --\nname: Ada\n");
    check(&site.run(&["new", "makers", "ada"]), 1, &["there is an entry `ada` in `makers` already"]);
    assert!(!site.path("content/makers/ada.yaml").exists());
}

#[test]
fn new_refuses_the_names_of_entries_that_cannot_be_read() {
    let site = base(KITES).edit(
        "-- content/makers/ada/index.yaml --\nname: [\n-- content/makers/ben.md --\n---\nname: [\n---\n\
         -- content/makers.yaml --\nnumber: 1\n",
    );
    std::fs::create_dir(site.path("content/makers/cleo")).expect("a folder");
    std::fs::write(site.path("content/makers/cleo/index.yaml"), b"name: \xe9\n").expect("written");
    for slug in ["ada", "ben", "cleo"] {
        check(&site.run(&["new", "makers", slug]), 1, &[&format!("there is an entry `{slug}` in `makers` already")]);
    }
    check(&site.run(&["new", "makers", "README"]), 0, &["Made content/makers/README.yaml"]);
}

#[test]
fn new_writes_the_time_that_a_schema_requires() {
    let site = base(KITES).edit(
        "-- content/flights/_collection.yaml --\nschema:\n  required: [start, end, day]\n  properties:\n    \
         start: { $ref: '#/$defs/moment' }\n    end: { allOf: [{ $ref: '#/$defs/moment' }] }\n    \
         day: { type: string, format: date }\n  $defs: { moment: { type: string, format: date-time } }\n\
         -- content/flights/first.yaml --\nstart: 2025-06-01T10:00\nend: 2025-06-01T11:00\nday: 2025-06-01\n",
    );
    check(&site.run(&["new", "flights", "second"]), 0, &[]);
    let text = read(&site, "content/flights/second.yaml");
    let has_time = |field: &str| text.lines().any(|line| line.starts_with(field) && line.contains('T'));
    assert_eq!(["start: ", "end: ", "day: "].map(has_time), [true, true, false], "{text}");
    check(&site.run(&["build", "--drafts"]), 0, &[]);
}

#[test]
fn schema_writes_a_json_schema_for_each_collection_and_file_once() {
    let site = base(KITES).edit("-- content/menu.yaml --\na: 1\n");
    check(&site.run(&["schema"]), 0, &["wrote .site/schemas/kites.schema.json"]);
    let names: Vec<String> = support::read_folder(&site.path(".site/schemas")).into_keys().collect();
    let expected =
        ["_collection", "hosts", "kites", "makers", "menu", "pages", "site"].map(|name| format!("{name}.schema.json"));
    assert_eq!(names, expected);
    let kites: serde_json::Value = serde_json::from_str(&read(&site, ".site/schemas/kites.schema.json")).expect("JSON");
    assert_eq!(kites["properties"]["size"]["enum"][1], "large");
    assert_eq!(kites["properties"]["draft"]["type"], "boolean", "the keys that every entry may have are in it");
    assert!(!site.path("islands").exists());
    check(&site.run(&["schema", "--check"]), 0, &[]);
    let again = site.run(&["schema"]);
    assert_eq!((again.status, again.out.as_str()), (0, ""), "nothing to write");
}

#[test]
fn schema_keeps_collections_and_files_of_the_same_name_apart() {
    let site = base(
        "-- content/team/_collection.yaml --\nschema: { properties: { name: { type: string } } }\n\
         -- content/team.yaml --\nsize: 1\n\
         -- content/team.schema.yaml --\nproperties: { size: { type: integer } }\n\
         -- content/site/_collection.yaml --\nschema: { properties: { plan: { type: string } } }\n",
    );
    check(&site.run(&["schema"]), 0, &[]);
    for (name, field) in [("team", "name"), ("team.file", "size"), ("site", "plan"), ("site.file", "base_url")] {
        let schema = read(&site, &format!(".site/schemas/{name}.schema.json"));
        let schema: serde_json::Value = serde_json::from_str(&schema).expect("JSON");
        assert!(schema["properties"][field].is_object(), "{name}: {schema}");
    }
}

#[test]
fn schema_writes_the_schemas_of_entries_into_folders() {
    let site = base(
        "-- content/pages/home.yaml --\ntitle: Home\n\
         -- content/pages/home.schema.yaml --\nproperties: { own: { type: string } }\n\
         -- content/pages-home/_collection.yaml --\nschema: { properties: { other: { type: string } } }\n",
    );
    let written = ["wrote .site/schemas/pages/home.schema.json", "wrote .site/schemas/pages-home.schema.json"];
    check(&site.run(&["schema"]), 0, &written);
    assert!(read(&site, ".site/schemas/pages/home.schema.json").contains("\"own\""));
}

#[test]
fn schema_reports_and_writes_outdated_types_of_islands() {
    let site = base(KITES).edit("-- islands/Kite.tsx --\nexport default () => null;\n");
    check(&site.run(&["schema", "--check"]), 1, &["islands/content.d.ts", "run `site schema`"]);
    check(&site.run(&["schema"]), 0, &["wrote islands/content.d.ts"]);
    let types = read(&site, "islands/content.d.ts");
    assert!(types.contains("size: \"small\" | \"large\""), "{types}");
    check(&site.run(&["schema", "--check"]), 0, &[]);
    assert!(!site.path("islands/props.d.ts").exists(), "no island has props");
    let site = site.edit("-- islands/Kite.props.yaml --\nproperties: { wings: { type: integer } }\n");
    check(&site.run(&["schema", "--check"]), 1, &["islands/props.d.ts", "run `site schema`"]);
    check(&site.run(&["schema"]), 0, &["wrote islands/props.d.ts"]);
    assert!(read(&site, "islands/props.d.ts").contains("wings?: number"));
    let site = site.replace("content/kites/_collection.yaml", "[small, large]", "[small, huge]");
    check(&site.run(&["schema", "--check"]), 1, &["does not say what the schemas say"]);
    assert_eq!(read(&site, "islands/content.d.ts"), types, "--check writes nothing");
    let site = site.replace("content/kites/_collection.yaml", "type: boolean", "type: bool");
    check(&site.run(&["schema"]), 1, &["content/kites/_collection.yaml:", "did you mean `boolean`?"]);
    assert_eq!(read(&site, "islands/content.d.ts"), types, "mistakes write nothing");
}

#[test]
fn a_build_ends_with_one_line_about_it() {
    let site = base("-- public/a.txt --\nx\n");
    let ran = site.run(&["build"]);
    check(&ran, 0, &["Built 1 page and 1 file (", "2 written, 0 unchanged, 0 removed"]);
    assert_eq!((ran.out.lines().count(), ran.errors.as_str()), (1, ""));
    check(&site.run(&["build"]), 0, &["0 written, 2 unchanged, 0 removed"]);
    let site = site.remove("public/a.txt");
    check(&site.run(&["build"]), 0, &["Built 1 page and 0 files (", "0 written, 1 unchanged, 1 removed"]);
}

#[test]
fn mistakes_are_counted_and_nothing_is_written() {
    let site = base("").replace("content/pages/home.md", "title:", "titel:");
    check(
        &site.run(&["build"]),
        1,
        &["content/pages/home.md:2:1", "did you mean `title`?", "1 error; nothing was written"],
    );
    check(&site.run(&["check"]), 1, &["1 error; nothing was written"]);
    let ran = site.run(&["check", "--json"]);
    assert_eq!((ran.status, ran.errors.as_str()), (1, ""));
    let objects: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect();
    assert_eq!(objects.last().map(|last| last["summary"]["errors"].clone()), Some(1.into()), "{}", ran.out);
    assert_eq!(objects.len(), 2);
}

#[test]
fn a_build_that_cannot_begin_prints_a_summary_too() {
    let site = base("");
    for arguments in [["--out", "content"], ["--root", "missing"]] {
        let ran = site.run(&["build", "--json", arguments[0], arguments[1]]);
        assert_eq!((ran.status, ran.errors.as_str()), (1, ""));
        let last: serde_json::Value = ran.out.lines().last().and_then(|l| serde_json::from_str(l).ok()).expect("JSON");
        assert_eq!((&last["summary"]["errors"], &last["output"]), (&1.into(), &serde_json::Value::Null));
    }
    check(&site.run(&["build", "--out", "content"]), 1, &["output-not-ours", "1 error; content is as it was"]);
}

#[test]
fn warnings_fail_with_strict_only() {
    let site = base(
        "-- templates/page.html --\n<!doctype html>\n<html lang=\"en\"><head><title>T</title></head><body><h1>T</h1></body></html>\n",
    );
    let ran = site.run(&["build"]);
    check(&ran, 0, &["1 warning to look at"]);
    assert!(ran.errors.starts_with("warning["), "{}", ran.errors);
    check(&site.run(&["build", "--strict", "--out", "other"]), 1, &["1 warning; nothing was written"]);
    assert!(!site.path("other/index.html").exists());
    check(&site.run(&["check"]), 0, &["no errors"]);
    check(&site.run(&["check", "--strict"]), 1, &["1 warning; nothing was written"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_report_that_cannot_be_printed_is_a_failure() {
    let site = base("");
    let commands = [&["build", "--json"][..], &["check"], &["completions", "bash"], &["explain", "bad-name"]];
    for arguments in commands {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("a device");
        let ran =
            Command::new(env!("CARGO_BIN_EXE_site")).args(arguments).current_dir(site.root()).stdout(full).output();
        let ran = ran.expect("the program to start");
        let errors = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.code() == Some(1) && errors.contains("can't be written to standard output"), "{errors}");
    }
}

#[test]
fn options_set_folders_the_time_drafts_and_the_base_url() {
    let site = base(
        "-- content/pages/later.md --\n---\ntitle: Later\ndate: 2030-01-02\n---\n[home](/)\n\
         -- content/pages/draft.md --\n---\ntitle: Draft\ndraft: true\n---\n",
    );
    check(&site.run(&["build", "--out", "some/where"]), 0, &["Built 1 page", "into some/where"]);
    assert!(site.path("some/where/index.html").exists() && !site.path("dist").exists());
    check(&site.run(&["build", "--clock", "2030-01-01T23:59"]), 0, &["Built 1 page"]);
    check(&site.run(&["build", "--clock", "2030-01-02"]), 0, &["Built 2 pages"]);
    check(&site.run(&["build", "--drafts"]), 0, &["Built 3 pages"]);
    check(&site.run(&["build", "--drafts", "--base-url", "http://localhost:8080/any/path"]), 0, &[]);
    assert!(read(&site, "dist/later/index.html").contains("<a href=\"/any/path/\">home</a>"));
    check(&site.run(&["build", "--drafts", "--base-url", "HTTPS://Kites.Example/Any/"]), 0, &[]);
    assert!(read(&site, "dist/later/index.html").contains("<a href=\"/Any/\">home</a>"));
    let ran = site.run(&["build", "--timings"]);
    let stages = ["read", "templates", "content", "plan", "pages", "island state", "links"];
    check(&ran, 0, &stages);
    check(&site.run(&["check", "--verify"]), 2, &["unexpected argument '--verify'"]);
    for stage in stages {
        let line = ran.out.lines().find(|line| line.trim_start().starts_with(&format!("{stage} ")));
        assert!(line.is_some_and(|line| line.len() == 22 && line.ends_with(" ms")), "{}", ran.out);
    }
    let outside = support::site("");
    let root = site.root().to_string_lossy();
    check(&outside.run(&["build", "--root", &root]), 0, &["Built 1 page"]);
    assert!(!outside.path("dist").exists());
    check(&support::site("").run(&["build", "--root", &root, "--out", "."]), 0, &["Built 1 page", "into . in"]);
}

#[test]
fn a_folder_without_a_site_is_reported() {
    let site = site("-- notes.txt --\nx\n");
    for command in ["build", "check", "schema"] {
        check(&site.run(&[command]), 1, &["content/site.yaml"]);
    }
}

#[test]
fn verify_reports_wrong_files_in_the_cache() {
    let site = base(
        "-- content/site.yaml --\ntitle: Test\nbase_url: https://example.com/\nimages: { widths: [20], formats: [webp] }\n\
         -- templates/page.html --\n<!doctype html>\n<html lang=\"en\"><head><title>{{ page.title }}</title>\
         <meta name=\"description\" content=\"A page\"></head>\n<body>{{ picture(\"kite.png\", alt=\"A kite\") }}\n\
         {{ page.content }}</body></html>\n",
    );
    site.write("public/kite.png", support::photo::photo(40, 20, Format::Png, |_, _| [200, 90, 20]));
    check(&site.run(&["build", "--verify"]), 0, &[]);
    let kept: Vec<_> = std::fs::read_dir(site.path(".site/derived")).expect("the cache").flatten().collect();
    let pictures =
        kept.iter().map(std::fs::DirEntry::path).filter(|path| path.extension().is_some_and(|e| e == "webp"));
    // With a valid digest, as if the key had been wrong: a damaged file would be made again.
    let changed = pictures
        .map(|path| {
            let key = path.file_name().expect("a name").to_string_lossy().into_owned();
            site::fs::write_sealed(&path, &key, b"no picture").expect("written");
        })
        .count();
    assert_eq!(changed, 1);
    std::fs::remove_dir_all(site.path("dist")).expect("removed");
    check(
        &site.run(&["build", "--verify"]),
        1,
        &["not-as-clean", "made/kite-20", "is not what a clean build gives", "`.site`"],
    );
    std::fs::remove_dir_all(site.path(".site")).expect("removed");
    check(&site.run(&["build", "--verify"]), 0, &[]);
    let left: Vec<_> =
        std::fs::read_dir(site.path(".site")).expect("the cache").flatten().map(|e| e.file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().starts_with("verify")), "{left:?}");
}

#[test]
fn explain_suggests_names_for_missing_files_and_pages() {
    let site = base("-- content/pages/hello.md --\n---\ntitle: Hello\n---\nText.\n");
    check(&site.run(&["explain", "content/pages/hello.md"]), 0, &["its page is /hello/"]);
    for (what, meant) in [("content/pages/helo.md", "content/pages/hello.md"), ("/helo/", "/hello/")] {
        let ran = site.run(&["explain", what]);
        check(&ran, 1, &[]);
        for words in ["nothing-to-explain", what, &format!("did you mean `{meant}`?")] {
            assert!(ran.errors.contains(words), "{}", ran.errors);
        }
    }
}

#[test]
fn explain_names_the_pages_that_list_the_section_of_an_entry() {
    let site = base(
        "-- content/makers/_collection.yaml --\nschema: { properties: { name: { type: string } } }\n\
         -- content/makers/old/_index.md --\n---\nname: Old\n---\n\
         -- content/makers/old/ada.yaml --\nname: Ada\n\
         -- content/makers/old/ben.yaml --\nname: Ben\n\
         -- templates/page.html --\n<!doctype html>\n<html lang=\"en\"><head><title>{{ page.title }}</title>\
         <meta name=\"description\" content=\"A page\"></head>\n<body><h1>{{ page.title }}</h1>\
         {% for maker in collection(\"makers/old\", limit=1) %}<p>{{ maker.name }}</p>{% endfor %}{{ page.content }}\
         </body></html>\n",
    );
    for file in ["content/makers/old/ben.yaml", "content/makers/_collection.yaml"] {
        check(&site.run(&["explain", file]), 0, &["1 page was made from it:"]);
    }
}

#[test]
fn explain_names_the_data_file_in_the_language_of_the_page() {
    let site = base(
        "-- content/site.yaml --\ntitle: Test\nbase_url: https://example.com/\nlanguages: { ta: {} }\n\
         -- content/words.yaml --\nmore: More\n\
         -- content/words.ta.yaml --\nmore: Melum\n\
         -- content/pages/hello.ta.md --\n---\ntitle: Hello\n---\n\
         -- templates/page.html --\n<!doctype html>\n<html lang=\"en\"><head><title>{{ page.title }}</title>\
         <meta name=\"description\" content=\"A page\"></head>\n<body><h1>{{ data.words.more }}</h1></body></html>\n",
    );
    check(&site.run(&["explain", "/ta/hello/"]), 0, &["content/words.ta.yaml"]);
    check(&site.run(&["explain", "content/words.ta.yaml"]), 0, &["1 page was made from it:", "/ta/hello/"]);
}

#[test]
fn explain_names_all_pages_that_read_a_file_and_no_others() {
    let site = base(
        "-- content/makers/_collection.yaml --\nschema: { properties: { name: { type: string } } }\n\
         -- content/makers/ada.yaml --\nname: Ada\n\
         -- content/makers/notes.yml --\nname: Nobody\n\
         -- content/pages/deep.md --\n---\ntitle: Deep\n---\n<Nope />\n\
         -- content/pages/later.md --\n---\ntitle: Later\ndate: 2030-01-02\n---\n\
         -- templates/page.html --\n<!doctype html>\n<html lang=\"en\"><head><title>{{ page.title }}</title>\
         <meta name=\"description\" content=\"A page\"></head>\n<body><h1>{{ page.title }}</h1>\
         {% for maker in collection(\"makers\") %}<p>{{ maker.name }}</p>{% endfor %}{{ page.content }}</body></html>\n",
    );
    check(&site.run(&["explain", "templates/page.html"]), 0, &["2 pages were made from it:", "/deep/"]);
    check(&site.run(&["explain", "/deep/"]), 0, &["It has mistakes", "templates/page.html"]);
    check(&site.run(&["explain", "content/makers/ada.yaml"]), 0, &["2 pages were made from it:"]);
    check(&site.run(&["explain", "content/makers/_collection.yaml"]), 0, &["2 pages were made from it:"]);
    check(&site.run(&["explain", "content/makers/notes.yml"]), 0, &["nothing reads it", "No page was made from it"]);
    check(&site.run(&["explain", "content/pages/later.md"]), 0, &["it has no page: its date is yet to come"]);
    check(&site.run(&["explain", "--clock", "2030-01-02", "content/pages/later.md"]), 0, &["its page is /later/"]);
    let site = site.replace("content/makers/_collection.yaml", "schema:", "route: /makers/{slug}/\nschema:");
    let reason = "it has no page: neither it nor content/makers/_collection.yaml has a `template`";
    check(&site.run(&["explain", "content/makers/ada.yaml"]), 0, &[reason]);
}

#[test]
fn explain_names_files_that_exist() {
    let site = base(
        "-- content/makers/_collection.yaml --\nschema: { properties: { name: { type: string } } }\n\
         -- content/makers/old/_index.md --\n---\nname: Old\n---\n\
         -- content/makers/old/ada.yaml --\nname: Ada\n\
         -- content/pages/hello.md --\n---\ntitle: Hello\n---\n\
         -- content/pages/linking.md --\n---\ntitle: Linking\n---\n[Hello](/hello)\n\
         -- templates/page.html --\n<!doctype html>\n<html lang=\"en\"><head><title>{{ page.title }}</title>\
         <meta name=\"description\" content=\"A page\"></head>\n<body><h1>{{ page.title }}</h1>\
         {% for maker in collection(\"makers/old\", sort=\"name\") %}<p>{{ maker.name }}</p>{% endfor %}{{ page.content }}\
         </body></html>\n",
    );
    let ran = site.run(&["explain", "/linking/"]);
    check(&ran, 0, &["content/makers/_collection.yaml", "whether there is a field `name`", "content/pages/hello.md"]);
    for absent in ["content/makers/old/_collection.yaml", "where /hello leads"] {
        assert!(!ran.out.contains(absent), "{}", ran.out);
    }
}
