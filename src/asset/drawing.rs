//! Drawings: SVG texts made into PNG pictures, written with the site's own fonts and no others.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use resvg::tiny_skia::{Pixmap, PremultipliedColorU8, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{Error, FontFamily, FontResolver, ImageHrefResolver, Options, Tree};
use xxhash_rust::xxh3::Xxh3Default;

use super::raster::{Format, Pixels};

/// The fonts that drawings may use.
#[derive(Debug, Default)]
pub struct Fonts {
    database: Arc<Database>,
    /// The family of the first font: for texts that name none, and for `sans-serif` and the like.
    first: Option<String>,
    /// The hash of all their bytes.
    pub digest: u64,
}

impl Fonts {
    /// The faces in TrueType and OpenType files. Gives the places of the files that hold none, too.
    pub fn new(files: Vec<Vec<u8>>) -> (Self, Vec<usize>) {
        let (mut database, mut hasher) = (Database::new(), Xxh3Default::new());
        let mut empty = Vec::new();
        for (at, bytes) in files.into_iter().enumerate() {
            hasher.update(&bytes);
            if database.load_font_source(Source::Binary(Arc::new(bytes))).is_empty() {
                empty.push(at);
            }
        }
        let first = database.faces().next().and_then(|face| face.families.first()).map(|(name, _)| name.clone());
        if let Some(name) = &first {
            database.set_serif_family(name);
            database.set_sans_serif_family(name);
            database.set_monospace_family(name);
            database.set_cursive_family(name);
            database.set_fantasy_family(name);
        }
        (Self { database: Arc::new(database), first, digest: hasher.digest() }, empty)
    }

    /// The families there are, by name.
    pub fn families(&self) -> BTreeSet<&str> {
        self.database.faces().flat_map(|face| &face.families).map(|(name, _)| name.as_str()).collect()
    }
}

/// What a drawing asks for that there is not.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Missing {
    /// A font of these families.
    Font(String),
    /// A font with this character.
    Character(char),
    /// A picture that is not part of the text.
    Picture(String),
}

/// What keeps an SVG text from being drawn.
#[derive(Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It is no SVG: where (line and column from 1, if known), and what is wrong.
    Syntax { at: Option<(usize, usize)>, words: String },
    /// Its own width and height are of another shape than the wanted ones.
    Shape { width: u32, height: u32 },
    /// It can be drawn, but not as it is meant to be.
    Missing(Vec<Missing>),
}

/// Draws an SVG text into a PNG of so many pixels.
///
/// # Errors
/// What is wrong with it.
pub fn draw(svg: &str, width: u32, height: u32, fonts: &Fonts) -> Result<Vec<u8>, Trouble> {
    let missing = Mutex::new(BTreeSet::new());
    let miss = |what| {
        missing.lock().unwrap_or_else(PoisonError::into_inner).insert(what);
    };
    let tree = Tree::from_str(svg, &options(fonts, &miss)).map_err(|error| syntax(&error))?;
    let missing: Vec<Missing> = missing.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().collect();
    if !missing.is_empty() {
        return Err(Trouble::Missing(missing));
    }
    let size = tree.size();
    #[expect(clippy::cast_precision_loss, reason = "the size of a picture")]
    let (across, down) = (width as f32 / size.width(), height as f32 / size.height());
    if (across / down - 1.0).abs() > SKEW {
        let size = size.to_int_size();
        return Err(Trouble::Shape { width: size.width(), height: size.height() });
    }
    let failed = |words: String| Trouble::Syntax { at: None, words };
    let mut canvas = Pixmap::new(width, height).ok_or_else(|| failed("it is too large to be drawn".to_owned()))?;
    resvg::render(&tree, Transform::from_scale(across, down), &mut canvas.as_mut());
    let straight = canvas.pixels().iter().map(PremultipliedColorU8::demultiply);
    let rgba = straight.flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]).collect();
    Pixels { width, height, rgba }.encoded(Format::Png, 100).map_err(failed)
}

/// How much the shapes may differ: less than anyone sees.
const SKEW: f32 = 0.005;

/// How a drawing is read: `miss` is told of what it asks for in vain. Nothing comes from outside the text and the fonts.
fn options<'a>(fonts: &Fonts, miss: &'a (impl Fn(Missing) + Sync)) -> Options<'a> {
    let (select, fallback) = (FontResolver::default_font_selector(), FontResolver::default_fallback_selector());
    let select_font: resvg::usvg::FontSelectionFn<'a> = Box::new(move |font, database| {
        let named = |name: &str| database.faces().any(|face| face.families.iter().any(|(known, _)| known == name));
        let known = font.families().iter().any(|family| match family {
            FontFamily::Named(name) => named(name),
            _ => !database.is_empty(),
        });
        if !known {
            let names = font.families().iter().map(|family| match family {
                FontFamily::Named(name) => name.clone(),
                generic => generic.to_string(),
            });
            let names: Vec<String> = names.collect();
            miss(Missing::Font(names.join(", ")));
        }
        select(font, database)
    });
    let select_fallback: resvg::usvg::FallbackSelectionFn<'a> = Box::new(move |character, used, database| {
        let found = fallback(character, used, database);
        if found.is_none() {
            miss(Missing::Character(character));
        }
        found
    });
    let images = ImageHrefResolver {
        resolve_string: Box::new(move |address, _| {
            miss(Missing::Picture(address.to_owned()));
            None
        }),
        ..ImageHrefResolver::default()
    };
    Options {
        font_family: fonts.first.clone().unwrap_or_else(|| "sans-serif".to_owned()),
        fontdb: fonts.database.clone(),
        font_resolver: FontResolver { select_font, select_fallback },
        image_href_resolver: images,
        ..Options::default()
    }
}

fn syntax(error: &Error) -> Trouble {
    match error {
        Error::ParsingFailed(error) => {
            let at = error.pos();
            Trouble::Syntax { at: Some((at.row as usize, at.col as usize)), words: error.to_string() }
        }
        Error::InvalidSize => {
            let words = "it has no size: the `svg` needs `width` and `height`, or a `viewBox`".to_owned();
            Trouble::Syntax { at: None, words }
        }
        other => Trouble::Syntax { at: None, words: other.to_string() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset::raster::decode;

    fn svg(size: &str, inside: &str) -> String {
        format!(r#"<svg xmlns="http://www.w3.org/2000/svg" {size}>{inside}</svg>"#)
    }

    #[test]
    fn a_drawing_fills_the_wanted_size() {
        let inside = r##"<rect width="20" height="10" fill="#00f"/><rect width="10" height="10" fill="#f00"/>"##;
        let png = draw(&svg(r#"viewBox="0 0 20 10""#, inside), 200, 100, &Fonts::default()).expect("a picture");
        let picture = decode(&png).expect("a picture");
        assert_eq!((picture.width, picture.height), (200, 100));
        assert_eq!(picture.rgba[..4], [255, 0, 0, 255]);
        assert_eq!(picture.rgba[199 * 4..][..4], [0, 0, 255, 255]);
    }

    #[test]
    fn what_can_not_be_drawn_is_told() {
        let check = |svg: &str, expected: Trouble| {
            assert_eq!(draw(svg, 200, 100, &Fonts::default()).expect_err(svg), expected);
        };
        let wide = r#"width="20" height="10""#;
        check(&svg(r#"width="10" height="10""#, ""), Trouble::Shape { width: 10, height: 10 });
        let font = r#"<text y="9" font-family="Absent, Gone">a</text>"#;
        check(&svg(wide, font), Trouble::Missing(vec![Missing::Font("Absent, Gone".to_owned())]));
        let image = r#"<image href="/etc/passwd.png" width="5" height="5"/>"#;
        check(&svg(wide, image), Trouble::Missing(vec![Missing::Picture("/etc/passwd.png".to_owned())]));
        let broken = draw("<svg>\n<a></b></svg>", 2, 1, &Fonts::default());
        assert!(matches!(broken, Err(Trouble::Syntax { at: Some((2, _)), .. })), "{broken:?}");
    }
}
