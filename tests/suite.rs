//! All tests of the program from outside, in one binary: Cargo links each test binary with the whole library, and runs
//! one after the other.
//!
//! `cargo test --test suite incremental` runs the tests of one file.

mod cli;
mod commonmark;
mod damaged;
mod determinism;
mod diagnostics;
mod docs;
mod examples;
mod external;
mod features;
mod forms;
mod fuzz_http;
mod history;
mod hosts;
mod incremental;
mod islands;
mod licences;
mod lists;
mod output;
mod packaging;
mod pictures;
mod publishing;
mod search;
mod serve;
mod serve_faults;
mod serve_mock;
mod starters;
mod steps;
mod tidy;
mod tree;
mod website;

mod support;

#[test]
fn every_file_of_tests_is_in_the_suite() {
    let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests")).expect("the tests");
    for file in folder {
        let name = file.expect("a file").file_name().to_string_lossy().into_owned();
        let is_missing =
            |module: &str| module != "suite" && !include_str!("suite.rs").contains(&format!("mod {module};"));
        assert!(!name.strip_suffix(".rs").is_some_and(is_missing), "`mod` of {name} in tests/suite.rs");
    }
}
