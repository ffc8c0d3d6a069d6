//! `site explain`: the inputs of a page, the pages that read a file, or the meaning of a diagnostic.

use super::args::BuildArguments;
use super::progress::Progress;
use super::report::{print, print_diagnostics};
use crate::config::Config;
use crate::diagnostic::units::count;
use crate::diagnostic::{Diagnostic, codes};
use crate::fs;
use crate::output::Discard;
use crate::pipeline::{self, Changes, Explanation, Job, LatestSnapshot, Previous};

/// The maximum number of inputs or pages that are listed.
const MAX_LISTED: usize = 40;

/// Explains a diagnostic, a page or a file. For a page or file, runs a build that writes nothing, and prints what it
/// recorded.
pub fn explain(config: &Config, what: &str) -> Result<(), Vec<Diagnostic>> {
    if let Some(explanation) = codes::explanation(what) {
        return Ok(print(&format!("{what}\n\n{explanation}"))?);
    }
    // Shells on Windows complete paths with backslashes; no file of a site has one in its name.
    let what = what.replace('\\', "/");
    let mut previous = Previous::default();
    let progress = Progress::start(&BuildArguments::default());
    let job = Job {
        config,
        changes: &Changes::Unknown,
        sink: &Discard::default(),
        announce: &|message| progress.announce(message),
        viewers: None,
        // Only an incremental build records what each page reads.
        is_incremental: true,
    };
    let build = pipeline::rebuild(&job, &mut previous, &LatestSnapshot::default());
    progress.clear();
    let is_file = |path: &str| fs::is_file(&config.path(path));
    let Some(explanation) = pipeline::explain(&previous, &what, &is_file) else {
        if build.errors() > 0 {
            print_diagnostics(&build.diagnostics, false);
        }
        let mut error = Diagnostic::error("nothing-to-explain", format!("the site has no page or file `{what}`"));
        if let Some(meant) = pipeline::suggest(&previous, &what) {
            error = error.note(format!("did you mean `{meant}`?"));
        }
        let help = "give an address such as /AboutUs/, the path of a file in the site's folder such as \
                    content/site.yaml, or the code of a diagnostic";
        return Err(error.help(help).into());
    };
    print_explanation(&explanation)?;
    if build.errors() > 0 {
        print(&format!("The site has {}: `site check` lists them", count(build.errors(), "error")))?;
    }
    Ok(())
}

fn print_explanation(Explanation { name, notes, heading, reads }: &Explanation) -> Result<(), Diagnostic> {
    print(&format!("{name}: {}", notes.join("\n  ")))?;
    print(heading)?;
    let width = reads.keys().take(MAX_LISTED).map(|name| name.chars().count()).max().unwrap_or(0).min(48);
    for (name, what) in reads.iter().take(MAX_LISTED) {
        print(&format!("  {name:width$}  {}", what.join(", ")))?;
    }
    if reads.len() > MAX_LISTED {
        print(&format!("  … and {} more", reads.len() - MAX_LISTED))?;
    }
    Ok(())
}
