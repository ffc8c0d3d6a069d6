//! `site add PART`: copies a ready part into a site, whose own files it then consists of.

use std::path::Path;

use clap::ValueEnum;

use super::args::{AddArguments, Part};
use super::embedded::{EmbeddedFile, PARTS};
use super::exit::{FAILURE, SUCCESS};
use super::report::{self, print};
use crate::diagnostic::Diagnostic;
use crate::{fs, source};

/// Writes the files of a part into a site. Files that are there already stay as they are.
pub fn add(arguments: &AddArguments) -> u8 {
    let config = arguments.root.config();
    match source::check_root(&config).and_then(|()| write(arguments.part, &config.root)) {
        Ok(()) => {
            print(usage(arguments.part));
            SUCCESS
        }
        Err(diagnostic) => {
            report::print_diagnostics(&[diagnostic]);
            FAILURE
        }
    }
}

fn write(part: Part, root: &Path) -> Result<(), Diagnostic> {
    for (path, content) in files(part) {
        let target = root.join(path);
        if fs::exists(&target) {
            let is_same = fs::read_bytes(&target, path).is_ok_and(|bytes| bytes == *content);
            print(&format!("{path} is there already{}", if is_same { "" } else { ", and stays as it is" }));
            continue;
        }
        target.parent().map_or(Ok(false), fs::create_dir)?;
        fs::write_new(&target, content)?;
        print(&format!("Added {path}"));
    }
    Ok(())
}

/// Returns the files of a part, whose name on the command line is that of its folder in `parts/`.
fn files(part: Part) -> impl Iterator<Item = &'static EmbeddedFile> {
    let name = part.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
    PARTS.iter().filter(move |(part, _)| *part == name).flat_map(|(_, files)| *files)
}

/// Says how a part is used.
fn usage(part: Part) -> &'static str {
    match part {
        Part::Form => {
            "Show it: <Form name=\"contact\" /> in Markdown, or in a template\n  \
             {% from \"components/Form.html\" import Form %}{{ Form(\"contact\") }}\n\
             The form is content/forms/contact.yaml; content/endpoints.yaml says where it is sent"
        }
        Part::Tones => {
            "Name it in the head of the page: <link rel=\"stylesheet\" href=\"{{ asset(\"css/tones.css\") }}\">\n\
             Then: {{ picture(\"images/kite.jpg\", alt=\"A kite\", placeholder=true) }}"
        }
    }
}
