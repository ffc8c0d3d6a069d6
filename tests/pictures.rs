//! Pictures in several sizes and formats, and drawn SVG: their HTML, the published files, and the cache.

use std::path::Path;
use std::sync::LazyLock;

use crate::support::{self, Built, TestSite, base, read_folder};
use site::asset::raster::{self, Format};

/// A photo of 900 × 600 pixels, encoded once for all tests.
static KITE: LazyLock<Vec<u8>> = LazyLock::new(|| photo(900, 600, Format::Jpeg));

/// Returns a photo of this size, which gets redder to the right and greener to the bottom.
fn photo(width: u32, height: u32, format: Format) -> Vec<u8> {
    support::photo::photo(width, height, format, |x, y| [x * 255 / width, y * 255 / height, 90])
}

/// A site of one page whose body is `body`, with [`KITE`].
fn gallery(settings: &str, body: &str) -> TestSite {
    let site = base(&format!(
        "-- content/site.yaml --\ntitle: Test\nbase_url: https://example.com/\n{settings}\n\
         -- templates/page.html --\n<!doctype html>\n<html lang=\"en\"><head><title>{{{{ page.title }}}}</title>\
         <meta name=\"description\" content=\"A page\"></head>\n<body>{body}\n{{{{ page.content }}}}</body></html>\n"
    ));
    site.write("public/images/kite.jpg", &*KITE);
    site
}

const SMALL: &str = "images: { widths: [100, 200], formats: [avif, webp] }";

/// Returns the outputs whose path begins and ends with these texts.
fn named(built: &Built, start: &str, end: &str) -> Vec<String> {
    built.paths().into_iter().filter(|path| path.starts_with(start) && path.ends_with(end)).collect()
}

fn size_of(built: &Built, path: &str) -> (usize, usize) {
    let bytes = std::fs::read(built.site.config.out.join(path)).expect("an output");
    let size = imagesize::blob_size(&bytes).expect("a picture");
    (size.width, size.height)
}

#[test]
fn a_picture_comes_in_every_width_and_format() {
    let built = gallery(SMALL, r#"{{ picture("images/kite.jpg", alt="A <kite>", sizes="50vw", class="wide") }}"#)
        .build()
        .fine();
    for (format, ending) in [("avif", ".avif"), ("webp", ".webp")] {
        let files = named(&built, "made/images/kite-", ending);
        assert_eq!(files.len(), 2, "{files:?}");
        assert_eq!((size_of(&built, &files[0]), size_of(&built, &files[1])), ((100, 67), (200, 133)));
        let source =
            format!(r#"<source type="image/{format}" srcset="/{} 100w, /{} 200w" sizes="50vw">"#, files[0], files[1]);
        assert!(built.text("index.html").contains(&source), "{}", built.text("index.html"));
    }
    let fallback = named(&built, "made/images/kite-200", ".jpg");
    assert_eq!(fallback.len(), 1);
    let img = format!(
        r#"<img src="/{}" alt="A &lt;kite&gt;" class="wide" width="200" height="133" loading="lazy" decoding="async"></picture>"#,
        fallback[0]
    );
    let built = built.holds("index.html", &img).has("images/kite.jpg");
    assert_eq!(named(&built, "made/", "").len(), 5);
}

#[test]
fn loading_is_what_the_template_says() {
    let check = |options: &str, expected: &str| {
        let body = format!(r#"{{{{ picture("images/kite.jpg", alt="A kite", widths=[16]{options}) }}}}"#);
        gallery("images: { formats: [] }", &body).build().fine().holds("index.html", expected);
    };
    check("", r#"height="11" loading="lazy" decoding="async">"#);
    check(", lazy=false", r#"height="11" decoding="async">"#);
    check(", priority=true", r#"height="11" fetchpriority="high">"#);
    check(", priority=true, lazy=false", r#"height="11" fetchpriority="high">"#);
}

#[test]
fn without_modern_formats_the_fallback_has_all_widths() {
    let settings = "images: { widths: [100, 200], formats: [], sizes: 30vw }";
    let built = gallery(settings, r#"{{ picture("/images/kite.jpg", alt="") }}"#)
        .build()
        .fine()
        .holds_not("index.html", "<picture");
    let files = named(&built, "made/images/kite-", ".jpg");
    let img = format!(
        r#"<img src="/{}" srcset="/{} 100w, /{} 200w" alt="" sizes="30vw" width="200""#,
        files[1], files[0], files[1]
    );
    built.holds("index.html", &img);
}

#[test]
fn no_picture_is_made_larger_than_it_is() {
    let settings = "images: { widths: [300, 2000], formats: [webp] }";
    let built = gallery(settings, r#"{{ picture("images/kite.jpg", alt="") }}"#).build().fine();
    let widths: Vec<_> = named(&built, "made/images/kite-", ".webp").iter().map(|path| size_of(&built, path)).collect();
    assert_eq!(widths, [(300, 200), (900, 600)]);
    let small =
        gallery("images: { formats: [webp] }", r#"{{ picture("images/kite.jpg", alt="", widths=[1000, 2000]) }}"#);
    let built = small.build().mistakes(&["small-picture"]);
    assert!(built.drawn().contains("900 pixels wide") && built.drawn().contains("1000"), "{}", built.drawn());
    assert_eq!(named(&built, "made/images/kite-900", ".webp").len(), 1);
}

#[test]
fn a_small_picture_is_reported_where_it_is_named() {
    let data = "-- content/gallery.schema.yaml --\nproperties: { note: { type: string }, cover: { type: string } }\n\
                -- content/gallery.yaml --\nnote: instead of images/kite.jpg\ncover: images/kite.jpg\n";
    let picture = r#"{{ picture(data.gallery.cover, alt="", widths=[1000]) }}"#;
    let settings = "images: { formats: [webp] }";
    let built = gallery(settings, picture).edit(data).build().mistakes(&["small-picture"]);
    assert!(built.drawn().contains("content/gallery.yaml:2:8"), "{}", built.drawn());
    let written = picture.replace("data.gallery.cover", "\"images/kite.jpg\"");
    let built = gallery(settings, &written).edit(data).build().mistakes(&["small-picture"]);
    assert!(built.drawn().contains("templates/page.html"), "{}", built.drawn());
}

#[test]
fn pictures_in_markdown_are_made_too() {
    let site = gallery(SMALL, "")
        .edit("-- content/pages/home.md --\n---\ntitle: Home\nroute: /\n---\n![A kite](/images/kite.jpg \"Up\")\n");
    let built =
        site.build().fine().holds("index.html", r#"alt="A kite" title="Up" width="200" height="133" loading="lazy""#);
    assert_eq!(named(&built, "made/", "").len(), 5);
}

#[test]
fn drawings_and_modern_formats_pass_through() {
    let body = r#"{{ picture("images/star.svg", alt="", priority=true) }}"#;
    let svg = "-- public/images/star.svg --\n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 40 30\"/>\n";
    let built = gallery(SMALL, body).edit(svg).build().fine();
    let img = r#"<img src="/images/star.svg" alt="" width="40" height="30" fetchpriority="high">"#;
    assert!(named(&built.holds("index.html", img), "made/", "").is_empty());
}

#[test]
fn a_photo_is_shown_as_the_camera_was_held() {
    let upright = photo(60, 40, Format::Jpeg);
    // An EXIF block that says: turned by 90 degrees (orientation 6).
    let exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    let length = u16::try_from(exif.len() + 2).expect("short").to_be_bytes();
    let turned = [&upright[..2], &[0xff, 0xe1], &length, exif, &upright[2..]].concat();
    let site = gallery("images: { formats: [webp] }", r#"{{ picture("images/turned.jpg", alt="") }}"#);
    site.write("public/images/turned.jpg", turned);
    let built = site.build().fine().holds("index.html", r#"width="40" height="60""#);
    assert_eq!(size_of(&built, &named(&built, "made/images/turned-", ".webp")[0]), (40, 60));
}

#[test]
fn broken_pictures_are_reported_with_their_file_and_page() {
    let mut bytes = photo(900, 600, Format::Png);
    let middle = bytes.len() / 2;
    bytes[middle..middle + 100].fill(7);
    let site = gallery(SMALL, r#"{{ picture("images/bad.png", alt="") }}"#);
    site.write("public/images/bad.png", bytes);
    let built = site.build().mistakes(&["broken-picture"]);
    let drawn = built.drawn();
    for words in ["public/images/bad.png", "on the page /", "save it again"] {
        assert!(drawn.contains(words), "{drawn}");
    }

    let copy = "-- content/pages/b.md --\n---\ntitle: B\n---\n![A copy](/copy.png)\n";
    let site = built.then().edit(copy);
    std::fs::copy(site.path("public/images/bad.png"), site.path("public/copy.png")).expect("copied");
    let built = site.build().mistakes(&["broken-picture", "broken-picture"]);
    for words in ["the picture `public/images/bad.png`", "the picture `public/copy.png`", "on the page /b/"] {
        assert!(built.drawn().contains(words), "{}", built.drawn());
    }
}

#[test]
fn a_picture_that_is_cut_off_is_reported_where_content_names_it() {
    for (format, name) in [(Format::Jpeg, "half.jpg"), (Format::Png, "half.png")] {
        let whole = photo(900, 600, format);
        let entry = format!(
            "-- content/pages/home.md --\n---\ntitle: images/{name}\nroute: /\n---\n![A kite](/images/{name})\n"
        );
        let site = gallery(SMALL, r#"{{ picture(page.title, alt="") }}"#).edit(&entry);
        site.write(&format!("public/images/{name}"), &whole[..whole.len() / 2]);
        let built = site.build().mistakes(&["unusable-file", "missing-image"]);
        let drawn = built.drawn();
        for words in ["content/pages/home.md:2:8", "content/pages/home.md:5:1", "the file ends too early"] {
            assert!(drawn.contains(words), "{drawn}");
        }
    }
}

#[test]
fn a_picture_of_too_many_pixels_is_refused_where_it_is_named() {
    let mut bytes = photo(9, 6, Format::Png);
    // Width and height in the header: 9,000 and 9,000.
    bytes[16..24].copy_from_slice(&[0, 0, 0x23, 0x28, 0, 0, 0x23, 0x28]);
    let site = gallery(SMALL, r#"{{ picture("images/huge.png", alt="") }}"#);
    site.write("public/images/huge.png", bytes);
    let drawn = site.build().mistakes(&["template-error"]).drawn();
    for words in ["templates/page.html:3", "is too large: 9000 × 9000 pixels", "64 megapixels at most"] {
        assert!(drawn.contains(words), "{drawn}");
    }
}

#[test]
fn a_picture_that_is_too_long_for_webp_is_refused_where_it_is_named() {
    let site = gallery("images: { formats: [webp] }", "")
        .edit("-- content/pages/home.md --\n---\ntitle: Home\nroute: /\n---\n![A list](/images/list.png)\n");
    site.write("public/images/list.png", photo(8, 16_384, Format::Png));
    let built = site.build().mistakes(&["missing-image"]);
    for words in ["content/pages/home.md:5:1", "is too long for WebP: 8 × 16384", "at most 16383 pixels a side"] {
        assert!(built.drawn().contains(words), "{}", built.drawn());
    }
    let site = built.then();
    site.write("public/images/list.png", photo(8, 16_383, Format::Png));
    let built = site.build().fine();
    assert_eq!(size_of(&built, &named(&built, "made/images/list-8", ".webp")[0]), (8, 16_383));
}

#[test]
fn a_damaged_picture_of_the_cache_is_made_again() {
    let mut built = gallery(SMALL, r#"{{ picture("images/kite.jpg", alt="") }}"#).build().fine();
    let clean = built.outputs();
    for damage in [
        |bytes: &mut Vec<u8>| bytes[40] ^= 1,
        |bytes: &mut Vec<u8>| bytes.truncate(60),
        |bytes: &mut Vec<u8>| bytes.clear(),
    ] {
        let cached = read_folder(&built.site.path(".site/derived"));
        assert!(!cached.is_empty());
        for (name, mut bytes) in cached {
            damage(&mut bytes);
            built.site.write(&format!(".site/derived/{name}"), bytes);
        }
        built = built.then().remove("dist").build().fine();
        assert!(built.outputs() == clean, "other bytes than from a clean build");
    }
}

#[test]
fn sources_are_used_but_not_published() {
    let settings = "images: { widths: [100], formats: [webp] }\nassets: { sources: [\"images/**\"] }";
    let built = gallery(settings, r#"{{ picture("images/kite.jpg", alt="") }}"#).build().fine();
    let built = built.lacks("images/kite.jpg");
    assert_eq!(named(&built, "made/images/", "").len(), 2);
}

#[test]
fn pictures_are_made_once_and_found_in_the_cache_by_their_bytes() {
    let body = r#"{{ picture("images/kite.jpg", alt="") }}{{ drawing("card.svg", {"n": 1}, width=20, height=10) }}"#;
    let card = "-- templates/card.svg --\n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 20 10\"><rect width=\"{{ n }}\" height=\"10\"/></svg>\n";
    let site = gallery(SMALL, body).edit(card);
    site.write("public/copy.jpg", &*KITE);
    let built = site.build().fine();
    let first = built.outputs();
    let cache = built.site.path(".site/derived");
    let times = |folder: &Path| {
        let time =
            |entry: std::fs::DirEntry| (entry.path(), entry.metadata().and_then(|m| m.modified()).expect("a time"));
        let entries = std::fs::read_dir(folder).expect("a cache").map(|entry| entry.expect("a file"));
        let mut times: Vec<_> = entries.filter(|entry| entry.file_name() != "recent").map(time).collect();
        times.sort();
        times
    };
    let before = times(&cache);
    assert_eq!(before.len(), 6);
    let built = built.then().build().fine();
    assert_eq!((times(&cache), built.outputs()), (before.clone(), first.clone()), "nothing is made again");

    let copy = "-- content/pages/b.md --\n---\ntitle: B\n---\n![A copy](/copy.jpg)\n";
    let built = built.then().edit(copy).build().fine();
    assert_eq!(times(&cache), before, "the same picture under another name is in the cache already");
    assert_eq!(named(&built, "made/", "").len(), 11);

    let site = built.then().remove("content/pages/b.md").remove(".site");
    let built = site.remove("dist").build().fine();
    assert_eq!(built.outputs(), first, "without the cache the bytes are the same");
    let built = built.then().edit(copy).remove(".site").remove("dist").build().fine();
    assert_eq!((times(&cache).len(), named(&built, "made/", "").len()), (6, 11), "made once for both names");
}

#[test]
fn the_cache_keeps_used_pictures_and_the_last_500_others() {
    let built = gallery(SMALL, r#"{{ picture("images/kite.jpg", alt="") }}"#).build().fine();
    let cache = built.site.path(".site/derived");
    let count = || std::fs::read_dir(&cache).expect("a cache").count();
    let own = count();
    std::fs::write(cache.join(".a.webp.partial-4000000"), "of a killed run").expect("written");
    // Pictures of earlier builds, those that were used last first.
    let recent = std::fs::read_to_string(cache.join("recent")).expect("a list");
    let old: Vec<String> = (0..510).map(|number| format!("old{number:03}.webp")).collect();
    old.iter().for_each(|name| std::fs::write(cache.join(name), "old").expect("written"));
    std::fs::write(cache.join("recent"), format!("{}\n{recent}", old.join("\n"))).expect("written");
    let built = built.then().edit("-- public/new.txt --\nnew\n").build().fine();
    assert_eq!(count(), own + 500, "those that were used last are kept");
    assert!(cache.join("old499.webp").is_file() && !cache.join("old500.webp").is_file());
    let names = named(&built, "made/images/kite-", "");
    assert!(!names.is_empty());
}

#[test]
fn a_drawing_is_a_picture_of_its_svg_template() {
    let head = r#"<img src="{{ drawing("cards/page.svg", {"colour": "red"}, width=40, height=20) }}" alt="">"#;
    let card = "-- templates/cards/page.svg --\n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 200\">\
                <rect width=\"400\" height=\"200\" fill=\"{{ colour }}\"/>\
                <text y=\"150\" font-size=\"200\" font-family=\"Tuffy\" fill=\"blue\">{{ page.title }}</text></svg>\n";
    let site = gallery("", head).edit(card);
    let built = site.build().mistakes(&["broken-drawing"]);
    assert!(built.drawn().contains("the font `Tuffy`"), "{}", built.drawn());
    let site = built.then();
    site.write("public/fonts/tuffy.ttf", include_bytes!("fixtures/Tuffy.ttf"));
    let built = site.build().fine();
    let [file] = &named(&built, "made/cards/page.", ".png")[..] else { panic!("{:?}", built.paths()) };
    let bitmap = raster::decode(&std::fs::read(built.site.config.out.join(file)).expect("a file")).expect("a picture");
    assert_eq!((bitmap.width, bitmap.height), (40, 20));
    let pixels = bitmap.rgba.as_chunks::<4>().0;
    assert_eq!(pixels[39], [255, 0, 0, 255]);
    assert!(pixels.iter().any(|pixel| pixel[2] > 150), "the text is there");

    let missing = built.then().replace("templates/cards/page.svg", "{{ page.title }}", "த").build();
    let missing = missing.mistakes(&["broken-drawing"]);
    let drawn = missing.drawn();
    assert!(drawn.contains("no font of the site has the character `த`"), "{drawn}");
    assert!(drawn.contains("--> templates/cards/page.svg\n"), "{drawn}");
    let written = missing.then().replace("templates/cards/page.svg", "த", "{{ page.title }}");
    let written = written.replace("content/pages/home.md", "title: Home", "title: Home த").build();
    let drawn = written.mistakes(&["broken-drawing"]).drawn();
    assert!(drawn.contains("--> content/pages/home.md:2:8"), "{drawn}");
}

#[test]
fn a_drawing_goes_without_emoji_that_no_font_has() {
    let head = r#"<img src="{{ drawing("card.svg", {"title": page.title}, width=400, height=200) }}" alt="">"#;
    let card = "-- templates/card.svg --\n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 200\">\
                <text y=\"150\" font-size=\"60\" font-family=\"Tuffy\">{{ title }}</text></svg>\n";
    let site = gallery("", head).edit(card);
    site.write("public/fonts/tuffy.ttf", include_bytes!("fixtures/Tuffy.ttf"));
    let pixels = |built: &Built| {
        let [file] = &named(built, "made/card.", ".png")[..] else { panic!("{:?}", built.paths()) };
        raster::decode(&std::fs::read(built.site.config.out.join(file)).expect("a file")).expect("a picture").rgba
    };
    let built = site.replace("content/pages/home.md", "title: Home", "title: 1 Home").build().fine();
    let without = pixels(&built);
    let with = |before: &str, title: &str, built: Built| {
        built.then().replace("content/pages/home.md", &format!("title: {before}"), &format!("title: {title}")).build()
    };
    // A keycap, a heart with a variation selector, and a woman with a laptop: signs that are joined.
    let title = "1\u{fe0f}\u{20e3} Home \u{2764}\u{fe0f} \u{1f469}\u{200d}\u{1f4bb}";
    let built = with("1 Home", title, built).mistakes(&["missing-emoji"]);
    let drawn = built.drawn();
    assert!(drawn.contains("warning[missing-emoji]: no font of the site has `\u{20e3}`, `❤`, `👩`, `💻`,"), "{drawn}");
    assert!(drawn.contains("--> content/pages/home.md:2:10"), "{drawn}");
    assert!(pixels(&built) == without, "the rest is drawn as if they were not there");
    let again = built.then().build().mistakes(&["missing-emoji"]);
    // A letter that no font has is still an error.
    let letter = with(title, "1 Home த 👩", again).mistakes(&["broken-drawing", "missing-emoji"]);
    assert!(letter.drawn().contains("no font of the site has the character `த`"), "{}", letter.drawn());
}

#[test]
fn a_picture_is_cut_to_a_ratio_around_its_focus() {
    let body = r#"{{ picture("images/kite.jpg", alt="", widths=[100, 200, 4000], ratio="1:1", focus="right") }}"#;
    let built = gallery("images: { formats: [webp] }", body).build().fine();
    let files = named(&built, "made/images/kite-", ".webp");
    let sizes: Vec<_> = files.iter().map(|path| size_of(&built, path)).collect();
    assert_eq!(sizes, [(100, 100), (200, 200), (600, 600)], "never larger than the part");
    let built = built.holds("index.html", r#"width="600" height="600""#);
    let jpeg = named(&built, "made/images/kite-600", ".jpg");
    let bytes = std::fs::read(built.site.config.out.join(&jpeg[0])).expect("an output");
    let red = raster::decode(&bytes).expect("a picture").rgba[0];
    assert!((75..=95).contains(&red), "the left edge of the right part is a third from the left: {red}");
    let site = built.then().replace("templates/page.html", "right", "left");
    let other = site.build().fine();
    assert_ne!(named(&other, "made/images/kite-600", ".jpg"), jpeg, "another part is another file");
}

#[test]
fn one_picture_is_made_in_the_size_that_a_template_asks_for() {
    let body = r#"{% set i = image("images/kite.jpg", width=300, ratio="3:1") %}{{ i.url }} {{ i.width }}×{{ i.height }}
        {% set own = image("images/kite.jpg", width=5000) %}{{ own.width }}×{{ own.height }}
        {% set part = image("images/kite.jpg", ratio="1:1") %}{{ part.width }}"#;
    let built = gallery("assets: { sources: [\"images/*\"] }", body).build().fine();
    let file = named(&built, "made/images/kite-300", ".jpg");
    assert_eq!(size_of(&built, &file[0]), (300, 100));
    let expected = format!("/{} 300×100", file[0]);
    built
        .holds("index.html", &expected)
        .holds("index.html", "900×600")
        .holds("index.html", "600")
        .lacks("images/kite.jpg");
}

#[test]
fn the_size_of_a_source_that_is_not_published_is_known() {
    let settings = "assets: { sources: [\"images/*\"] }";
    let body = r#"{% set i = image("images/kite.jpg") %}{{ i.width }}×{{ i.height }}{{ " at " ~ i.url if i.url }}"#;
    gallery(settings, body).build().fine().holds("index.html", "<body>900×600\n");
    gallery("", body).build().fine().holds("index.html", "<body>900×600 at /images/kite.jpg\n");
}

#[test]
fn a_placeholder_is_a_class_for_the_mean_colour() {
    let body = r#"{{ picture("images/kite.jpg", alt="", class="wide", placeholder=true, widths=[16]) }}"#;
    let settings = "images: { formats: [] }";
    let built = gallery(settings, body).build().fine().holds("index.html", r#" class="wide tone-21""#);
    let site = built.then();
    site.write("public/images/kite.jpg", support::photo::photo(90, 60, Format::Jpeg, |_, _| [250, 10, 10]));
    site.build().fine().holds("index.html", r#" class="wide tone-48""#);
}

#[test]
fn published_photos_that_hold_their_location_are_reported() {
    let placed = support::photo::with_place(&photo(20, 10, Format::Jpeg));
    let body = r#"{% for photo in files("/images/*.jpg") %}{{ photo.place.latitude if photo.place else "nowhere" }} {% endfor %}"#;
    let site = gallery("", body);
    site.write("public/images/home.jpg", &placed);
    let built = site.build().mistakes(&["picture-tells-place"]).holds("index.html", "nowhere nowhere");
    let site = built.then();
    let settings =
        "base_url: https://example.com/\nimages: { exif_place: true }\nassets: { sources: [\"images/home.jpg\"] }\n";
    site.replace("content/site.yaml", "base_url: https://example.com/\n", settings)
        .build()
        .fine()
        .holds("index.html", "9.5 nowhere");
}
