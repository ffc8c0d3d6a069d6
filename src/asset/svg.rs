//! The renderer of SVG texts to PNG. It uses the site's own fonts only, never those of the system.

use std::collections::BTreeSet;
use std::io::Cursor;
use std::sync::Arc;

use parking_lot::Mutex;
use regex_syntax::hir::{Class, ClassUnicode, HirKind};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{Error, FontFamily, FontResolver, ImageHrefResolver, ImageKind, Options, Tree};
use xxhash_rust::xxh3::Xxh3Default;

use super::raster::{Bitmap, Format, decode};

/// The characters of emoji (Unicode Technical Standard 51), except ASCII digits and signs, with which some emoji begin.
const EMOJI: &str = r"[\p{Emoji}\p{Emoji_Component}--\p{ASCII}]";

/// The fonts that SVG drawings may use.
#[derive(Debug, Default)]
pub struct Fonts {
    database: Arc<Database>,
    /// The family of the first font. It is the default, and stands for generic families such as `sans-serif`.
    default_family: Option<String>,
    /// The hash of the bytes of all fonts.
    pub digest: u64,
}

impl Fonts {
    /// Loads TrueType and OpenType files, given by their names and bytes. Also returns the names of the files without a
    /// usable font.
    pub fn new(files: Vec<(String, Vec<u8>)>) -> (Self, Vec<String>) {
        let (mut database, mut hasher) = (Database::new(), Xxh3Default::new());
        let mut empty = Vec::new();
        for (name, bytes) in files {
            hasher.update(&bytes);
            if database.load_font_source(Source::Binary(Arc::new(bytes))).is_empty() {
                empty.push(name);
            }
        }
        let default_family =
            database.faces().next().and_then(|face| face.families.first()).map(|(name, _)| name.clone());
        if let Some(name) = &default_family {
            database.set_serif_family(name);
            database.set_sans_serif_family(name);
            database.set_monospace_family(name);
            database.set_cursive_family(name);
            database.set_fantasy_family(name);
        }
        (Self { database: Arc::new(database), default_family, digest: hasher.digest() }, empty)
    }

    pub fn families(&self) -> BTreeSet<&str> {
        self.database.faces().flat_map(|face| &face.families).map(|(name, _)| name.as_str()).collect()
    }

    /// Removes from an SVG text the emoji that no font has. Also returns the removed emoji.
    pub fn without_missing_emoji(&self, svg: &str) -> (String, Vec<char>) {
        let Some(emoji) = parse_class(EMOJI).filter(|_| !svg.is_ascii()) else { return (svg.to_owned(), Vec::new()) };
        let is_emoji = |c: &char| emoji.iter().any(|range| (range.start()..=range.end()).contains(c));
        let characters: BTreeSet<char> = svg.chars().filter(|c| !c.is_ascii()).collect();
        let missing: Vec<char> = characters.into_iter().filter(|c| is_emoji(c) && !self.has_glyph(*c)).collect();
        (svg.replace(&missing[..], ""), missing)
    }

    fn has_glyph(&self, character: char) -> bool {
        let svg =
            format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><text>{character}</text></svg>"#);
        parse(&svg, self).is_ok_and(|(_, missing)| missing.is_empty())
    }
}

/// A resource that a drawing uses and that is not available.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum MissingResource {
    /// A font: no font has any of these families, which are separated by commas.
    Font(String),
    /// A glyph for this character: no font has one.
    Character(char),
    /// A picture at this address: only pictures that are embedded in the SVG text, and can be decoded, are drawn. The
    /// address of an embedded picture is `data:` and its media type.
    Picture(String),
}

/// Why an SVG text can't be drawn.
#[derive(Debug, PartialEq, Eq)]
pub enum SvgError {
    /// The text is not valid SVG, or can't be drawn; `at` is the line and column, counted from 1.
    Syntax { at: Option<(usize, usize)>, message: String },
    /// The aspect ratio is not the requested one; `width` and `height` are those of the SVG.
    Shape { width: u32, height: u32 },
    /// The drawing uses resources that are not available.
    Missing(Vec<MissingResource>),
}

/// Draws an SVG text, and returns it as a PNG of `width` × `height` pixels.
pub fn draw(svg: &str, width: u32, height: u32, fonts: &Fonts) -> Result<Vec<u8>, SvgError> {
    let (tree, missing) = parse(svg, fonts).map_err(|error| syntax_error(&error))?;
    if !missing.is_empty() {
        return Err(SvgError::Missing(missing));
    }
    let size = tree.size();
    #[expect(clippy::cast_precision_loss, reason = "the size of a picture")]
    let (scale_x, scale_y) = (width as f32 / size.width(), height as f32 / size.height());
    if (scale_x / scale_y - 1.0).abs() > MAX_SKEW {
        let size = size.to_int_size();
        return Err(SvgError::Shape { width: size.width(), height: size.height() });
    }
    let failed = |message: String| SvgError::Syntax { at: None, message };
    let mut canvas = Pixmap::new(width, height).ok_or_else(|| failed("it is too large to be drawn".to_owned()))?;
    resvg::render(&tree, Transform::from_scale(scale_x, scale_y), &mut canvas.as_mut());
    Bitmap { width, height, rgba: canvas.take_demultiplied() }
        .encoded(Format::Png, 100)
        .map_err(|error| failed(error.to_string()))
}

/// Parses an SVG text. Also returns the resources that it lacks.
fn parse(svg: &str, fonts: &Fonts) -> Result<(Tree, Vec<MissingResource>), Error> {
    let missing = Mutex::new(BTreeSet::new());
    let add_missing = |resource| {
        missing.lock().insert(resource);
    };
    let tree = Tree::from_str(svg, &options(fonts, &add_missing))?;
    Ok((tree, missing.into_inner().into_iter().collect()))
}

/// Parses a class of characters in the syntax of regular expressions.
fn parse_class(pattern: &str) -> Option<ClassUnicode> {
    match regex_syntax::parse(pattern).ok()?.into_kind() {
        HirKind::Class(Class::Unicode(class)) => Some(class),
        _ => None,
    }
}

/// Whether the data of a picture can be decoded. Of an animation, only the first frame is drawn.
fn is_picture(kind: &ImageKind) -> bool {
    match kind {
        ImageKind::JPEG(data) | ImageKind::PNG(data) => decode(data).is_ok(),
        ImageKind::GIF(data) => {
            let mut decoder = gif::Decoder::new(data.as_slice()).ok();
            decoder.as_mut().is_some_and(|decoder| matches!(decoder.read_next_frame(), Ok(Some(_))))
        }
        ImageKind::WEBP(data) => can_decode_webp(data).unwrap_or_default(),
        ImageKind::SVG(_) => true,
    }
}

fn can_decode_webp(data: &[u8]) -> Option<bool> {
    let mut decoder = image_webp::WebPDecoder::new(Cursor::new(data)).ok()?;
    let mut pixels = vec![0; decoder.output_buffer_size()?];
    Some(decoder.read_image(&mut pixels).is_ok())
}

/// The relative difference that aspect ratios may have: too small to be visible.
const MAX_SKEW: f32 = 0.005;

/// Returns options that load nothing but `fonts`. The renderer calls `add_missing` for each missing resource.
fn options<'a>(fonts: &Fonts, add_missing: &'a (impl Fn(MissingResource) + Sync)) -> Options<'a> {
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
            add_missing(MissingResource::Font(names.join(", ")));
        }
        select(font, database)
    });
    let select_fallback: resvg::usvg::FallbackSelectionFn<'a> = Box::new(move |character, used, database| {
        let found = fallback(character, used, database);
        if found.is_none() {
            add_missing(MissingResource::Character(character));
        }
        found
    });
    let resolve_data = ImageHrefResolver::default_data_resolver();
    let images = ImageHrefResolver {
        resolve_data: Box::new(move |media_type, data, options| {
            let picture = resolve_data(media_type, data, options).filter(is_picture);
            if picture.is_none() {
                add_missing(MissingResource::Picture(format!("data:{media_type}")));
            }
            picture
        }),
        resolve_string: Box::new(move |address, _| {
            add_missing(MissingResource::Picture(address.to_owned()));
            None
        }),
    };
    Options {
        font_family: fonts.default_family.clone().unwrap_or_else(|| "sans-serif".to_owned()),
        fontdb: fonts.database.clone(),
        font_resolver: FontResolver { select_font, select_fallback },
        image_href_resolver: images,
        ..Options::default()
    }
}

fn syntax_error(error: &Error) -> SvgError {
    let (at, message) = match error {
        Error::ParsingFailed(error) => {
            let at = error.pos();
            (Some((at.row as usize, at.col as usize)), error.to_string())
        }
        Error::InvalidSize => (None, "it has no size: the `svg` needs `width` and `height`, or a `viewBox`".to_owned()),
        other => (None, other.to_string()),
    };
    SvgError::Syntax { at, message }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;

    use super::*;

    fn svg(size: &str, inside: &str) -> String {
        format!(r#"<svg xmlns="http://www.w3.org/2000/svg" {size}>{inside}</svg>"#)
    }

    #[test]
    fn a_drawing_fills_the_requested_size() {
        let inside = r##"<rect width="20" height="10" fill="#00f"/><rect width="10" height="10" fill="#f00"/>"##;
        let png = draw(&svg(r#"viewBox="0 0 20 10""#, inside), 200, 100, &Fonts::default()).expect("a picture");
        let picture = decode(&png).expect("a picture");
        assert_eq!((picture.width, picture.height), (200, 100));
        assert_eq!(picture.rgba[..4], [255, 0, 0, 255]);
        assert_eq!(picture.rgba[199 * 4..][..4], [0, 0, 255, 255]);
    }

    #[test]
    fn a_picture_within_a_drawing_is_drawn_unless_it_is_cut_off() {
        let red = Bitmap { width: 20, height: 10, rgba: [255, 0, 0, 255].repeat(200) };
        let mut gif = Vec::new();
        let frame = gif::Frame::from_rgb(20, 10, &[255, 0, 0].repeat(200));
        gif::Encoder::new(&mut gif, 20, 10, &[]).and_then(|mut encoder| encoder.write_frame(&frame)).expect("bytes");
        let encoded = |format| red.encoded(format, 100).expect("bytes");
        for (format, bytes) in [("png", encoded(Format::Png)), ("webp", encoded(Format::Webp)), ("gif", gif)] {
            let draw = |bytes: &[u8]| {
                let data = base64::engine::general_purpose::STANDARD.encode(bytes);
                let image = format!(r#"<image href="data:image/{format};base64,{data}" width="20" height="10"/>"#);
                draw(&svg(r#"width="20" height="10""#, &image), 20, 10, &Fonts::default())
            };
            let drawn = decode(&draw(&bytes).expect(format)).expect("a picture");
            assert!(drawn.rgba[0] > 240 && drawn.rgba[1] < 10, "{format}");
            let missing = MissingResource::Picture(format!("data:image/{format}"));
            assert_eq!(draw(&bytes[..bytes.len() - 20]).expect_err(format), SvgError::Missing(vec![missing]));
        }
    }

    #[test]
    fn errors_and_missing_resources_are_reported() {
        let check = |svg: &str, expected: SvgError| {
            assert_eq!(draw(svg, 200, 100, &Fonts::default()).expect_err(svg), expected);
        };
        let wide = r#"width="20" height="10""#;
        check(&svg(r#"width="10" height="10""#, ""), SvgError::Shape { width: 10, height: 10 });
        let font = r#"<text y="9" font-family="Absent, Gone">a</text>"#;
        check(&svg(wide, font), SvgError::Missing(vec![MissingResource::Font("Absent, Gone".to_owned())]));
        let image = r#"<image href="/etc/passwd.png" width="5" height="5"/>"#;
        check(&svg(wide, image), SvgError::Missing(vec![MissingResource::Picture("/etc/passwd.png".to_owned())]));
        for (data, media_type) in [("image/png;base64,AAAA", "image/png"), ("image/avif;base64,AAAA", "image/avif")] {
            let image = format!(r#"<image href="data:{data}" width="5" height="5"/>"#);
            let missing = MissingResource::Picture(format!("data:{media_type}"));
            check(&svg(wide, &image), SvgError::Missing(vec![missing]));
        }
        let broken = draw("<svg>\n<a></b></svg>", 2, 1, &Fonts::default());
        assert!(matches!(broken, Err(SvgError::Syntax { at: Some((2, _)), .. })), "{broken:?}");
    }
}
