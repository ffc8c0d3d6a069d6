//! `site init DIR`: creates a small working site.

use std::path::Path;

use super::exit::{FAILURE, SUCCESS};
use super::report::{self, print};
use crate::diagnostic::Diagnostic;
use crate::fs;

/// The paths and texts of files in `starter/`.
macro_rules! starter {
    ($($path:literal),* $(,)?) => { [$(($path, include_str!(concat!("starter/", $path)))),*] };
}

/// The files of the new site, except for `.gitignore`.
const FILES: [(&str, &str); 15] = starter![
    "content/site.yaml",
    "content/pages/_collection.yaml",
    "content/pages/home.md",
    "content/posts/_collection.yaml",
    "content/posts/hello.md",
    "templates/404.html",
    "templates/base.html",
    "templates/feed.xml",
    "templates/home.html",
    "templates/page.html",
    "templates/post.html",
    "templates/robots.txt",
    "templates/sitemap.xml",
    "public/css/site.css",
    "public/favicon.svg",
];

/// Writes the site into `folder`, which must be empty or missing.
pub fn init(folder: &Path) -> u8 {
    match write(folder) {
        Ok(()) => {
            let shown = folder.display();
            print(&format!("Made a site in {shown}. Look at it: site serve --watch --root {shown}"));
            SUCCESS
        }
        Err(diagnostic) => {
            report::print_diagnostics(&[diagnostic]);
            FAILURE
        }
    }
}

fn write(folder: &Path) -> Result<(), Diagnostic> {
    let shown = folder.display().to_string();
    if fs::exists(folder) && !fs::list(folder, &shown)?.is_empty() {
        return Err(Diagnostic::error("folder-not-empty", format!("`{shown}` holds files already"))
            .help("name a folder that does not exist yet, or an empty one"));
    }
    let ignored = (".gitignore", include_str!("starter/gitignore"));
    for (path, text) in FILES.into_iter().chain([ignored]) {
        let target = folder.join(path);
        if let Some(parent) = target.parent() {
            fs::create_dir(parent)?;
        }
        fs::write_new(&target, text.as_bytes())?;
    }
    Ok(())
}
