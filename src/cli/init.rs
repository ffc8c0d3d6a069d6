//! `site init DIR`: a small working site to begin with.

use std::path::Path;

use super::report::{self, print};
use super::{FINE, MISTAKES};
use crate::diagnostic::Diagnostic;
use crate::fs;

/// The files of the site that `init` makes.
macro_rules! starter {
    ($($path:literal),* $(,)?) => { [$(($path, include_str!(concat!("starter/", $path)))),*] };
}

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

/// Writes the site into `folder`, which must not hold anything yet.
pub fn init(folder: &Path) -> u8 {
    match write(folder) {
        Ok(()) => {
            let shown = folder.display();
            print(&format!("Made a site in {shown}. Look at it: site serve --watch --root {shown}"));
            FINE
        }
        Err(diagnostic) => {
            report::draw(&[diagnostic]);
            MISTAKES
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
