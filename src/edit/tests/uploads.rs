//! Tests of the upload of pictures.

use std::fs::{create_dir_all, read, write};

use parking_lot::Mutex;

use super::super::refused::Refused;
use super::super::upload::NewPicture;
use super::{EditedSite, check_refused};
use crate::output::Discard;
use crate::pipeline::{Changes, Job};

const SVG: &str =
    "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' viewBox='0 0 9 9'>";

fn upload(site: &EditedSite, name: &str, replaced: &str, bytes: &[u8]) -> Result<String, Refused> {
    let path = site.session.add_picture(&NewPicture { name, replaced, bytes });
    site.build();
    path
}

/// Makes a PNG of some pixels in one row.
fn png(width: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = png::Encoder::new(&mut bytes, width, 1).write_header().expect("a header");
    writer.write_image_data(&vec![0; width as usize]).expect("pixels");
    writer.finish().expect("a picture");
    bytes
}

#[test]
fn a_picture_is_stored_beside_the_one_that_it_replaces_or_where_most_are() {
    let site = EditedSite::new(&[]);
    assert_eq!(upload(&site, "Lighthouse.png", "", &png(2)).expect("added"), "/images/lighthouse.png");
    let root = site.folder.path();
    create_dir_all(root.join("public/people")).expect("a folder");
    write(root.join("public/people/Ada.png"), png(3)).expect("written");
    write(root.join("public/images/boat.png"), png(4)).expect("written");
    site.build();
    assert_eq!(upload(&site, "IMG_0042.PNG", "/people/Ada.png", &png(5)).expect("added"), "/people/img_0042.png");
    assert_eq!(upload(&site, "x.png", "people/Ada.png", &png(6)).expect("added"), "/people/x.png");
    assert_eq!(upload(&site, "x.png", "/nowhere.png", &png(7)).expect("added"), "/people/x-2.png");
    assert_eq!(upload(&site, "../../ada.png", "/people/Ada.png", &png(8)).expect("added"), "/people/ada-2.png");
}

#[test]
fn names_in_use_get_a_number_in_whichever_case_and_format() {
    let site = EditedSite::new(&[("public/images/Boat.svg", &format!("{SVG}</svg>"))]);
    assert_eq!(upload(&site, "boat.png", "", &png(2)).expect("added"), "/images/boat-2.png");
    assert_eq!(upload(&site, "boat.png", "", &png(3)).expect("added"), "/images/boat-3.png");
}

#[test]
fn an_upload_is_undone_and_keeps_its_bytes() {
    let site = EditedSite::new(&[]);
    let path = site.folder.path().join("public/images/a.png");
    upload(&site, "a.png", "", &png(2)).expect("added");
    assert_eq!(read(&path).expect("a file"), png(2));
    site.undo_all();
    assert!(!path.exists());
    site.session.redo().expect("added again");
    assert_eq!(read(&path).expect("a file"), png(2));
}

#[test]
fn only_pictures_that_can_be_shown_are_taken() {
    let site = EditedSite::new(&[]);
    let svg = |content: &str| format!("{SVG}{content}</svg>");
    let refused =
        [b"Dear Ada".to_vec(), b"<html></html>".to_vec(), png(2)[..40].to_vec(), format!("{SVG}<g>").into_bytes()];
    for bytes in refused {
        check_refused(upload(&site, "a.png", "", &bytes), "edit-picture");
    }
    for active in [
        "<script>x</script>",
        "<foreignObject/>",
        "<g onload='x'/>",
        "<a href='javascript:x'/>",
        "<image xlink:href='https://other.example/a.png'/>",
        "<use href='other.svg#a'/>",
        "<a href='#a'><set attributeName='href' to='javascript:x'/></a>",
        "<?xml-stylesheet href='https://other.example/a.css'?>",
        "<style><!-- --> @IMPORT 'a.css';</style>",
        "<style>g { fill: \\75rl(//other.example/a.svg) }</style>",
        "<SCRIPT>x</SCRIPT>",
        "<img xmlns='http://www.w3.org/1999/xhtml' src='//other.example/a.png'/>",
        "<g ONLOAD='x'/>",
        "<g fill='URL(//other.example/a.svg)'/>",
        "<style>@import 'https://other.example/a.css';</style>",
        "<style>g { fill: url( \"https://other.example/a.svg#b\") }</style>",
        "<g style='fill: url(//other.example/a.svg)'/>",
    ] {
        check_refused(upload(&site, "a.svg", "", svg(active).as_bytes()), "edit-picture");
    }
    let harmless = "<!-- x --><defs><g id='a'/></defs><use xlink:href='#a' fill='url(#b)'/><image href='data:image/png;base64,'/>\
                    <style>g { fill: url('#b') }</style>";
    assert_eq!(upload(&site, "drawing.svg", "", svg(harmless).as_bytes()).expect("added"), "/images/drawing.svg");
}

#[test]
fn the_pages_that_show_a_picture_are_listed() {
    let raw = "---\ntitle: Boats\n---\n\n<img src=\"/sea/images/boat.svg\" alt=\"A boat\" width=\"9\" height=\"9\">\n";
    let svg = format!("{SVG}</svg>");
    let site = EditedSite::new(&[
        ("content/articles/boats.md", raw),
        ("content/articles/nets.md", "---\ntitle: Nets\n---\n\n![A boat](/images/boat.svg)\n"),
        ("public/images/boat.svg", &svg),
        ("public/images/net.svg", &svg),
    ]);
    let readers = |file: &str| {
        let pages = site.session.list_readers(file, "").expect("pages");
        pages.into_iter().map(|page| page.title).collect::<Vec<_>>()
    };
    assert_eq!(readers("public/images/boat.svg"), ["Boats", "Nets"]);
    assert_eq!(readers("public/images/net.svg"), [""; 0]);
}

#[test]
fn the_work_of_a_build_is_known_while_it_runs() {
    let site = EditedSite::new(&[]);
    let root = site.folder.path();
    create_dir_all(root.join("public/images")).expect("a folder");
    write(root.join("public/images/wide.png"), png(1600)).expect("written");
    let template = site.read("templates/page.html");
    let shows = template.replace("</body>", "{{ picture(\"images/wide.png\", alt=\"\") }}</body>");
    write(root.join("templates/page.html"), shows).expect("written");
    let known = Mutex::new(Vec::new());
    site.builds.run(&Job {
        config: &site.config,
        changes: &Changes::Unknown,
        sink: &Discard::default(),
        announce: &|work| known.lock().push((Some(work.to_owned()), site.session.work())),
        viewers: None,
        is_incremental: true,
    });
    let known = known.into_inner();
    assert!(known.iter().any(|(work, _)| work.as_ref().is_some_and(|work| work.starts_with("preparing"))), "{known:?}");
    assert!(known.iter().all(|(work, at_the_time)| work == at_the_time), "{known:?}");
    assert_eq!(site.session.work(), None);
}

#[test]
fn a_picture_that_the_site_has_is_not_stored_again() {
    let site = EditedSite::new(&[]);
    let path = upload(&site, "boat.png", "", &png(2)).expect("added");
    let changes = site.session.list_changes().len();
    assert_eq!(upload(&site, "another name.png", "", &png(2)).expect("found"), path);
    assert_eq!(site.session.list_changes().len(), changes);
}
