//! The pages: sections, lists as long as the content's, and the targets of buttons (R-PAGE-01 to R-PAGE-14, R-ROUTE-17
//! to R-ROUTE-21).

use serde_yaml::Value;

use super::content::{entries, entries_with, items, value};
use super::document::{Document, Element};
use super::{articles, page};

/// The sections of each page, by their own ids or by those of their headings.
const SECTIONS: &[(&str, &[&str])] = &[
    (
        "/",
        &[
            "hero",
            "trust",
            "counters",
            "options",
            "clients",
            "process",
            "founder",
            "data",
            "awards",
            "testimonials",
            "case-studies",
            "faq",
            "about",
        ],
    ),
    // R-ROUTE-20: links of others lead to these, as `?id=X` and as `#X`.
    ("/AboutUs/", &["purposeofeyrie", "ourphilosophy", "meetourteam", "headlinesandhighlights", "empoweringchange"]),
    ("/Blogs/", &["featured", "recent"]),
    ("/Agency/", &["pitch", "clients", "whyworkwithus", "whatwedo", "howitworks", "testimonials"]),
    (
        "/Academy/",
        &["summary", "faculty", "audience", "scope", "enrolment", "features", "testimonials", "brochure", "enrol"],
    ),
    ("/DigitalMarketingCourse/", &["certification", "syllabus", "tools", "journey", "apply"]),
    ("/Advisory/", &["experience", "services", "reasons", "approach", "enquiry"]),
    (
        "/WorkWithUs/",
        // The first eight are R-ROUTE-21.
        &[
            "workculture",
            "funatwork",
            "companyvibe",
            "welookfor",
            "whyjoinus",
            "eagleattitude",
            "internship",
            "currentopenings",
            "testimonials",
            "careers",
            "contact",
            "apply",
        ],
    ),
    ("/ToursandWorkshops/", &["officevisit", "workshop", "meetandgreet", "notify"]),
    ("/ContactUs/", &["details", "form", "map"]),
];

/// R-ROUTE-21.
const CASE_STUDIES: &[&str] = &["Techgyan", "ECGAcademy", "SkinPotco", "YCBAcademy", "BlissPads", "RichTwin"];

/// Buttons: the page, its section (none for the banner) and the target. A script may open a modal instead.
const BUTTONS: &[(&str, &str, &str)] = &[
    ("/", "hero", "/ContactUs/"),
    ("/", "options", "/Agency/"),
    ("/", "options", "/Academy/"),
    ("/", "options", "/Advisory/"),
    ("/Agency/", "", "/ContactUs/"),
    ("/Academy/", "", "/Academy/#brochure"),
    ("/Academy/", "summary", "/Academy/#enrol"),
    ("/Academy/", "audience", "/Academy/#enrol"),
    ("/Academy/", "enrolment", "/Academy/#enrol"),
    ("/DigitalMarketingCourse/", "", "/DigitalMarketingCourse/#apply"),
    ("/Advisory/", "", "/Advisory/#enquiry"),
    ("/Advisory/", "services", "/Advisory/#enquiry"),
    ("/Advisory/", "approach", "/Advisory/#enquiry"),
    ("/WorkWithUs/", "careers", "/WorkWithUs/#apply"),
    ("/WorkWithUs/", "currentopenings", "/WorkWithUs/#apply"),
    ("/ToursandWorkshops/", "", "/ToursandWorkshops/#notify"),
];

/// Finds the section with this id, or with the heading of this id.
#[track_caller]
fn section<'a>(document: &'a Document, id: &str) -> Element<'a> {
    let selectors = [
        format!("main section#{id}"),
        format!("main section[aria-labelledby={id}]"),
        format!("main aside[aria-labelledby={id}]"),
    ];
    let found = selectors.iter().find_map(|selector| document.select(selector).first().copied());
    found.unwrap_or_else(|| panic!("no section {id}"))
}

/// Whether every link opens a new tab that cannot reach back.
fn are_new_tabs(links: &[Element<'_>]) -> bool {
    let is_one = |a: &Element<'_>| {
        a.get("href").starts_with("https://") && a.get("target") == "_blank" && a.get("rel").contains("noopener")
    };
    !links.is_empty() && links.iter().all(is_one)
}

#[test]
fn every_section_is_there_with_a_heading() {
    for (route, ids) in SECTIONS {
        for id in *ids {
            let section = section(page(route), id);
            let headings = [section.select("h1"), section.select("h2")].concat();
            assert!(headings.first().is_some_and(|heading| !heading.text().is_empty()), "{route}: {id}");
        }
    }
}

#[test]
fn lists_show_every_item_of_the_content() {
    // Route, section, what an item shows, and the number of items.
    let home = |keys| items("pages/home.yaml", keys);
    let academy = |keys| items("pages/academy.yaml", keys);
    let advisory = |keys| items("pages/advisory.yaml", keys);
    let careers = |keys| items("pages/work-with-us.yaml", keys);
    let about = |keys| items("pages/about.yaml", keys);
    let course = |keys| items("pages/digital-marketing-course.yaml", keys);
    let recent = value("pages/blogs.yaml", "recent.count").as_u64().and_then(|count| usize::try_from(count).ok());
    let recent = recent.expect("a number").min(articles().len());
    let fields = value("forms/careers.yaml", "fields");
    let select = fields.as_sequence().into_iter().flatten().find(|field| field["type"] == "select");
    let roles = select.and_then(|field| field["options"].as_sequence()).expect("a list of roles").len();
    let lists = [
        ("/", "trust", "img[alt]", home("trust.logos")),
        ("/", "counters", "dt", home("counters.items")),
        ("/", "options", "h3", home("options.items")),
        ("/", "clients", ".carousel", home("clients.rows")),
        ("/", "process", "h3", home("process.steps")),
        ("/", "data", "dd", home("data.items")),
        ("/", "awards", "img", home("awards.items")),
        ("/", "awards", "figcaption", home("awards.items")),
        ("/", "case-studies", ".carousel-slide a[href]", home("case_studies.entries")),
        ("/AboutUs/", "ourphilosophy", ".carousel-slide img", about("philosophy.items")),
        ("/AboutUs/", "meetourteam", "article img", entries("team").len()),
        ("/AboutUs/", "headlinesandhighlights", "a[target=_blank]", about("headlines.items")),
        ("/Blogs/", "featured", "article h3", items("pages/blogs.yaml", "featured.articles")),
        ("/Blogs/", "recent", "li h3 a", recent),
        ("/Blogs/", "recent", "li img", recent),
        ("/Blogs/", "recent", "li time", recent),
        ("/Agency/", "clients", ".carousel-slide img", items("pages/agency.yaml", "clients.logos")),
        ("/Academy/", "faculty", ".people-group", academy("teachers.groups")),
        ("/Academy/", "faculty", "article", entries("faculty").len()),
        ("/Academy/", "audience", "h3", academy("audience.items")),
        ("/Academy/", "scope", "dd", academy("scope.figures")),
        ("/Academy/", "enrolment", "h3", academy("enrolment.steps")),
        ("/Academy/", "features", "h3", academy("features.items")),
        ("/DigitalMarketingCourse/", "syllabus", "details", course("syllabus.modules")),
        ("/DigitalMarketingCourse/", "tools", "img[alt]", course("tools.items")),
        ("/Advisory/", "experience", "dd", advisory("figures.items")),
        ("/Advisory/", "services", "h3", advisory("services.items")),
        ("/Advisory/", "reasons", "h3", advisory("reasons.items")),
        ("/WorkWithUs/", "welookfor", "h3", careers("we_look_for.items")),
        ("/WorkWithUs/", "whyjoinus", ".carousel-slide", careers("why_join_us.items")),
        ("/WorkWithUs/", "currentopenings", "h3", careers("openings.roles")),
        // The roles, and the placeholder.
        ("/WorkWithUs/", "apply", "option", roles + 1),
    ];
    for (route, id, selector, expected) in lists {
        section(page(route), id).count(selector, expected);
    }
    let services = section(page("/Advisory/"), "services").select(".service-row");
    assert!(!services.is_empty());
    for service in services {
        assert!(!service.select("dd").is_empty(), "a quoted result for each service (R-PAGE-09)");
    }
}

#[test]
fn the_blog_list_leads_to_every_article_once() {
    // R-PAGE-04: four featured and twelve recent ones.
    let list = page("/Blogs/");
    let links = [list.select(".featured-posts .button"), list.select(".recent-post a")].concat();
    let mut found: Vec<String> = links.iter().map(|a| a.get("href")).collect();
    found.sort();
    let mut expected: Vec<String> = articles().into_iter().map(|(route, _)| route).collect();
    expected.sort();
    assert_eq!(found, expected);
}

#[test]
fn the_final_figures_of_the_counters_are_in_the_html() {
    // R-MOTION-06.
    let counters = value("pages/home.yaml", "counters.items");
    let field = |item: &Value, key: &str| match item.get(key) {
        Some(Value::Number(number)) => number.to_string(),
        Some(text) => text.as_str().expect("a text").to_owned(),
        None => String::new(),
    };
    let expected: Vec<String> = counters
        .as_sequence()
        .expect("a list")
        .iter()
        .map(|item| ["prefix", "value", "suffix"].map(|key| field(item, key)).concat())
        .collect();
    let found: Vec<String> = section(page("/"), "counters").select("dd").iter().map(|dd| dd.text()).collect();
    assert_eq!(found, expected);
}

#[test]
fn testimonials_have_their_stars() {
    for (route, group) in [("/", "home"), ("/Agency/", "agency"), ("/Academy/", "academy"), ("/WorkWithUs/", "careers")]
    {
        let testimonials = section(page(route), "testimonials");
        let count = entries_with("testimonials", "group", group);
        for part in ["blockquote", "figcaption b", "[role=img][aria-label]"] {
            testimonials.count(part, count);
        }
        let rating = |(_, entry): &(String, Value)| {
            let is_ours = entry.get("group").and_then(Value::as_str) == Some(group);
            entry.get("rating").and_then(Value::as_u64).filter(|_| is_ours)
        };
        let stars: u64 = entries("testimonials").iter().filter_map(rating).sum();
        testimonials.count(".star-full", usize::try_from(stars).expect("a few"));
    }
}

#[test]
fn buttons_lead_where_they_should() {
    for (route, id, href) in BUTTONS {
        let document = page(route);
        let within = if id.is_empty() { document.one("main .banner") } else { section(document, id) };
        let links = within.select("a.button");
        let link = links.iter().find(|a| a.get("href") == *href);
        let found: Vec<String> = links.iter().map(|a| a.get("href")).collect();
        assert!(link.is_some_and(|a| !a.label().is_empty()), "{route} {id}: no button to {href} in {found:?}");
    }
}

#[test]
fn accordions_open_one_item_at_a_time() {
    // R-MOTION-07: the first is open, and all are of one group, so that a second closes it.
    for (route, id) in [("/", "faq"), ("/DigitalMarketingCourse/", "syllabus")] {
        let details = section(page(route), id).select("details");
        let open: Vec<bool> = details.iter().map(|item| item.has("open")).collect();
        assert!(open[0] && !open[1..].contains(&true), "{route}: {open:?}");
        let name = details[0].get("name");
        assert!(!name.is_empty() && details.iter().all(|item| item.get("name") == name), "{route}: {name}");
    }
}

#[test]
fn embeds_load_late_beside_a_plain_link() {
    for (route, id) in
        [("/Academy/", "brochure"), ("/Academy/", "enrol"), ("/ContactUs/", "form"), ("/ContactUs/", "map")]
    {
        let section = section(page(route), id);
        let frame = section.one("iframe[src]");
        assert!(frame.get("src").starts_with("https://") && frame.get("loading") == "lazy", "{route}: {id}");
        assert!(!frame.get("title").is_empty(), "{route}: {id}");
        assert!(are_new_tabs(&section.select("a[target=_blank]")), "{route}: {id}");
    }
}

#[test]
fn home_has_its_video_and_about_its_links_to_others() {
    let hero = section(page("/"), "hero");
    // One for scripts to play, one with controls where there are none.
    for video in ["video[data-video]", "noscript video[controls]"] {
        assert!(hero.one(video).has("poster"), "{video}");
    }
    let studies = section(page("/"), "case-studies").select(".carousel-slide a[href]");
    assert!(studies.iter().all(|a| a.get("href").starts_with("/CaseStudies/")));
    let headlines = section(page("/AboutUs/"), "headlinesandhighlights");
    assert!(are_new_tabs(&headlines.select("article a")));
    for person in section(page("/Academy/"), "faculty").select("article") {
        let links = person.select("a");
        assert!(links.len() == 3 && are_new_tabs(&links), "three links each (R-PAGE-07)");
    }
}

#[test]
fn case_studies_have_three_parts_and_the_ids_that_others_link_to() {
    let document = page("/CaseStudies/");
    let studies = document.select("main article");
    assert_eq!(studies.len(), entries("case-studies").len());
    for study in &studies {
        study.count("h3", 3);
    }
    for id in CASE_STUDIES {
        document.one(&format!("main #{id}"));
    }
    document.one(".call-to-action a[href=/ContactUs/]");
}

#[test]
fn articles_are_complete() {
    // R-PAGE-05.
    for (route, front_matter) in articles() {
        let article = page(&route).one("main article.article");
        assert!(!article.one("h1").text().is_empty(), "{route}");
        assert!(!article.one(".banner-article .uppercase").text().is_empty(), "{route}: a title in capitals");
        article.one(".article-picture img[alt]");
        article.one(".article-date svg");
        let date = front_matter.get("date").and_then(Value::as_str).expect("a date");
        assert!(date.starts_with(&article.one("time").get("datetime")), "{route}: {date}");
        article.one(".prose");
        article.one(".centred a[href=/ContactUs/]");
    }
}

#[test]
fn contact_details_can_be_followed() {
    let legal = ["/PrivacyPolicy/", "/RefundandCancellationPolicy/", "/TermsandConditions/"].map(|r| (r, ""));
    for (route, id) in [("/ContactUs/", "details"), ("/WorkWithUs/", "contact")].into_iter().chain(legal) {
        let document = page(route);
        let within = if id.is_empty() { document.one("main") } else { section(document, id) };
        let hrefs: Vec<String> = within.select("a").iter().map(|a| a.get("href")).collect();
        for start in ["mailto:", "tel:"] {
            assert!(hrefs.iter().any(|href| href.starts_with(start)), "{route}: no {start} in {hrefs:?}");
        }
    }
}

#[test]
fn the_affiliate_page_leads_out() {
    let main = page("/Privyr/").one("main");
    main.count("img", 1);
    assert!(are_new_tabs(&main.select("a")));
}

#[test]
fn the_page_for_unknown_addresses_leads_on() {
    let main = page("/404.html").one("main");
    for href in ["/", "/Blogs/", "/ContactUs/"] {
        assert_eq!(main.select("a").iter().filter(|a| a.get("href") == href).count(), 1, "{href}");
    }
}
