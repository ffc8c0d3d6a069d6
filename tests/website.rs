//! The website in `content/`: the rules of `docs/requirements/website.md` about its structure, by the ids of its rows
//! (R-…).
//!
//! Texts and figures belong to editors, so no test contains one: pages are compared with the content that they show.
//! The tests contain only routes, ids, names of protocols and kinds of elements. This file tests routes, chrome, head,
//! sitemap and feed; `website/` tests pages, forms, and the rule that templates contain no words.

mod content;
mod document;
mod forms;
mod pages;
mod templates;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use self::document::Document;
use crate::support;
use serde_json::Value;
use site::config::Config;
use site::date::Clock;
use site::output::OutputFolder;
use site::pipeline;

/// R-ROUTE-01 to R-ROUTE-15.
const PAGES: &[&str] = &[
    "/",
    "/AboutUs/",
    "/CaseStudies/",
    "/Blogs/",
    "/Agency/",
    "/Academy/",
    "/Advisory/",
    "/WorkWithUs/",
    "/ToursandWorkshops/",
    "/ContactUs/",
    "/PrivacyPolicy/",
    "/TermsandConditions/",
    "/RefundandCancellationPolicy/",
    "/Privyr/",
    "/DigitalMarketingCourse/",
];

/// R-ROUTE-18: an old spelling and where it leads.
const ALIAS: (&str, &str) = ("/SixPillarsofdigitalMarketing/", "/SixPillarsofDigitalMarketing/");

/// The variables that a deployment sets for the endpoints of forms.
const ENDPOINTS: &[(&str, &str)] = &[
    ("SITE_NEWSLETTER_SHEET_URL", "https://sheets.example.net/newsletter"),
    ("SITE_CAREERS_SHEET_URL", "https://sheets.example.net/careers"),
    ("SITE_ENQUIRY_SHEET_URL", "https://sheets.example.net/enquiry"),
    ("SITE_NOTIFICATION_SHEET_URL", "https://sheets.example.net/tours"),
    ("SITE_LEAD_CAPTURE_URL", "https://leads.example.net/capture"),
    ("SITE_LEAD_ACCESS_KEY", "access"),
    ("SITE_LEAD_SECRET_KEY", "se&cret"),
];

/// The site, built once for all tests of this file.
static SITE: LazyLock<Website> = LazyLock::new(Website::build);

struct Website {
    files: BTreeMap<String, Vec<u8>>,
    /// All pages but redirects, by route.
    documents: BTreeMap<String, Document>,
    diagnostics: String,
    /// The URL of the site, without the slash at its end.
    base: String,
}

impl Website {
    fn build() -> Self {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let clock = Clock::parse(content::DAY).expect("a date");
        let mut config = Config::new(env!("CARGO_MANIFEST_DIR"), clock);
        config.out = folder.path().join("dist");
        config.environment = ENDPOINTS.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        config.check_budgets = true;
        let output =
            OutputFolder::open(&config.out, &config.root).unwrap_or_else(|d| panic!("{}", support::draw_all(&[d])));
        let build = pipeline::build(&config, &output, &|_| ());
        let diagnostics = support::draw_all(&build.diagnostics);
        assert_eq!(build.errors(), 0, "{diagnostics}");
        output.commit().expect("to publish");
        let files = support::read_folder(&config.out);
        let mut documents = BTreeMap::new();
        for (path, bytes) in files.iter().filter(|(path, _)| path.ends_with(".html")) {
            let document = Document::parse(&String::from_utf8_lossy(bytes));
            if document.select("meta[http-equiv=refresh]").is_empty() {
                documents.insert(format!("/{}", path.strip_suffix("index.html").unwrap_or(path)), document);
            }
        }
        Self {
            files,
            documents,
            diagnostics,
            base: content::text("site.yaml", "base_url").trim_end_matches('/').to_owned(),
        }
    }

    fn text(&self, path: &str) -> String {
        let bytes = self.files.get(path).unwrap_or_else(|| panic!("no output {path}"));
        String::from_utf8(bytes.clone()).expect("text")
    }
}

/// Returns the page of a route.
#[track_caller]
fn page(route: &str) -> &'static Document {
    SITE.documents.get(route).unwrap_or_else(|| panic!("no page {route}"))
}

/// Returns the routes of the articles, with their front matter (R-ROUTE-16).
fn articles() -> Vec<(String, serde_yaml::Value)> {
    let route = |slug: &str, entry: &serde_yaml::Value| match entry["route"].as_str() {
        Some(route) => route.to_owned(),
        None => format!("/{}/", entry["slug"].as_str().unwrap_or(slug)),
    };
    content::entries("articles").into_iter().map(|(slug, entry)| (route(&slug, &entry), entry)).collect()
}

/// Returns the path of the output of a route.
fn file(route: &str) -> String {
    let route = route.trim_start_matches('/');
    if route.is_empty() || route.ends_with('/') { format!("{route}index.html") } else { route.to_owned() }
}

/// Returns the JSON-LD of a page.
fn json_ld(document: &Document) -> Vec<Value> {
    let scripts = document.select("script[type=application/ld+json]");
    scripts.into_iter().map(|s| serde_json::from_str(&s.source()).expect("JSON")).collect()
}

#[test]
fn it_builds_without_a_warning_and_within_its_budgets() {
    assert_eq!(SITE.diagnostics, "");
}

#[test]
fn every_route_is_a_page_in_this_letter_case() {
    let articles: Vec<String> = articles().into_iter().map(|(route, _)| route).collect();
    let expected: BTreeSet<&str> =
        PAGES.iter().copied().chain(articles.iter().map(String::as_str)).chain(["/404.html"]).collect();
    let found: BTreeSet<&str> = SITE.documents.keys().map(String::as_str).collect();
    assert_eq!(found, expected);
}

#[test]
fn the_alias_redirects() {
    let (from, to) = ALIAS;
    let html = SITE.text(&file(from));
    assert!(html.contains(&format!("url={to}")), "{html}");
    assert!(SITE.text("_redirects").lines().any(|line| line == format!("{from} {to} 301")));
}

#[test]
fn every_page_has_the_header() {
    // R-FRAME-01.
    let expected = [
        "/",
        "/AboutUs/",
        "/AboutUs/?id=purposeofeyrie",
        "/AboutUs/?id=ourphilosophy",
        "/AboutUs/?id=meetourteam",
        "/AboutUs/?id=headlinesandhighlights",
        "/AboutUs/?id=empoweringchange",
        "/CaseStudies/",
        "/Blogs/",
        "/Agency/",
        "/Academy/",
        "/Advisory/",
        "/WorkWithUs/",
        "/WorkWithUs/?id=workculture",
        "/WorkWithUs/?id=companyvibe",
        "/WorkWithUs/?id=whyjoinus",
        "/WorkWithUs/?id=welookfor",
        "/WorkWithUs/?id=eagleattitude",
        "/ToursandWorkshops/",
        "/ContactUs/",
    ];
    for (route, document) in &SITE.documents {
        let header = document.one(".site-header");
        let links = header.select("a");
        let hrefs: Vec<String> = links.iter().map(|a| a.get("href")).collect();
        for href in expected {
            assert!(hrefs.iter().any(|found| found == href), "{route}: no link to {href} in {hrefs:?}");
        }
        assert!(links.iter().all(|a| !a.label().is_empty()), "{route}: a link without a label");
        let menus = header.select("nav summary");
        assert!(menus.len() == 3 && menus.iter().all(|menu| !menu.text().is_empty()), "{route}: three menus");
        header.one("nav").count("a img", 3);
    }
}

#[test]
fn every_page_has_the_footer() {
    // R-FRAME-02.
    let internal = [
        "/",
        "/AboutUs/",
        "/Blogs/",
        "/WorkWithUs/",
        "/ContactUs/",
        "/PrivacyPolicy/",
        "/TermsandConditions/",
        "/RefundandCancellationPolicy/",
        "/Agency/",
        "/Academy/",
        "/Advisory/",
    ];
    let external = ["reviews", "shipping_policy", "facebook", "linkedin", "youtube", "instagram", "directions", "chat"]
        .map(|name| content::text("settings.yaml", &format!("links.{name}")));
    let are_off = articles().into_iter().filter(|(_, entry)| entry["footer"] == false);
    let without: BTreeSet<String> = are_off.map(|(route, _)| route).collect();
    for (route, document) in SITE.documents.iter().filter(|(route, _)| !without.contains(*route)) {
        let footer = document.one(".site-footer");
        let links = footer.select("a");
        let leads_to = |href: &str| links.iter().find(|a| a.get("href") == href);
        for href in internal {
            assert!(leads_to(href).is_some_and(|a| !a.has("target")), "{route}: {href}");
        }
        for href in &external {
            let link = leads_to(href).unwrap_or_else(|| panic!("{route}: no link to {href}"));
            assert!(link.get("target") == "_blank" && link.get("rel").contains("noopener"), "{route}: {href}");
        }
        for start in ["mailto:", "tel:"] {
            assert!(links.iter().any(|a| a.get("href").starts_with(start)), "{route}: {start}");
        }
        assert!(links.iter().all(|a| !a.label().is_empty()), "{route}: a link without a label");
        footer.one("a.chat-link");
        for part in ["address", ".copyright", "form button"] {
            assert!(!footer.one(part).text().is_empty(), "{route}: {part}");
        }
    }
}

#[test]
fn every_page_says_what_it_is_in_its_head() {
    // R-FRAME-04.
    let articles: Vec<String> = articles().into_iter().map(|(route, _)| route).collect();
    let language = content::text("site.yaml", "language");
    let is_published = |url: &str| {
        let path = url.strip_prefix(&SITE.base).unwrap_or(url).strip_prefix('/');
        url.starts_with("data:") || path.is_some_and(|path| SITE.files.contains_key(path))
    };
    for (route, document) in &SITE.documents {
        let meta = |key: &str, name: &str| document.one(&format!("head meta[{key}={name}]")).get("content");
        let description = meta("name", "description");
        assert!(!document.one("head title").source().is_empty() && !description.is_empty(), "{route}");
        let canonical = document.select("head link[rel=canonical]");
        if route == "/404.html" {
            assert!(canonical.is_empty() && document.select("head meta[property=og:url]").is_empty());
            assert_eq!(meta("name", "robots"), "noindex");
        } else {
            assert_eq!(canonical[0].get("href"), format!("{}{route}", SITE.base));
            assert_eq!(meta("property", "og:url"), format!("{}{route}", SITE.base));
        }
        assert_eq!(document.one("html").get("lang"), language);
        assert_eq!(meta("property", "og:description"), description, "{route}");
        assert!(!meta("property", "og:title").is_empty(), "{route}");
        let kind = if articles.contains(route) { "article" } else { "website" };
        assert_eq!(meta("property", "og:type"), kind, "{route}");
        assert_eq!(meta("name", "twitter:card"), "summary_large_image", "{route}");
        for key in ["twitter:title", "twitter:image"] {
            assert!(!meta("name", key).is_empty(), "{route}: {key}");
        }
        let image = meta("property", "og:image");
        assert!(is_published(&image), "{route}: {image}");
        for relation in ["icon", "apple-touch-icon", "alternate"] {
            let links = document.select(&format!("head link[rel={relation}]"));
            assert!(
                !links.is_empty() && links.iter().all(|link| is_published(&link.get("href"))),
                "{route}: {relation}"
            );
        }
        let viewport = meta("name", "viewport");
        assert!(viewport.contains("width=device-width"), "{route}: {viewport}");
        assert!(!viewport.contains("user-scalable") && !viewport.contains("maximum-scale"), "everyone may zoom");
        document.root().count("h1", 1);
    }
}

#[test]
fn structured_data_fits_the_page() {
    // R-FRAME-04: what a page has beside the organisation and, away from home, the breadcrumb.
    let openings = content::items("pages/work-with-us.yaml", "openings.roles");
    let own: BTreeMap<&str, Vec<&str>> = BTreeMap::from([
        ("/", vec!["WebSite", "FAQPage", "VideoObject"]),
        ("/DigitalMarketingCourse/", vec!["Course"]),
        ("/WorkWithUs/", vec!["JobPosting"; openings]),
    ]);
    let articles: Vec<String> = articles().into_iter().map(|(route, _)| route).collect();
    for (route, document) in &SITE.documents {
        let mut expected = vec!["Organization"];
        expected.extend((route != "/").then_some("BreadcrumbList"));
        expected.extend(articles.contains(route).then_some("BlogPosting"));
        expected.extend(own.get(route.as_str()).into_iter().flatten());
        let data = json_ld(document);
        let types: Vec<&str> = data.iter().filter_map(|value| value["@type"].as_str()).collect();
        assert_eq!(types, expected, "{route}");
        assert!(data.iter().all(|value| value["@context"] == "https://schema.org"), "{route}");
    }
}

#[test]
fn the_sitemap_lists_all_documents_and_no_others() {
    let sitemap = SITE.text("sitemap.xml");
    let found: Vec<&str> = sitemap.split("<loc>").skip(1).filter_map(|rest| rest.split("</loc>").next()).collect();
    let routes = SITE.documents.keys().filter(|route| *route != "/404.html");
    let expected: BTreeSet<String> = routes.map(|route| format!("{}{route}", SITE.base)).collect();
    assert_eq!(found.len(), expected.len());
    assert_eq!(found.into_iter().map(str::to_owned).collect::<BTreeSet<_>>(), expected);
    assert!(SITE.text("robots.txt").contains(&format!("Sitemap: {}/sitemap.xml", SITE.base)));
}

#[test]
fn the_feed_holds_the_latest_articles() {
    let feed = SITE.text("feed.xml");
    let mut latest = articles();
    latest.sort_by_key(|(_, entry)| std::cmp::Reverse(entry["date"].as_str().map(str::to_owned)));
    let count = feed.matches("<entry>").count();
    assert!(count >= latest.len().min(10), "{count} entries");
    for (route, _) in latest.iter().take(10) {
        assert!(feed.contains(&format!("<id>{}{route}</id>", SITE.base)), "{route}");
    }
}
