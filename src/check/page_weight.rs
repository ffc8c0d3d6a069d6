//! The list of resources that a page makes a browser load, each with the part of the page weight to which it counts.
//! The caller looks up their sizes.

use std::borrow::Cow;

use super::csp::is_inline_script;
use super::style;
use crate::content::budgets::WeightPart;
use crate::html::references::{self, Reference, ReferenceKind};
use crate::html::{Tag, Token, scan};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoadedResource<'a> {
    /// The file at a URL.
    Url(WeightPart, Cow<'a, str>),
    /// A script or style within the page.
    Inline(WeightPart, &'a str),
}

/// Returns the resources that a page loads besides its HTML, in document order, repeats included.
pub fn list_resources(page: &str) -> Vec<LoadedResource<'_>> {
    let mut resources = Vec::new();
    // The part to which the text of the open element counts; `None` if browsers do not execute or apply the text.
    let mut text_part = None;
    scan(page, |token| match token {
        Token::Start(tag) => {
            text_part = match &*tag.name {
                _ if !tag.has_content() => None,
                "script" if is_inline_script(tag) => Some(WeightPart::Script),
                "style" => Some(WeightPart::Css),
                _ => None,
            };
            references::extract(tag, |reference| {
                resources.extend(part_of(tag, &reference).map(|part| LoadedResource::Url(part, reference.url)));
            });
            // The loader of islands imports the modules at `data-src` and `data-hydrator` later.
            if tag.has("data-island") || tag.name == "script" {
                let modules = ["data-src", "data-hydrator"].into_iter().filter_map(|name| tag.get(name));
                resources.extend(modules.map(|module| LoadedResource::Url(WeightPart::ScriptLater, module.value())));
            }
        }
        Token::End(_) => text_part = None,
        // In SVG, the content of a script or style is ordinary text.
        Token::Raw(text) | Token::Text(text) | Token::Cdata(text) => {
            resources.extend(text_part.map(|part| LoadedResource::Inline(part, text)));
            if text_part == Some(WeightPart::Css) {
                resources.extend(style::imports(text).map(|url| LoadedResource::Url(WeightPart::Css, url.into())));
            }
        }
        Token::Comment(_) => {}
    });
    resources
}

/// Returns the part of the page weight to which a reference counts; `None` if the reference does not count.
fn part_of(tag: &Tag<'_>, reference: &Reference<'_>) -> Option<WeightPart> {
    match reference.kind {
        // Only services that show a preview of the page load the files of `<meta>`.
        _ if tag.name == "meta" => None,
        ReferenceKind::Style => Some(WeightPart::Css),
        ReferenceKind::Script => Some(WeightPart::Script),
        // A browser loads only one of the files of an image, and `src` counts as that one.
        ReferenceKind::Image if matches!(reference.attribute, "srcset" | "imagesrcset") => None,
        ReferenceKind::Image => Some(WeightPart::Images),
        // A symbol of the page itself is a part of its HTML.
        ReferenceKind::Symbol if reference.url.starts_with('#') => None,
        ReferenceKind::Symbol => Some(WeightPart::Images),
        ReferenceKind::Resource if tag.attribute_is("rel", "modulepreload") => Some(WeightPart::Script),
        ReferenceKind::Resource if tag.attribute_is("rel", "preload") && tag.attribute_is("as", "font") => {
            Some(WeightPart::Fonts)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(page: &str, expected: &[(&str, &str)]) {
        let found = list_resources(page);
        let found: Vec<(&str, &str)> = found
            .iter()
            .map(|load| match load {
                LoadedResource::Url(part, url) => (part.key(), &**url),
                LoadedResource::Inline(part, text) => (part.key(), *text),
            })
            .collect();
        assert_eq!(found, expected, "{page}");
    }

    #[test]
    fn linked_and_inline_styles_and_scripts_count() {
        check("<link rel=stylesheet href=/a.css><style>p{}</style>", &[("css", "/a.css"), ("css", "p{}")]);
        check("<style>@import '/a.css';</style>", &[("css", "@import '/a.css';"), ("css", "/a.css")]);
        check("<script type=module src=/a.js></script>", &[("script", "/a.js")]);
        check("<script>go()</script>", &[("script", "go()")]);
        check("<script type=application/ld+json>{}</script>", &[]);
        check("<link rel=modulepreload href=/a.js>", &[("script", "/a.js")]);
        check(
            "<svg><style>p{}<![CDATA[a{}]]></style><style/>b<script>go()</script>c</svg>d",
            &[("css", "p{}"), ("css", "a{}"), ("script", "go()")],
        );
        check("<svg><script href=/a.js>old()</script></svg>", &[("script", "/a.js")]);
    }

    #[test]
    fn modules_of_islands_count_as_later_scripts() {
        let page = "<script data-hydrator=/h.js>go()</script><div data-island=A data-src=/a.js></div>";
        check(page, &[("script_later", "/h.js"), ("script", "go()"), ("script_later", "/a.js")]);
        check("<div data-src=/a.js></div>", &[]);
    }

    #[test]
    fn one_width_of_an_image_counts() {
        check("<img srcset='/a.avif 1x, /b.avif 2x' src=/a.png>", &[("images", "/a.png")]);
        check("<picture><source srcset=/a.avif><img src='/a.png?x&amp;y'></picture>", &[("images", "/a.png?x&y")]);
        check("<video src=/film.webm poster=/still.svg></video>", &[("images", "/still.svg")]);
        check("<link rel=preload as=image href=/a.png imagesrcset='/a.avif 1x, /b.avif 2x'>", &[]);
        check("<a href=/a.png>x</a>", &[]);
    }

    #[test]
    fn symbols_of_other_files_count() {
        check("<svg><use href='#a'/><use href='/icons.svg#b'/></svg>", &[("images", "/icons.svg#b")]);
    }

    #[test]
    fn images_for_previews_of_the_page_do_not_count() {
        check("<meta property=og:image content=/card.png><meta property=og:video content=/film.mp4>", &[]);
    }

    #[test]
    fn preloaded_fonts_count() {
        check("<link rel=preload as=font href=/a.woff2><link rel=icon href=/i.svg>", &[("fonts", "/a.woff2")]);
    }
}
