//! Every figure and fact of the source's section 9, on the page where it belongs (R-PAGE-14, R-PAGE-15).

use crate::page;

/// A page and what must be read on it. Where the source names no page for a claim, it stands where we put it.
const FACTS: &[(&str, &[&str])] = &[
    ("/", &["9+", "$2.5M+", "200+", "800K+", "$17M+", "16K+"]),
    (
        "/",
        &["3-4x", "Over $2M", "brands worked with 200+", "people mentored 16000+", "2X", "10X", "over 2 lakh people"],
    ),
    ("/AboutUs/", &["9+ years", "200+ clients", "800K+ leads", "16000+ people mentored", "over 2 lakh people"]),
    ("/Agency/", &["ROAS average 3-4x", "over $2M", "200+", "800K+"]),
    (
        "/Academy/",
        &[
            "Next cohort November 2025",
            "Duration 1 month",
            "21 modules",
            "Limited students per cohort",
            "revenue generated for clients $16M",
            "leads brought in 800K+",
            "people mentored 16000+",
            "INR 10,000 plus 18% GST",
            "INR 70,000 plus 18% GST",
        ],
    ),
    (
        "/Advisory/",
        &[
            "years of experience 10+",
            "people mentored 16000+",
            "over $2M",
            "200+",
            "3-4x",
            "68%",
            "45%",
            "25%",
            "60%",
            "3x",
            "40%",
            "20%",
            "55%",
            "2X time saved",
            "10X growth",
            "over 2 lakh people as a speaker",
        ],
    ),
    ("/DigitalMarketingCourse/", &["Next cohort November 2025", "Duration 1 month", "Syllabus 21 modules"]),
    ("/ToursandWorkshops/", &["Duration 90-120 minutes", "Meet and Greet with the founder", "over 2 lakh people"]),
    (
        "/RefundandCancellationPolicy/",
        &[
            "total course fee is INR 70,000 plus 18% GST",
            "non-refundable slot booking of INR 10,000 plus 18% GST",
            "reserve a slot in the upcoming batch",
            "balance of the course fee is due on or before the day on which classes commence",
            "Once the classes of your batch have begun, no refund is made",
            "Cancelling at least 10 days before the start",
            "If your request reaches us at least 10 days before the start",
            "If your request reaches us less than 10 days before the start",
            "registration fee of INR 10,000, excluding GST",
            "Only that fee is refunded",
            "by e-mail or in writing to the administration team",
            "in a reasonable timeframe",
            "Slots and registrations are non-transferable",
            "may change without notice",
            "Phone",
        ],
    ),
    (
        "/TermsandConditions/",
        &[
            "governed by the law of India",
            "exclusive jurisdiction",
            "Tamil Nadu",
            "If we cannot provide a service within the time stated for it, you may claim a refund",
        ],
    ),
    (
        "/PrivacyPolicy/",
        &[
            "Your name",
            "Contact details, including your postal address and e-mail address",
            "Demographic information",
            "Preferences",
            "We do not store card data",
            "Service providers",
            "Group companies",
            "Auditors",
            "Authorities",
            "withdraw your consent, write an e-mail to",
            "for as long as we provide the service",
            "as the law permits",
            "use cookies",
        ],
    ),
];

#[test]
fn every_fact_stands_on_its_page() {
    let missing: Vec<String> = FACTS
        .iter()
        .map(|(route, facts)| (route, facts, page(route).one("main").text()))
        .flat_map(|(route, facts, text)| {
            let absent = move |fact: &&&str| !text.contains(**fact);
            facts.iter().filter(absent).map(move |fact| format!("{route}: {fact}")).collect::<Vec<_>>()
        })
        .collect();
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn the_claims_do_not_change_from_page_to_page() {
    // What the source says differently in two places, it says so only there.
    let only = [("$16M", "/Academy/"), ("$17M+", "/"), ("10+ years", "/Advisory/")];
    for (route, document) in &crate::SITE.documents {
        let text = document.one("main").text();
        for (claim, home) in only {
            assert!(route == home || !text.contains(claim), "{route}: {claim}");
        }
        for (before, _) in text.match_indices(" lakh people") {
            assert!(text[..before].ends_with("over 2"), "{route}: {}", &text[..before]);
        }
    }
}

#[test]
fn legal_pages_say_whom_to_reach() {
    for route in ["/PrivacyPolicy/", "/RefundandCancellationPolicy/", "/TermsandConditions/"] {
        let main = page(route).one("main");
        let starts = |start: &str| main.select("a[href]").iter().any(|a| a.get("href").starts_with(start));
        assert!(starts("mailto:") && starts("tel:"), "{route}");
    }
}
