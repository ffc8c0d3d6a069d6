//! `site add PART`: copies the files of a ready part into a site. From then on they are the site's own files.

use super::args::Part;
use super::embedded::part_files;
use super::report::print;
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::{fs, source};

/// Writes the files of a part into a site, and prints what became of each. Files that are there already stay.
pub fn add(config: &Config, part: Part) -> Result<(), Vec<Diagnostic>> {
    source::check_root(config)?;
    for (path, content) in part_files(part) {
        let target = config.path(path);
        if fs::exists(&target) {
            let differs = !fs::has_bytes(&target, content);
            print(&format!("{path} is there already{}", if differs { ", and stays as it is" } else { "" }))?;
            continue;
        }
        fs::create_parent(&target)?;
        fs::write_new(&target, content)?;
        print(&format!("Added {path}"))?;
    }
    Ok(print(usage(part))?)
}

fn usage(part: Part) -> &'static str {
    match part {
        Part::Form => {
            "Show it: <Form name=\"contact\" /> in Markdown, or in a template\n  \
             {% from \"components/Form.html\" import Form %}{{ Form(\"contact\") }}\n\
             The form is content/forms/contact.yaml; content/endpoints.yaml says where it is sent"
        }
        Part::Code => {
            "Name it in the head of the page: <link rel=\"stylesheet\" href=\"{{ asset(\"css/code.css\") }}\">\n\
             and set `markdown: { highlight: true }` in content/site.yaml"
        }
        Part::Tones => {
            "Name it in the head of the page: <link rel=\"stylesheet\" href=\"{{ asset(\"css/tones.css\") }}\">\n\
             Then: {{ picture(\"images/kite.jpg\", alt=\"A kite\", placeholder=true) }}"
        }
    }
}
