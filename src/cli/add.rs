//! `site add PART`: copies a ready part into a site, whose own files it then consists of.

use super::args::{AddArguments, Part};
use super::embedded::part_files;
use super::report::print;
use crate::diagnostic::Diagnostic;
use crate::{fs, source};

/// Writes the files of a part into a site, and prints what became of each. Files that are there already stay.
pub fn add(arguments: &AddArguments) -> Result<(), Vec<Diagnostic>> {
    let config = arguments.root.config();
    source::check_root(&config)?;
    for (path, content) in part_files(arguments.part) {
        let target = config.path(path);
        if fs::exists(&target) {
            let is_same = fs::read_bytes(&target, path).is_ok_and(|bytes| bytes == content);
            print(&format!("{path} is there already{}", if is_same { "" } else { ", and stays as it is" }));
            continue;
        }
        fs::create_parent(&target)?;
        fs::write_new(&target, content)?;
        print(&format!("Added {path}"));
    }
    print(usage(arguments.part));
    Ok(())
}

/// Says how a part is used.
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
