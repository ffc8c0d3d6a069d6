//! The website in `content/`, built and held against its specification.
//!
//! What is expected is stated here in tables, with the requirement it comes from (R-…), and never taken from the output.
//! This file: routes, frame, head, sitemap and feed. `website/`: the pages one by one, the articles, the figures and legal
//! facts, forms and carousels, and the rule that templates hold no words.

#[path = "website/articles.rs"]
mod articles;
#[path = "website/document.rs"]
mod document;
#[path = "website/facts.rs"]
mod facts;
#[path = "website/pages.rs"]
mod pages;
#[path = "website/settings.rs"]
mod settings;
mod support;
#[path = "website/templates.rs"]
mod templates;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

use document::Document;
use serde_json::Value;
use site::config::Config;
use site::date::Clock;
use site::output::Output;
use site::pipeline;

/// Where the site is published, as `content/site.yaml` says.
const BASE: &str = "https://www.eyrie.example";

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

/// R-ROUTE-16.
const ARTICLES: &[&str] = &[
    "/TheRecessionisBeneficial/",
    "/SixStepstoBecomeaCrorepati/",
    "/TheLawofWastedEfforts/",
    "/ColdEmailingSecrets/",
    "/SixPillarsofDigitalMarketing/",
    "/HowtoStartaDigitalMarketingAgency/",
    "/DigitalMarketingProjects/",
    "/MBAMarketingProjectTopics/",
    "/DigitalMarketingSpecialist/",
    "/TypesofDigitalMarketing/",
    "/DigitalMarketingTrends/",
    "/ScopeofDigitalMarketing/",
    "/DigitalMarketingJobsforFreshers/",
    "/CompleteDigitalMarketingCourse/",
    "/DigitalMarketingCourseAfter10th/",
    "/DigitalMarketingCourseAfter12th/",
];

/// R-ROUTE-18: an old spelling and where it leads.
const ALIAS: (&str, &str) = ("/SixPillarsofdigitalMarketing/", "/SixPillarsofDigitalMarketing/");

/// What a deployment sets so that forms arrive.
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
    /// By route, R-ROUTE-01 to R-ROUTE-16, and `/404.html`.
    documents: BTreeMap<String, Document>,
    diagnostics: String,
}

impl Website {
    fn build() -> Self {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let clock = Clock::parse("2025-10-20").expect("a date");
        let mut config = Config::new(env!("CARGO_MANIFEST_DIR"), clock);
        config.out = folder.path().join("dist");
        config.environment = ENDPOINTS.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        config.check_budgets = true;
        let output = Output::open(&config.out, &config.root).unwrap_or_else(|d| panic!("{}", support::draw_all(&[d])));
        let build = pipeline::build(&config, &output, &|_| ());
        let diagnostics = support::draw_all(&build.diagnostics);
        assert_eq!(build.errors(), 0, "{diagnostics}");
        output.commit().expect("to publish");
        let files = support::outputs(&config.out);
        let read = |route: &str| {
            let text = String::from_utf8(files[&file(route)].clone()).expect("text");
            (route.to_owned(), Document::parse(&text))
        };
        let routes = PAGES.iter().chain(ARTICLES).copied().chain(["/404.html"]);
        let documents = routes.filter(|route| files.contains_key(&file(route))).map(read).collect();
        Self { files, documents, diagnostics }
    }

    fn text(&self, path: &str) -> String {
        let bytes = self.files.get(path).unwrap_or_else(|| panic!("no output {path}"));
        String::from_utf8(bytes.clone()).expect("text")
    }
}

/// The page of a route.
#[track_caller]
fn page(route: &str) -> &'static Document {
    SITE.documents.get(route).unwrap_or_else(|| panic!("no page {route}"))
}

/// The output of a route.
fn file(route: &str) -> String {
    let route = route.trim_start_matches('/');
    if route.is_empty() || route.ends_with('/') { format!("{route}index.html") } else { route.to_owned() }
}

/// The JSON-LD of a page.
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
    let expected: BTreeSet<String> =
        PAGES.iter().chain(ARTICLES).chain([&ALIAS.0, &"/404.html"]).map(|route| file(route)).collect();
    let is_page = |path: &&String| Path::new(path).extension().is_some_and(|e| e == "html");
    let found: BTreeSet<String> = SITE.files.keys().filter(is_page).cloned().collect();
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
    // R-FRAME-01, in this order.
    let links = [
        ("/", "Eyrie"),
        ("/AboutUs/", "Core Values"),
        ("/AboutUs/?id=purposeofeyrie", ""),
        ("/AboutUs/?id=ourphilosophy", ""),
        ("/AboutUs/?id=meetourteam", ""),
        ("/AboutUs/?id=headlinesandhighlights", ""),
        ("/AboutUs/?id=empoweringchange", ""),
        ("/CaseStudies/", "Case Studies"),
        ("/Blogs/", "Blogs"),
        ("/Agency/", "Agency"),
        ("/Academy/", "Academy"),
        ("/Advisory/", "Advisory"),
        ("/WorkWithUs/", "Work With Us"),
        ("/WorkWithUs/?id=workculture", ""),
        ("/WorkWithUs/?id=companyvibe", ""),
        ("/WorkWithUs/?id=whyjoinus", ""),
        ("/WorkWithUs/?id=welookfor", ""),
        ("/WorkWithUs/?id=eagleattitude", ""),
        ("/ToursandWorkshops/", "Tours & Workshops"),
        ("/ContactUs/", "Contact us"),
    ];
    for (route, document) in &SITE.documents {
        let header = document.one(".site-header");
        let found = header.select("a");
        let hrefs: Vec<String> = found.iter().map(|a| a.get("href")).collect();
        assert_eq!(hrefs, links.map(|(href, _)| href), "{route}");
        for (link, (_, label)) in found.iter().zip(links) {
            assert!(link.label().contains(label) && !link.label().is_empty(), "{route}: {}", link.label());
        }
        let menus: Vec<String> = header.select("nav summary").iter().map(|s| s.text()).collect();
        assert_eq!(menus, ["About Us", "Services", "Work with us"], "{route}");
        header.one("nav").count("a img", 3);
    }
}

#[test]
fn every_page_has_the_footer() {
    // R-FRAME-02: what leads within the site, and what leaves it.
    let internal = [
        ("Home", "/"),
        ("About Us", "/AboutUs/"),
        ("Blogs", "/Blogs/"),
        ("Careers", "/WorkWithUs/"),
        ("Contact Us", "/ContactUs/"),
        ("Privacy Policy", "/PrivacyPolicy/"),
        ("Terms & Condition", "/TermsandConditions/"),
        ("Refund & Cancellation Policy", "/RefundandCancellationPolicy/"),
        ("Agency", "/Agency/"),
        ("Academy", "/Academy/"),
        ("Advisory", "/Advisory/"),
    ];
    let external = [
        "Reviews",
        "Shipping & Delivery Policy",
        "Facebook",
        "LinkedIn",
        "YouTube",
        "Instagram",
        "Directions on the map",
        "Chat with us",
    ];
    for (route, document) in &SITE.documents {
        let footer = document.one(".site-footer");
        let links: Vec<_> = footer.select("a").iter().map(|a| (a.label(), a.get("href"))).collect();
        for (label, href) in internal {
            assert!(links.contains(&(label.to_owned(), href.to_owned())), "{route}: {label} in {links:?}");
        }
        for label in external {
            let found = footer.select("a[target=_blank]").into_iter().find(|a| a.label().starts_with(label));
            let link = found.unwrap_or_else(|| panic!("{route}: {label} in {links:?}"));
            assert!(
                link.get("href").starts_with("https://") && link.get("rel").contains("noopener"),
                "{route}: {label}"
            );
        }
        assert!(links.iter().any(|(_, href)| href.starts_with("mailto:")), "{route}");
        assert!(links.iter().any(|(_, href)| href.starts_with("tel:")), "{route}");
        footer.one("a.chat-link");
        assert!(footer.one("address").text().contains("Chennai"), "{route}");
        assert!(footer.text().contains("© 2023"), "{route}");
        let form = footer.one("form[method=post]");
        assert!(
            form.one("input[type=email][required]").get("name") == "EmailId"
                && form.get("action").starts_with("https://"),
            "{route}"
        );
        assert_eq!(form.one("button").text(), "Send Me", "{route}");
    }
}

#[test]
fn every_page_says_what_it_is_in_its_head() {
    // R-FRAME-04.
    let (mut titles, mut descriptions) = (BTreeSet::new(), BTreeSet::new());
    for (route, document) in &SITE.documents {
        let meta = |key: &str, name: &str| document.one(&format!("head meta[{key}={name}]")).get("content");
        let title = document.one("head title").source();
        let description = meta("name", "description");
        assert!((10..=70).contains(&title.chars().count()), "{route}: {title}");
        assert!((50..=170).contains(&description.chars().count()), "{route}: {description}");
        assert!(titles.insert(title.clone()) && descriptions.insert(description.clone()), "{route} repeats {title}");
        let canonical = document.select("head link[rel=canonical]");
        if route == "/404.html" {
            assert!(canonical.is_empty() && meta("name", "robots") == "noindex");
        } else {
            assert_eq!(canonical[0].get("href"), format!("{BASE}{route}"));
        }
        assert_eq!(document.one("html").get("lang"), "en-IN");
        assert_eq!(meta("property", "og:description"), description, "{route}");
        assert_eq!(meta("property", "og:url"), format!("{BASE}{route}"));
        assert!(!meta("property", "og:title").is_empty(), "{route}");
        let kind = if ARTICLES.contains(&route.as_str()) { "article" } else { "website" };
        assert_eq!(meta("property", "og:type"), kind, "{route}");
        assert_eq!(meta("name", "twitter:card"), "summary_large_image", "{route}");
        let image = meta("property", "og:image");
        let published = image.strip_prefix(BASE).map(|path| SITE.files.contains_key(path.trim_start_matches('/')));
        assert_eq!(published, Some(true), "{route}: {image}");
        for icon in ["icon", "apple-touch-icon"] {
            assert!(!document.select(&format!("head link[rel={icon}]")).is_empty(), "{route}: {icon}");
        }
        document.root().count("h1", 1);
    }
}

#[test]
fn structured_data_fits_the_page() {
    // R-FRAME-04: what a page has beside the organisation and, away from home, the breadcrumb.
    let own: BTreeMap<&str, Vec<&str>> = BTreeMap::from([
        ("/", vec!["WebSite", "FAQPage", "VideoObject"]),
        ("/DigitalMarketingCourse/", vec!["Course"]),
        ("/WorkWithUs/", vec!["JobPosting", "JobPosting", "JobPosting", "JobPosting"]),
    ]);
    for (route, document) in &SITE.documents {
        let mut expected = vec!["Organization"];
        expected.extend((route != "/").then_some("BreadcrumbList"));
        expected.extend(ARTICLES.contains(&route.as_str()).then_some("BlogPosting"));
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
    let found: BTreeSet<&str> = sitemap.split("<loc>").skip(1).filter_map(|rest| rest.split("</loc>").next()).collect();
    let expected: Vec<String> = PAGES.iter().chain(ARTICLES).map(|route| format!("{BASE}{route}")).collect();
    assert_eq!(found, expected.iter().map(String::as_str).collect());
    assert_eq!(sitemap.matches("<loc>").count(), 31);
    well_formed(&sitemap);
    assert!(SITE.text("robots.txt").contains(&format!("Sitemap: {BASE}/sitemap.xml")));
}

#[test]
fn the_feed_holds_every_article() {
    let feed = SITE.text("feed.xml");
    assert_eq!(feed.matches("<entry>").count(), 16);
    for route in ARTICLES {
        assert!(feed.contains(&format!("<id>{BASE}{route}</id>")), "{route}");
    }
    well_formed(&feed);
}

/// Every element of an XML text ends in its turn, and every `&` begins a reference.
fn well_formed(xml: &str) {
    let mut open = Vec::new();
    let (_, body) = xml.split_once("?>").expect("an XML declaration");
    for piece in body.split('<').skip(1) {
        let (tag, _) = piece.split_once('>').expect("a tag that ends");
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None if tag.ends_with('/') => {}
            None => open.push(tag.split_whitespace().next().expect("a name")),
        }
    }
    assert_eq!(open, Vec::<&str>::new());
    for after in body.split('&').skip(1) {
        let name = after.split(';').next().unwrap_or_default();
        assert!(matches!(name, "amp" | "lt" | "gt" | "quot" | "apos") || name.starts_with('#'), "&{name}");
    }
}
