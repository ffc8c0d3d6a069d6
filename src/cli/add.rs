//! `site add PART`: copies a ready part into a site, whose own files it then consists of.

use std::path::Path;

use super::args::{AddArguments, Part};
use super::embedded::part_files;
use super::exit::SUCCESS;
use super::report::{self, print};
use crate::diagnostic::Diagnostic;
use crate::{fs, source};

/// Writes the files of a part into a site. Files that are there already stay as they are.
pub fn add(arguments: &AddArguments) -> u8 {
    let config = arguments.root.config();
    match source::check_root(&config).and_then(|()| write_part(arguments.part, &config.root)) {
        Ok(()) => {
            print(usage(arguments.part));
            SUCCESS
        }
        Err(diagnostic) => report::fail(&[diagnostic]),
    }
}

/// Writes the files of a part that are not there yet, and prints what became of each.
fn write_part(part: Part, root: &Path) -> Result<(), Diagnostic> {
    for (path, content) in part_files(part) {
        let target = root.join(path);
        if fs::exists(&target) {
            let is_same = fs::read_bytes(&target, path).is_ok_and(|bytes| bytes == content);
            print(&format!("{path} is there already{}", if is_same { "" } else { ", and stays as it is" }));
            continue;
        }
        fs::create_parent(&target)?;
        fs::write_new(&target, content)?;
        print(&format!("Added {path}"));
    }
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
