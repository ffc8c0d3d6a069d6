//! R-OUT-01: two builds of the same input give the same bytes, on any number of threads.

use std::collections::BTreeMap;

use crate::support::base;
use proptest::prelude::*;
use rayon::ThreadPoolBuilder;

/// Draws a text of valid and invalid parts of content.
fn scraps() -> impl Strategy<Value = String> {
    let scrap = prop_oneof![
        "[ -~\n]{0,12}",
        Just("---\n".to_owned()),
        Just("title: A\n".to_owned()),
        Just("title: !sample [1, {a: b}]\n".to_owned()),
        Just("\t- x: *a\n".to_owned()),
        Just("date: 2025-02-30\n".to_owned()),
        Just("[x](home.md) [y](/no/) ![z](/none.png)\n".to_owned()),
        Just("<Note a={1}>\n\n".to_owned()),
        Just("</Note>\n\n".to_owned()),
        Just("## H\n".to_owned()),
        Just("{{ page.title }} {% if %}".to_owned()),
        Just("\u{0}\u{feff}ü\u{2028}".to_owned()),
        any::<char>().prop_map(String::from),
    ];
    proptest::collection::vec(scrap, 0..12).prop_map(|scraps| scraps.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Outputs and diagnostics are the same with one thread and with many.
    #[test]
    fn random_content_never_panics_and_gives_the_same_on_any_number_of_threads(
        front in scraps(), body in scraps(), yaml in scraps(), template in scraps(), schema in scraps()
    ) {
        let build = |threads: usize| {
            let site = base("");
            site.write("content/pages/a.md", format!("---\ntitle: A\n{front}\n---\n{body}"));
            site.write("content/pages/b.md", &body);
            site.write("content/data.yaml", &yaml);
            site.write("content/data.schema.yaml", &schema);
            site.write("templates/other.html", &template);
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            let built = pool.install(|| site.build());
            let outputs = if built.summary.is_some() { built.outputs() } else { BTreeMap::default() };
            (built.build.diagnostics, outputs)
        };
        let one = build(1);
        prop_assert_eq!(&one, &build(4));
        prop_assert!(one.0.iter().all(|d| !d.message.is_empty()));
    }
}

#[test]
fn a_larger_site_is_the_same_on_one_thread_and_on_four() {
    let build = |threads: usize| {
        let site = base(
            "-- content/site.yaml --\ntitle: T\nbase_url: https://e.com\npages: [{ route: /all/, template: all.html }]\n\
             -- templates/all.html --\n{% for p in collection(\"pages\") %}{{ p.url }} {{ p.words }}\n{% endfor %}\n",
        );
        for n in 0..200 {
            site.write(
                &format!("content/pages/p{n}.md"),
                format!("---\ntitle: Page {n}\n---\n[next](p{}.md)\n", (n + 1) % 200),
            );
        }
        ThreadPoolBuilder::new().num_threads(threads).build().expect("threads").install(|| site.build().outputs())
    };
    assert_eq!(build(1), build(4));
}
