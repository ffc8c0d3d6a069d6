//! The sixteen articles (R-PAGE-05).

use crate::document::Element;
use crate::{ARTICLES, page};

#[test]
fn every_article_is_complete() {
    for route in ARTICLES {
        let document = page(route);
        let article = document.one("main article.article");
        let title = document.one("h1").text();
        let banner = article.one(".banner-article .uppercase");
        assert!(banner.text() == title, "{route}: the banner has the title, in upper case");
        assert!(!article.select("figure img[alt]").is_empty(), "{route}: a main image");
        let date = article.one("time");
        let day = date.get("datetime");
        assert!(("2023-06-16"..="2023-08-16").contains(&day.as_str()), "{route}: {day}");
        assert!(date.text().ends_with(" 2023"), "{route}: {}", date.text());
        article.one(".article-date svg");
        assert!(article.select(".prose h2").len() >= 3 && !article.select(".prose li").is_empty(), "{route}");
        let closing: Vec<_> = article.select(".centred a").iter().map(|a| (a.text(), a.get("href"))).collect();
        assert_eq!(closing, [("Get In Touch".to_owned(), "/ContactUs/".to_owned())], "{route}");
        let prose: usize =
            article.select(".prose").iter().flat_map(|p| [p.select("p"), p.select("li")]).flatten().map(words).sum();
        assert!(prose >= 600, "{route}: {prose} words");
    }
}

fn words(element: Element<'_>) -> usize {
    element.text().split(' ').count()
}

#[test]
fn the_first_and_the_last_date() {
    let date = |route| page(route).one("article.article time").text();
    let mut dates: Vec<String> =
        ARTICLES.iter().map(|route| page(route).one("article.article time").get("datetime")).collect();
    dates.sort();
    assert_eq!((dates[0].as_str(), dates[15].as_str()), ("2023-06-16", "2023-08-16"));
    assert_eq!(date("/TheRecessionisBeneficial/"), "16 June 2023");
}

/// The syllabus of the course-after-12th article.
const TOPICS: [&str; 16] = [
    "marketing fundamentals and objectives",
    "social media marketing",
    "copywriting",
    "creatives and designs",
    "video creation methods",
    "artificial intelligence in marketing",
    "customer avatar and business models",
    "search engine optimization",
    "google ads",
    "facebook ads level 1",
    "sales funnel",
    "facebook ads level 2",
    "instagram usage in business",
    "influence through linkedin",
    "automation",
    "capstone project",
];

#[test]
fn course_after_12th_gives_syllabus_fees_duration_and_contact() {
    let document = page("/DigitalMarketingCourseAfter12th/");
    let topics: Vec<String> = document.select("ol li strong").iter().map(|s| s.text().to_lowercase()).collect();
    let syllabus: Vec<&str> = topics.iter().map(String::as_str).filter(|t| !t.starts_with("month")).collect();
    assert_eq!(syllabus, TOPICS);
    let fees = document.below("Fees");
    assert!(fees.contains("course package") && !fees.contains("000"), "{fees}");
    assert!(document.below("Duration").contains("one month"));
    let contact = document.below("Contact");
    for wanted in ["Phone", "E-mail", "Address", "Chennai"] {
        assert!(contact.contains(wanted), "{wanted}: {contact}");
    }
}

#[test]
fn the_articles_and_the_course_page_agree() {
    let course = page("/DigitalMarketingCourse/");
    let modules: Vec<String> =
        course.select("#syllabus summary").iter().map(|s| s.text().to_lowercase().replace(':', "")).collect();
    for topic in TOPICS {
        assert!(modules.iter().any(|module| module.ends_with(topic)), "{topic}: {modules:?}");
    }
    let complete = page("/CompleteDigitalMarketingCourse/");
    assert!(complete.text().contains("12 courses in 1"));
    complete.root().count("article tbody tr", 12);
    // Every module has its place among the twelve, but for the capstone, which belongs to all.
    let cell = |row: &Element<'_>| row.select("td")[2].text();
    let rows = complete.select("article tbody tr");
    let mut listed: Vec<usize> = rows.iter().flat_map(|row| numbers(&cell(row))).collect();
    listed.sort_unstable();
    assert_eq!(listed, (1..=20).collect::<Vec<_>>());
}

/// `7 and 8`, `9 to 11`, `17, 19 and 20`: the numbers that are meant.
fn numbers(text: &str) -> Vec<usize> {
    let number = |text: &str| text.trim().parse::<usize>().expect("a number");
    match text.split_once(" to ") {
        Some((first, last)) => (number(first)..=number(last)).collect(),
        None => text.replace(" and ", ",").split(',').map(number).collect(),
    }
}

#[test]
fn jobs_for_freshers_describes_three_roles_and_concludes() {
    let document = page("/DigitalMarketingJobsforFreshers/");
    let headings: Vec<String> = document.select("article h2").iter().map(|h| h.text()).collect();
    for role in ["Digital Marketing Analyst", "SEO Specialist", "Associate Digital Marketing Specialist"] {
        assert!(headings.iter().any(|h| h == role), "{role}: {headings:?}");
    }
    assert_eq!(headings.last().map(String::as_str), Some("Conclusion"));
}

#[test]
fn salaries_stand_where_they_are_quoted() {
    for route in ["/DigitalMarketingJobsforFreshers/", "/ScopeofDigitalMarketing/", "/DigitalMarketingSpecialist/"] {
        let text = page(route).text().to_lowercase();
        for salary in ["about rs 6.5 lakh", "4.5 to 5 lakh", "12 to 20 lakh", "over ten years", "20 to 30 lakh"] {
            assert!(text.contains(salary), "{route}: {salary}");
        }
        assert!(text.contains("5 to 10 years") || text.contains("five to ten years"), "{route}");
    }
}

#[test]
fn tables_have_a_head_over_every_column() {
    for route in ARTICLES {
        assert!(page(route).select("th").iter().all(|head| !head.text().is_empty()), "{route}");
    }
}
