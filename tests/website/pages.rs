//! The pages one by one: what each must show, and how many (R-PAGE-01 to R-PAGE-13, R-ROUTE-17, R-ROUTE-20, R-ROUTE-21).

use crate::document::{Document, Element};
use crate::page;

/// The section of a page that its id, or its heading's, names.
#[track_caller]
fn section<'a>(document: &'a Document, id: &str) -> Element<'a> {
    let by_heading = document.select(&format!("main section[aria-labelledby={id}]"));
    *by_heading.first().unwrap_or(&document.one(&format!("main #{id}")))
}

#[track_caller]
fn holds(element: Element<'_>, wanted: &[&str]) {
    let text = element.text();
    for wanted in wanted {
        assert!(text.contains(wanted), "no {wanted:?} in {text:?}");
    }
}

/// There is a link of this text to this address. A script may add to what it does, but it works without.
#[track_caller]
fn leads(element: Element<'_>, label: &str, href: &str) {
    let links: Vec<_> = element.select("a").iter().map(|a| (a.label(), a.get("href"))).collect();
    let found = links.iter().any(|(text, to)| text.split(':').next() == Some(label) && to == href);
    assert!(found, "no {label:?} to {href} in {links:?}");
}

/// An accordion: this many parts, the first open, and of one group, so that a second closes it (R-MOTION-07).
#[track_caller]
fn accordion(element: Element<'_>, parts: usize) {
    let details = element.select("details");
    assert_eq!(details.len(), parts);
    let open: Vec<bool> = details.iter().map(|part| part.has("open")).collect();
    assert_eq!(open.iter().filter(|open| **open).count(), 1);
    assert!(open[0] && details.iter().all(|part| part.get("name") == details[0].get("name") && part.has("name")));
}

/// Each testimonial has its stars: one rating a quotation, within one to five.
#[track_caller]
fn testimonials(element: Element<'_>, count: Option<usize>, all_five: bool) {
    let quotes = element.select("blockquote").len();
    assert!(quotes >= 3 && count.is_none_or(|count| count == quotes), "{quotes} testimonials");
    let ratings: Vec<String> = element.select("[role=img]").iter().map(|stars| stars.get("aria-label")).collect();
    assert_eq!(ratings.len(), quotes);
    let fits = |label: &String| (1..=5).any(|n| *label == format!("Rated {n} out of 5") && (n == 5 || !all_five));
    assert!(ratings.iter().all(fits), "{ratings:?}");
}

#[test]
fn home() {
    let document = page("/");
    let hero = section(document, "hero");
    holds(hero, &["Agency, Academy, Advisory", "Do you want more customers from the internet?"]);
    leads(hero, "Fly With Us", "/ContactUs/");
    // One for scripts to play, one with controls for who has none.
    for film in ["video[data-film]", "noscript video[controls]"] {
        assert!(hero.one(film).has("poster"));
    }
    assert!(!section(document, "trust").select("img[alt]").is_empty());

    let counters = section(document, "counters");
    let labels: Vec<String> = counters.select("dt").iter().map(|dt| dt.text()).collect();
    let figures: Vec<String> = counters.select("dd").iter().map(|dd| dd.text()).collect();
    assert_eq!(labels, ["years", "spends", "clients", "leads", "revenue", "people trained"]);
    assert_eq!(figures, ["9+", "$2.5M+", "200+", "800K+", "$17M+", "16K+"]);

    let options = section(document, "options");
    options.count("h3", 3);
    for route in ["/Agency/", "/Academy/", "/Advisory/"] {
        leads(options, "Get Started", route);
    }
    section(document, "clients").count(".carousel", 2);
    let process = section(document, "process");
    let steps: Vec<String> = process.select("h3").iter().map(|h| h.text()).collect();
    assert_eq!(steps, ["Apply", "See if we can work together", "We take it from there"]);
    assert!(section(document, "founder").text().split(' ').count() > 100);
    assert!(!section(document, "data").select("dd").is_empty());
    let awards = section(document, "awards");
    awards.count("img", 3);
    awards.count("figcaption", 3);
    let voices = section(document, "testimonials");
    testimonials(voices, Some(7), false);
    voices.count("figcaption img", 7);
    let studies = section(document, "case-studies");
    let titles: Vec<String> = studies.select("h3").iter().map(|h| h.text()).collect();
    assert_eq!(titles, ["Techgyan", "ECG Academy", "Skin Pot co", "YCB Academy"]);
    let leads_there = |a: &Element<'_>| a.get("href").starts_with("/CaseStudies/");
    assert_eq!(studies.select("a").iter().filter(|a| leads_there(a)).count(), 4);
    accordion(section(document, "faq"), 4);
    assert!(section(document, "about").text().contains("Eyrie"));
}

#[test]
fn about() {
    let document = page("/AboutUs/");
    holds(section(document, "purposeofeyrie"), &["Purpose of Eyrie"]);
    let philosophy = section(document, "ourphilosophy");
    philosophy.count(".carousel-slide", 12);
    philosophy.count(".carousel-slide img", 12);
    let team = section(document, "meetourteam");
    team.count("article", 14);
    team.count("article img", 14);
    holds(team, &["Founder & Chief Executive", "Chief Technology Officer"]);
    assert_eq!(team.text().matches("(affiliated company)").count(), 3);
    let headlines = section(document, "headlinesandhighlights");
    let films = headlines.select("a[target=_blank]");
    assert_eq!(films.len(), 6);
    assert!(films.iter().all(|a| a.get("href").starts_with("https://") && a.get("rel").contains("noopener")));
    holds(section(document, "empoweringchange"), &["Social responsibility"]);
}

#[test]
fn case_studies() {
    let document = page("/CaseStudies/");
    for id in ["Techgyan", "ECGAcademy", "SkinPotco", "YCBAcademy", "BlissPads", "RichTwin"] {
        let study = document.one(&format!("main #{id}"));
        let parts: Vec<String> = study.select("h3").iter().map(|h| h.text()).collect();
        assert_eq!(parts, ["Overview", "Target audience", "Achievement"], "{id}");
    }
    document.one("main").count("article", 6);
    let main = document.one("main");
    holds(main, &["Ready to Get Featured?"]);
    assert!(main.select("section a[href=/ContactUs/]").len() == 1);
}

#[test]
fn blog_list() {
    let document = page("/Blogs/");
    let featured = section(document, "featured");
    featured.count("article", 4);
    assert_eq!(featured.text().matches(" 2023 ").count(), 4);
    featured.count("h3", 4);
    assert_eq!(featured.select("a").iter().filter(|a| a.text().starts_with("Explore")).count(), 4);
    let recent = document.one("aside.recent-posts");
    holds(recent, &["Recent Post"]);
    for part in ["li", "li img", "li h3 a", "li time"] {
        recent.count(part, 12);
    }
    assert_eq!(recent.text().matches("By ").count(), 12);
}

#[test]
fn agency() {
    let document = page("/Agency/");
    assert_eq!(document.one("h1").text(), "Agency");
    let banner = document.one("main .banner");
    leads(banner, "Get In Touch", "/ContactUs/");
    leads(banner, "Work With Us", "/ContactUs/");
    for id in ["pitch", "clients", "whyworkwithus", "whatwedo", "howitworks", "testimonials"] {
        assert!(section(document, id).select("h2").len() == 1, "{id}");
    }
    testimonials(section(document, "testimonials"), None, false);
    document.root().count("main form", 0);
}

#[test]
fn academy() {
    let document = page("/Academy/");
    assert_eq!(document.one("h1").text(), "Academy");
    assert!(document.one("meta[name=description]").get("content").contains("Next cohort November 2025"));
    leads(document.one("main .banner"), "Download Brochure", "/Academy/#brochure");
    leads(section(document, "summary"), "Join Now", "/Academy/#enrol");
    let faculty = section(document, "faculty");
    let groups: Vec<String> = faculty.select("h3").iter().map(|h| h.text()).collect();
    assert_eq!(groups, ["Faculty", "Expert sessions", "Special lectures"]);
    for group in faculty.select(".people-group") {
        let people = group.select("article");
        assert!(people.len() >= 2);
        assert!(people.iter().all(|person| person.select("a[target=_blank]").len() == 3));
    }
    let audience = section(document, "audience");
    let kinds: Vec<String> = audience.select("h3").iter().map(|h| h.text()).collect();
    assert_eq!(
        kinds,
        ["Students", "Home-makers", "Retired individuals", "Career transition", "Abundant opportunities"]
    );
    leads(audience, "Apply Now", "/Academy/#enrol");
    assert!(section(document, "scope").select("dd").len() >= 4);
    let enrolment = section(document, "enrolment");
    assert!(enrolment.select("li").len() >= 3);
    leads(enrolment, "Enrol Now", "/Academy/#enrol");
    assert!(section(document, "features").select("li").len() >= 3);
    testimonials(section(document, "testimonials"), None, true);
    for id in ["brochure", "enrol"] {
        embed(section(document, id));
    }
}

/// A frame of another service: named, loaded late, with a plain link beside it.
#[track_caller]
fn embed(element: Element<'_>) {
    let frame = element.one("iframe[src]");
    assert!(
        frame.get("src").starts_with("https://") && frame.get("loading") == "lazy" && !frame.get("title").is_empty()
    );
    assert!(element.select("a[target=_blank]").iter().any(|a| a.get("href").starts_with("https://")));
}

#[test]
fn course() {
    let document = page("/DigitalMarketingCourse/");
    holds(section(document, "certification"), &["certificate"]);
    accordion(section(document, "syllabus"), 21);
    assert!(section(document, "tools").select("img[alt]").len() >= 6);
    section(document, "journey").count("img", 1);
    let main = document.one("main");
    leads(main, "Apply Now", "/DigitalMarketingCourse/#apply");
    leads(main, "Become a Digital Entrepreneur", "/DigitalMarketingCourse/#apply");
    holds(section(document, "apply"), &["Send us a Message"]);
    section(document, "apply").one("form[id=enquiry-form]");
}

#[test]
fn advisory() {
    let document = page("/Advisory/");
    assert_eq!(document.one("h1").text(), "ADvisory");
    leads(document.one("main .banner"), "Get In Touch", "/Advisory/#enquiry");
    let services = section(document, "services");
    services.count("h3", 7);
    let results: Vec<String> = services.select("dd").iter().map(|dd| dd.text()).collect();
    assert_eq!(results, ["68%", "45%", "25%", "60%", "40%", "3x", "20%", "55%"]);
    assert!(services.select("li").iter().all(|card| !card.select("dd").is_empty()));
    leads(services, "Send us a Message", "/Advisory/#enquiry");
    assert!(section(document, "reasons").select("h3").len() >= 3);
    holds(section(document, "experience"), &["10+"]);
    leads(section(document, "approach"), "Get In Touch", "/Advisory/#enquiry");
    section(document, "enquiry").one("form[id=enquiry-form]");
}

#[test]
fn careers() {
    let document = page("/WorkWithUs/");
    let order: Vec<String> = document.select("main section[id]").iter().map(|s| s.get("id")).collect();
    for id in [
        "workculture",
        "funatwork",
        "companyvibe",
        "welookfor",
        "whyjoinus",
        "eagleattitude",
        "internship",
        "currentopenings",
    ] {
        assert!(order.iter().any(|found| found == id), "{id}: {order:?}");
    }
    let cs: Vec<String> = section(document, "welookfor").select("h3").iter().map(|h| h.text()).collect();
    assert!(cs.len() == 8 && cs.iter().all(|c| c.starts_with('C')), "{cs:?}");
    holds(section(document, "welookfor"), &["The 8 Cs we look for"]);
    section(document, "whyjoinus").count(".carousel-slide", 11);
    holds(section(document, "eagleattitude"), &["Eagle Attitude"]);
    let roles: Vec<String> = section(document, "currentopenings").select("h3").iter().map(|h| h.text()).collect();
    assert_eq!(roles, ["Graphic Designer", "Video Editor", "Digital Marketing Executive", "Sales Expert"]);
    testimonials(section(document, "testimonials"), None, true);
    holds(section(document, "contact"), &["Phone", "E-mail", "Chennai"]);
    leads(section(document, "careers"), "Apply Now", "/WorkWithUs/#apply");
    leads(section(document, "currentopenings"), "Apply Now", "/WorkWithUs/#apply");
    let form = section(document, "apply").one("form[id=careers-form]");
    let options: Vec<String> = form.select("option").iter().map(|o| o.text()).collect();
    assert_eq!(options[0], "Select Position");
    assert_eq!(options[1..], roles);
}

#[test]
fn tours_and_workshops() {
    let document = page("/ToursandWorkshops/");
    holds(section(document, "officevisit"), &["Office visit"]);
    holds(section(document, "workshop"), &["BYOB", "90-120 minutes"]);
    holds(section(document, "meetandgreet"), &["Meet and Greet with the founder"]);
    leads(document.one("main .banner"), "Get notified", "/ToursandWorkshops/#notify");
    let form = section(document, "notify").one("form[id=tours-form]");
    form.count("label", 2);
}

#[test]
fn contact() {
    let document = page("/ContactUs/");
    assert_eq!(document.one("h1").text(), "Contact");
    let details = section(document, "details");
    holds(details, &["Phone", "E-mail", "Address", "Chennai"]);
    let hrefs: Vec<String> = details.select("a").iter().map(|a| a.get("href")).collect();
    assert!(hrefs.iter().any(|h| h.starts_with("tel:")) && hrefs.iter().any(|h| h.starts_with("mailto:")));
    for id in ["form", "map"] {
        embed(section(document, id));
    }
}

#[test]
fn affiliate() {
    let main = page("/Privyr/").one("main");
    main.count("img", 1);
    let link = main.one("a");
    assert!(link.text().starts_with("Click Here") && link.get("href").starts_with("https://"));
    assert!(link.get("target") == "_blank" && link.get("rel").contains("noopener"));
}

#[test]
fn not_found() {
    let document = page("/404.html");
    assert_eq!(document.one("h1").text(), "Page not found");
    let main = document.one("main");
    leads(main, "Home", "/");
    leads(main, "Blogs", "/Blogs/");
    leads(main, "Contact", "/ContactUs/");
}

#[test]
fn ids_that_others_link_to() {
    // R-ROUTE-20, R-ROUTE-21: as `?id=X` and as `#X`.
    let ids: &[(&str, &[&str])] = &[
        (
            "/AboutUs/",
            &["ourphilosophy", "purposeofeyrie", "meetourteam", "headlinesandhighlights", "empoweringchange"],
        ),
        ("/WorkWithUs/", &["workculture", "companyvibe", "whyjoinus", "welookfor", "eagleattitude"]),
    ];
    for (route, ids) in ids {
        for id in *ids {
            page(route).one(&format!("#{id}"));
        }
    }
}
