//! The upload of a picture: the check of its bytes, and the file in `public/` that it becomes.

use roxmltree::{Document, Node, ParsingOptions};

use super::content_file::check_no_link;
use super::file_change::FileChange;
use super::journal::{ChangeKind, DescribedChange};
use super::page_choice::list_pictures;
use super::refused::Refused;
use super::workspace::Workspace;
use crate::asset::{ImageInfo, raster};
use crate::config::PUBLIC;
use crate::fs::{self, FileKind};

/// The folder of `public/` for the pictures of a site that has none yet.
const FIRST_FOLDER: &str = "/images";

pub struct NewPicture<'a> {
    /// The name of the file that was chosen, such as `IMG_1234.jpg`.
    pub name: &'a str,
    /// The path of the picture that it replaces, and beside which it is stored; empty if there is none.
    pub replaced: &'a str,
    pub bytes: &'a [u8],
}

/// Returns the path of a picture of the site that has the same bytes.
pub fn find_equal_picture(workspace: &Workspace<'_>, bytes: &[u8]) -> Option<String> {
    let digest = ImageInfo::of(bytes)?.digest;
    let mut published = workspace.site().assets.published();
    let (path, _) = published.find(|(_, asset)| asset.picture().is_some_and(|info| info.digest == digest))?;
    Some(format!("/{path}"))
}

/// Describes the addition of a picture. Writes its bytes to a file in `folder`, from where the change moves the file to
/// `public/`.
pub fn describe_upload(
    workspace: &Workspace<'_>,
    picture: &NewPicture<'_>,
    folder: &str,
) -> Result<DescribedChange, Refused> {
    let config = workspace.config;
    let extension = extension_of(picture.bytes)?;
    let name = free_name(workspace, &folder_of(workspace, picture.replaced), picture.name, extension);
    let (written, file) = (format!("{folder}/{PUBLIC}{name}"), format!("{PUBLIC}{name}"));
    check_no_link(config, &file)?;
    let path = config.path(&written);
    fs::create_parent(&path)?;
    fs::write_durable(&path, picture.bytes)?;
    let files = vec![FileChange::move_file(&written, &file, picture.bytes)];
    let label = name[name.rfind('/').map_or(0, |slash| slash + 1)..].to_owned();
    Ok(DescribedChange { file, to: label.clone().into(), label, files, ..DescribedChange::new(ChangeKind::Create) })
}

/// Returns the extension for the picture's format.
///
/// # Errors
/// Fails unless the bytes are a whole JPEG or unanimated PNG, or an SVG that runs no scripts and loads nothing.
fn extension_of(bytes: &[u8]) -> Result<&'static str, Refused> {
    let refuse = |message: String, help: &str| Err(Refused::invalid("edit-picture", message, help));
    let format = ImageInfo::of(bytes).and_then(|info| info.format);
    if let Some(format) = format {
        return match raster::decode(bytes) {
            Ok(_) => Ok(format.extension()),
            Err(reason) => refuse(format!("the picture can't be read: {reason}"), "save it once more, or take another"),
        };
    }
    let text = String::from_utf8_lossy(bytes);
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let svg = Document::parse_with_options(&text, options).ok();
    let Some(svg) = svg.filter(|xml| xml.root_element().tag_name().name() == "svg") else {
        return refuse("this is no picture of a kind that can be used here".to_owned(), "take a JPEG, PNG or SVG");
    };
    match svg.descendants().find_map(find_active_part) {
        Some(part) => refuse(format!("the SVG has {part}"), "a developer takes it out of the file"),
        None => Ok("svg"),
    }
}

/// Names what a part of an SVG runs or loads; `None` if it does neither.
fn find_active_part(node: Node<'_, '_>) -> Option<String> {
    // A template may put the drawing into HTML, where the case of names means nothing.
    let name = node.tag_name().name().to_ascii_lowercase();
    let is_html = node.tag_name().namespace() == Some("http://www.w3.org/1999/xhtml");
    if is_html || matches!(&*name, "script" | "foreignobject") {
        return Some(format!("an element `{name}`"));
    }
    if node.pi().is_some_and(|instruction| instruction.target == "xml-stylesheet") {
        return Some("a style sheet in another file".to_owned());
    }
    let is_own = |address: &str| address.starts_with('#') || address.starts_with("data:image/");
    let loads = |text: &str| {
        let text = text.to_ascii_lowercase();
        ["@import", "image-set(", "src("].iter().any(|rule| text.contains(rule))
            || text.split("url(").skip(1).any(|rest| !is_own(unquoted(rest)))
    };
    let text = || node.descendants().filter(Node::is_text).filter_map(|text| text.text()).collect::<String>();
    // A backslash may hide any word of CSS.
    if name == "style" && (loads(&text()) || text().contains('\\')) {
        return Some("a style sheet that loads other files".to_owned());
    }
    node.attributes().find_map(|attribute| {
        let (name, value) = (attribute.name().to_ascii_lowercase(), attribute.value().trim());
        let is_active = match &*name {
            "href" => !is_own(value),
            // An animation may change an address.
            "attributename" => value.ends_with("href"),
            _ => name.starts_with("on") || loads(value),
        };
        is_active.then(|| format!("an attribute `{name}` that runs a script or leads to another file"))
    })
}

/// Returns a text without the spaces and quotation marks at its beginning.
fn unquoted(text: &str) -> &str {
    text.trim_start().trim_start_matches(['"', '\''])
}

/// Returns the folder of the replaced picture or, if there is none, the folder with the most pictures. The path is
/// relative to `public/`, such as `/team/photos`, and empty for `public/` itself.
fn folder_of(workspace: &Workspace<'_>, replaced: &str) -> String {
    let pictures = list_pictures(workspace);
    let folders = || pictures.iter().filter_map(|path| path.rsplit_once('/'));
    let path = format!("/{}", replaced.trim_start_matches('/'));
    let own = pictures.iter().find(|picture| picture.ends_with(&path)).and_then(|picture| picture.rsplit_once('/'));
    let usual = || folders().max_by_key(|(folder, _)| folders().filter(|(other, _)| other == folder).count());
    own.or_else(usual).map_or(FIRST_FOLDER, |(folder, _)| folder).to_owned()
}

/// Returns the path below `public/` for a picture, from the words of its file's name. A number is added if another file
/// has the name, in any letter case and format.
fn free_name(workspace: &Workspace<'_>, folder: &str, name: &str, extension: &str) -> String {
    let site = workspace.site();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let slug = site.content.settings.slug(stem, 0).unwrap_or_else(|| "picture".to_owned());
    let pictures: Vec<String> = list_pictures(workspace).iter().map(|picture| picture.to_lowercase()).collect();
    let is_free = |name: &String| {
        let path = format!("{folder}/{name}.");
        let is_on_disk = fs::kind(&workspace.config.path(format!("{PUBLIC}{path}{extension}"))) != FileKind::Nothing;
        !is_on_disk && !pictures.iter().any(|picture| picture.starts_with(&path.to_lowercase()))
    };
    let mut names = std::iter::once(slug.clone()).chain((2..).map(|number| format!("{slug}-{number}")));
    let name = names.find(is_free).unwrap_or(slug);
    format!("{folder}/{name}.{extension}")
}
