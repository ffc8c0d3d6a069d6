//! `site explain`: what a page is made from, and what a file is for.

use std::collections::BTreeMap;

use super::args::ExplainArguments;
use super::report::{self, print};
use super::{FINE, MISTAKES};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::words::count;
use crate::fs;
use crate::output::Discard;
use crate::pipeline::{self, Changes, Explanation, Page, Previous};

/// So many of a kind are listed.
const LISTED: usize = 40;

/// Builds without writing anything, and tells what was noted.
pub fn explain(arguments: &ExplainArguments) -> u8 {
    let mut config = arguments.root.config();
    config.drafts = arguments.drafts;
    let mut previous = Previous::first();
    let announce = |message: &str| print(message);
    let build = pipeline::build_again(&config, &mut previous, &Changes::Unknown, &Discard::default(), &announce, None);
    let is_file = |path: &str| fs::is_file(&config.path(path));
    match previous.explain(&arguments.what, &is_file) {
        Some(Explanation::Page(page)) => page_told(&page),
        Some(Explanation::File(file)) => {
            print(&format!("{}: {}", file.file, if file.notes.is_empty() { "pages read it" } else { &file.notes[0] }));
            file.notes.iter().skip(1).for_each(|note| print(&format!("  {note}")));
            match file.pages.len() {
                0 => print("No page was made from it"),
                pages => {
                    print(&format!(
                        "{} made from it:",
                        if pages == 1 { "1 page was".to_owned() } else { format!("{pages} pages were") }
                    ));
                    list(&file.pages);
                }
            }
        }
        None => {
            if build.errors() > 0 {
                report::draw(&build.diagnostics);
            }
            let what = &arguments.what;
            let nothing = Diagnostic::error("nothing-to-explain", format!("the site has no page or file `{what}`"));
            let meant = previous.meant(what).map(|meant| format!("did you mean `{meant}`?"));
            let help = "name an address such as /AboutUs/, or a file as it lies from the site's folder, such as content/site.yaml";
            report::draw(&[meant.into_iter().fold(nothing, Diagnostic::note).help(help)]);
            return MISTAKES;
        }
    }
    if build.errors() > 0 {
        print(&format!("The site has {}: `site check` lists them", count(build.errors(), "error")));
    }
    FINE
}

fn page_told(page: &Page) {
    print(&format!("{}: it is {}", page.route, page.subject));
    print(&format!("  written to {}", page.output));
    match &page.inputs {
        Some(inputs) => {
            print("A change of any of this makes it anew:");
            list(inputs);
        }
        None => print("It has mistakes, so it is made anew each time: `site check` lists them"),
    }
}

/// A line each: the name, and what of it.
fn list(all: &BTreeMap<String, Vec<String>>) {
    let width = all.keys().take(LISTED).map(|name| name.chars().count()).max().unwrap_or(0).min(48);
    for (name, what) in all.iter().take(LISTED) {
        print(&format!("  {name:width$}  {}", what.join(", ")));
    }
    if all.len() > LISTED {
        print(&format!("  … and {} more", all.len() - LISTED));
    }
}
