//! Tests of the index: words, sections, and what the browser's engine finds with it.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rquickjs::{CatchResultExt, Context, Module, Runtime};

use super::{PageWords, SearchSettings, Selector, browser_files, build_index, for_each_word};
use crate::html::{Token, scan};

fn words_of(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for_each_word(text, |word| found.push(word.to_owned()));
    found
}

#[test]
fn words_are_compared_without_case_and_accents() {
    let check = |text: &str, expected: &str| assert_eq!(words_of(text).join(" "), expected, "{text}");
    check("Install it: `data-no_search`, 1.91!", "install it data no search 1 91");
    check("Größe STRASSE Straße Ärger naïve Łódź Øre", "grosse strasse strasse arger naive lodz ore");
    check("Ελλάδα ΣΟΦΟΣ σοφός Ёлка Київ", "ελλαδα σοφοσ σοφοσ елка киів");
    check("ﬁne ½ Ⅷ ｆｕｌｌ", "fine 1 2 viii full");
    check("co\u{ad}operate don't", "cooperate don t");
    check(&"x".repeat(41), "");
}

#[test]
fn scripts_keep_their_marks() {
    let check = |text: &str, expected: &str| assert_eq!(words_of(text).join(" "), expected, "{text}");
    check("கடலில் மழை", "கடலில் மழை");
    check("हिन्दी में", "हिन्दी में");
    check("한국어 문서", "한국어 문서");
    check("שָׁלוֹם", "שָׁלוֹם");
}

#[test]
fn arabic_letters_are_compared_as_they_are_typed() {
    let check = |text: &str, expected: &str| assert_eq!(words_of(text).join(" "), expected, "{text}");
    check("أمسية إسلام آخر ٱسم", "امسيه اسلام اخر اسم");
    check("مُحَمَّد مـــحمد على مؤتمر", "محمد محمد علي موتمر");
    check("کتاب‌های فارسی", "كتابهاي فارسي");
}

#[test]
fn digits_of_all_scripts_are_the_same() {
    let check = |text: &str, expected: &str| assert_eq!(words_of(text).join(" "), expected, "{text}");
    check("٢٠٢٥ ۲۰۲۵ २०२५ ௨௦௨௫ ๒๐๒๕ ２０２５ ១៩", "2025 2025 2025 2025 2025 2025 19");
    check("ที่๒", "ที่ 2");
}

#[test]
fn words_without_spaces_are_pairs_of_characters() {
    let check = |text: &str, expected: &str| assert_eq!(words_of(text).join(" "), expected, "{text}");
    check("東京都", "東京 京都 都");
    check("検索2024年API", "検索 索 2024 年 api");
    check("ガイド", "ガイ イド ド");
    check("ที่นี่", "ที่นี่ นี่");
}

/// Returns the title of a page, and the words of each section. A word of a heading begins with `#`, and a word of the
/// title with `!`.
fn sections(html: &str, settings: &SearchSettings) -> Option<(String, Vec<String>)> {
    let page = PageWords::collect(html, settings)?;
    let mut sections = vec![Vec::new(); page.section_count as usize];
    for (word, occurrences) in page.iter() {
        for found in occurrences {
            sections[found.section as usize]
                .push(format!("{}{word}", ["", "", "", "#", "!"][usize::from(found.weight)]));
        }
    }
    Some((page.title, sections.into_iter().map(|words| words.join(" ")).collect()))
}

fn check_sections(html: &str, settings: &SearchSettings, title: &str, expected: &[&str]) {
    let (found, sections) = sections(html, settings).expect("a page that is searched");
    assert_eq!((found.as_str(), sections), (title, expected.iter().map(|&text| text.to_owned()).collect()), "{html}");
}

#[test]
fn a_section_begins_at_each_heading_with_an_id() {
    check_sections(
        "<html lang=en><head><title>T | Site</title></head><body><nav>Menu</nav><main><h1 id=t>My  <em>T</em></h1><p>Intro</p>
        <h2 id=a>First <a href=#>part</a></h2>a<p>b<b>c</b><h3>No id</h3>d<h2 id=b>Next</h2>e</main><footer>f</footer>",
        &SearchSettings::default(),
        "My T",
        &["intro !my !t", "a bc d #first #id #no #part", "e #next"],
    );
}

#[test]
fn a_main_in_a_template_is_not_that_of_the_page() {
    check_sections("<title>T</title><template><main>a</main></template>b", &SearchSettings::default(), "T", &["b !t"]);
}

#[test]
fn the_settings_say_what_is_searched() {
    let settings = SearchSettings {
        within: Some(".text".to_owned()),
        leave_out: vec!["nav".to_owned(), "[data-x=y]".to_owned()],
        ..SearchSettings::default()
    };
    check_sections(
        "<title>T</title><p>no</p><div class='a text'>yes<nav>no<nav>no</nav></nav><p data-x=y>no</p><p data-x=z>too</div>no<p class=text>more",
        &settings,
        "T",
        &["more !t too yes"],
    );
    assert_eq!(sections("<title>T</title><main>no</main>", &settings), None);
}

#[test]
fn a_page_without_main_is_searched_as_a_whole() {
    let settings = SearchSettings::default();
    check_sections("<html><title>T</title><script>no</script><p>a<template>no</template>", &settings, "T", &["a !t"]);
    check_sections("<!doctype html><title>T</title><p>a", &settings, "T", &["a !t"]);
    assert_eq!(sections("<html><meta name=robots content='NoIndex'><main>a</main>", &settings), None);
}

#[test]
fn selectors_are_those_of_one_element() {
    let count = |selector: &str| {
        let selector = Selector::parse(selector).expect(selector);
        let mut count = 0;
        scan("<p id=a class='b c' data-d=e></p><P class=c></P><div data-d='f g'></div>", |token| {
            count += usize::from(matches!(token, Token::Start(tag) if selector.matches(tag)));
        });
        count
    };
    for (selector, expected) in [
        ("p", 2),
        ("#a", 1),
        (".c", 2),
        (".b.c", 1),
        ("p.b#a[data-d=e]", 1),
        ("[data-d]", 2),
        ("[data-d='f g']", 1),
        ("[data-d='2']", 0),
        ("div.c", 0),
    ] {
        assert_eq!(count(selector), expected, "{selector}");
    }
    for text in [
        "", "a b", "a,b", "a > b", "*", ".", "#", "[", "[]", "[a", "[a=]", "[a=b c]", ":hover", "a:b", "..a", "[a]é",
        "#a#b", ".2a", "#-2", "-", "[2a]", "[a=2]",
    ] {
        assert_eq!(Selector::parse(text), None, "{text}");
    }
}

/// The script of the tests, which is added at the end of the engine's script.
const HARNESS: &str = r#"
globalThis.wordsOf = (text) => words(text).join(" ");
globalThis.find = (files, query) => {
    const index = new SearchIndex(JSON.parse(files["search/en.json"]), async (name) => files[`search/en/${name}`]);
    globalThis.titles = index.titles(query).results.map(({ page }) => page.url).join(" ");
    globalThis.found = undefined;
    index.find(query).then(
        ({ results }) => (globalThis.found = results.map(({ page, section }) => `${page.url}${section}`).join(" ")),
        (error) => (globalThis.found = String(error)),
    );
};
"#;

/// Runs `work` with the browser's engine.
fn with_engine<T>(work: impl FnOnce(&rquickjs::Ctx<'_>) -> T) -> T {
    let runtime = Runtime::new().expect("a runtime");
    let context = Context::full(&runtime).expect("a context");
    let engine = include_str!("browser/engine.js");
    let script = engine.replace("\nexport ", "\n") + HARNESS;
    context.with(|ctx| {
        let module = Module::evaluate(ctx.clone(), "engine", script).catch(&ctx).expect("the engine");
        module.finish::<()>().catch(&ctx).expect("the engine");
        work(&ctx)
    })
}

/// Returns what a query finds, as URLs with the numbers of sections, and the pages that titles alone give.
fn find(pages: &[(&str, &str)], query: &str) -> (String, String) {
    let settings = SearchSettings::default();
    let collect =
        |text: &str| PageWords::collect(&format!("<html lang=en><main>{text}</main>"), &settings).expect("words");
    let pages: Vec<(&str, PageWords)> = pages.iter().map(|(url, text)| (*url, collect(text))).collect();
    let files = build_index(pages.iter().map(|(url, words)| (*url, words)), &settings);
    let files: BTreeMap<String, String> = files.into_iter().map(|file| (file.path, file.text)).collect();
    with_engine(|ctx| {
        let files = ctx.json_parse(serde_json::to_string(&files).expect("JSON")).expect("JSON");
        let find: rquickjs::Function = ctx.globals().get("find").expect("the function");
        find.call::<_, ()>((files, query)).catch(ctx).expect("a query");
        while ctx.execute_pending_job() {}
        (ctx.globals().get("found").expect("results"), ctx.globals().get("titles").expect("titles"))
    })
}

const PAGES: &[(&str, &str)] = &[
    ("a/", "<h1>Kites</h1><p>Lines and wind.</p><h2 id=b>Building</h2><p>You install the spars, 東京都で検索.</p>"),
    ("b/", "<h1>Install</h1><p>Get the program. A Versicherungsvertrag is not needed.</p>"),
    (
        "c/",
        "<h1>Wind</h1><p>Häuser am Meer. Install a kite, install it again.</p><h2 id=x>கடல்</h2><p>கடலில் மழை பெய்தது.</p>",
    ),
];

#[test]
fn titles_come_first_and_need_no_request() {
    assert_eq!(find(PAGES, "wind"), ("c/0 a/0".to_owned(), "c/".to_owned()));
    assert_eq!(find(PAGES, "Install"), ("b/0 c/0 a/1".to_owned(), "b/".to_owned()));
    assert_eq!(find(PAGES, "  "), (String::new(), String::new()));
}

#[test]
fn beginnings_endings_and_slips_are_found() {
    let check = |query: &str, expected: &str| assert_eq!(find(PAGES, query).0, expected, "{query}");
    check("inst", "b/0 c/0 a/1");
    check("installing", "b/0 c/0 a/1");
    check("isntall", "b/0 c/0 a/1");
    check("instll", "b/0 c/0 a/1");
    check("buildign", "a/1");
    check("haus", "c/0");
    check("HÄUSER", "c/0");
    check("haeuser", "c/0");
    check("vertrag", "b/0");
    check("zebra", "");
}

#[test]
fn all_words_of_a_query_are_on_a_page_if_one_has_them() {
    let check = |query: &str, expected: &str| assert_eq!(find(PAGES, query).0, expected, "{query}");
    check("wind install", "c/0 a/0");
    check("program zebra", "b/0");
}

#[test]
fn tamil_chinese_and_german_are_found() {
    let check = |query: &str, expected: &str| assert_eq!(find(PAGES, query).0, expected, "{query}");
    check("கடல்", "c/1");
    check("கடலை", "c/1");
    check("மழை", "c/1");
    check("東京", "a/1");
    check("京都検索", "a/1");
    check("検", "a/1");
    check("hauser meer", "c/0");
}

#[test]
fn common_words_neither_fill_the_index_nor_hide_pages() {
    let texts: Vec<(String, String)> = (0..40)
        .map(|n| {
            (
                format!("p{n}/"),
                format!("<h1>Page {n}</h1><p>the text of all</p>{}", ["", "<p>rare</p>"][usize::from(n == 7)]),
            )
        })
        .collect();
    let pages: Vec<(&str, &str)> = texts.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    assert_eq!(find(&pages, "the rare").0, "p7/0");
    assert_eq!(find(&pages, "page 7").0.split(' ').next(), Some("p7/0"));
    assert_eq!(find(&pages, "the").0, "");
}

#[test]
fn each_language_has_an_index_of_its_own() {
    let settings = SearchSettings::default();
    let page = |lang: &str| PageWords::collect(&format!("<html lang='{lang}'><h1>A</h1>"), &settings).expect("words");
    let pages = [("a/", page("en-IN")), ("b/", page("ta")), ("c/", page("")), ("d/", page("../x"))];
    let files = build_index(pages.iter().map(|(url, words)| (*url, words)), &settings);
    let contents: Vec<&str> =
        files.iter().map(|file| &*file.path).filter(|path| path.matches('/').count() == 1).collect();
    assert_eq!(contents, ["search/en-in.json", "search/ta.json", "search/und.json"]);
    assert!(build_index(std::iter::empty(), &settings).is_empty());
}

#[test]
fn the_files_of_the_browser_name_each_other() {
    let [loader, dialog, styles] = browser_files();
    let name = |path: &str| path.trim_start_matches("search/").to_owned();
    assert!(loader.text.contains(&format!("import(\"./{}\")", name(&dialog.output_path))), "{}", loader.text);
    assert!(dialog.text.contains(&format!("new URL(\"{}\"", name(&styles.output_path))), "{}", dialog.text);
    assert!(!dialog.text.contains("\nimport ") && dialog.text.contains("\nexport async function openSearch("));
    assert!(!dialog.text.contains("/**"), "a comment is left");
    for file in [&loader, &dialog] {
        let runtime = Runtime::new().expect("a runtime");
        let context = Context::full(&runtime).expect("a context");
        context.with(|ctx| drop(Module::declare(ctx.clone(), "file", &*file.text).catch(&ctx).expect("a script")));
    }
    assert!(loader.text.len() + dialog.text.len() < 20_000);
}

proptest! {
    // Few cases of many texts, as each case starts an engine.
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn the_browser_makes_the_same_words(texts in prop::collection::vec("[ a-zA-ZÀ-ɏΑ-ώЀ-я0-9'_.\u{300}-\u{304}\u{b85}-\u{bcd}\u{e01}-\u{e4e}\u{3041}-\u{3096}一-十가-각½ﬁ\u{ad}\u{200d}אשׁء-ٕ٠-٩ٱ-ۓ۰-۹०-९๐-๙]{0,20}", 1280)) {
        let differing = with_engine(|ctx| {
            let words_in_browser: rquickjs::Function = ctx.globals().get("wordsOf").expect("the function");
            texts.iter().find_map(|text| {
                let found: String = words_in_browser.call((text.as_str(),)).catch(ctx).expect("words");
                (found != words_of(text).join(" ")).then(|| (text.clone(), found, words_of(text).join(" ")))
            })
        });
        prop_assert_eq!(differing, None);
    }
}

proptest! {
    #[test]
    fn any_text_can_be_a_selector_and_a_page(text in "[a-z<>#.\\[\\]='\" é]{0,60}") {
        let _ = Selector::parse(&text);
        let settings = SearchSettings { leave_out: vec![text.clone()], ..SearchSettings::default() };
        let page = PageWords::collect(&format!("<html>{text}<main>{text}<h2 id=a>{text}"), &settings);
        prop_assert!(page.is_none_or(|page| page.section_count > 0));
    }
}
