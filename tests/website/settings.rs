//! What the content files say of forms and carousels: values that scripts act on (R-FORM, R-MOTION).

use std::path::Path;

use serde_yaml::Value;

use crate::page;

fn content(path: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("content").join(path);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_yaml::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// A field, by dotted path.
fn at<'a>(value: &'a Value, path: &str) -> &'a Value {
    path.split('.').fold(value, |value, key| value.get(key).unwrap_or(&Value::Null))
}

#[test]
fn carousels_and_counters_keep_their_timings_and_counts() {
    // R-MOTION-01 to R-MOTION-04. Autoplay, transition, and items from a width on.
    type Counts<'a> = &'a [(&'a str, u64)];
    let logos: Counts<'_> = &[("360", 2), ("414", 2), ("670", 3), ("992", 3), ("1200", 5)];
    let voices: Counts<'_> = &[("360", 1), ("670", 2), ("992", 2), ("1200", 3)];
    let carousels: [(&str, &str, u64, Option<u64>, Counts<'_>); 8] = [
        ("home", "clients.carousel", 2000, Some(2000), logos),
        ("agency", "clients.carousel", 2000, Some(2000), logos),
        ("home", "testimonials.carousel", 5000, None, &[("360", 1), ("670", 2)]),
        ("home", "case_studies.carousel", 5000, None, &[("360", 1), ("414", 1), ("670", 2), ("992", 3), ("1200", 4)]),
        ("work-with-us", "why_join_us.carousel", 5000, Some(2000), &[("360", 1), ("670", 2), ("992", 3)]),
        ("about", "philosophy.carousel", 5000, Some(2000), &[("360", 1), ("670", 3), ("992", 3), ("1200", 4)]),
        ("work-with-us", "testimonials.carousel", 5000, Some(2000), voices),
        ("academy", "testimonials.carousel", 5000, Some(2000), voices),
    ];
    for (file, path, autoplay, speed, items) in carousels {
        let carousel = content(&format!("pages/{file}.yaml"));
        let carousel = at(&carousel, path);
        assert_eq!(carousel["autoplay_ms"].as_u64(), Some(autoplay), "{file}: {path}");
        if speed.is_some() {
            assert_eq!(carousel["speed_ms"].as_u64(), speed, "{file}: {path}");
            assert_eq!(carousel["loop"].as_bool(), Some(true), "{file}: {path}");
        }
        for (width, count) in items {
            // A width without a line of its own keeps the count of the narrower one.
            assert_eq!(carousel["items"][*width].as_u64(), Some(*count), "{file}: {path} from {width}");
        }
    }
    assert_eq!(at(&content("pages/home.yaml"), "testimonials.carousel.arrows").as_bool(), Some(true));
    // R-MOTION-06.
    let home = content("pages/home.yaml");
    assert_eq!(at(&home, "counters.delay_ms").as_u64(), Some(2000));
    let targets: Vec<u64> = home["counters"]["items"]
        .as_sequence()
        .expect("six")
        .iter()
        .filter_map(|item| item["value"].as_u64())
        .collect();
    assert_eq!(targets, [9, 2, 200, 800, 17, 16]);
}

/// A field of a form: name, what the sheet calls it, its message if it must be filled. R-FORM-01 to R-FORM-04.
type Field = (&'static str, Option<&'static str>, Option<&'static str>);

const NAME: Field = ("name", Some("Name"), Some("Name is Required"));
const PHONE: Field = ("phoneNumber", Some("Phone Number"), Some("Phone Number is Required"));
const EMAIL: Field = ("emailId", Some("Email Id"), Some("Email is Required"));

const FORMS: &[(&str, &[Field])] = &[
    ("newsletter", &[("emailId", Some("EmailId"), Some("Email is Required"))]),
    (
        "careers",
        &[
            NAME,
            PHONE,
            EMAIL,
            ("role", None, None),
            ("subject", Some("Subject"), Some("Subject is Required")),
            ("message", Some("Comments"), None),
        ],
    ),
    (
        "enquiry",
        &[
            NAME,
            PHONE,
            EMAIL,
            ("businessName", Some("Business Name"), Some("Business Name is Required")),
            ("businessWebsite", Some("Business Website"), Some("Business Website is Required")),
            ("city", Some("City"), Some("City is Required")),
        ],
    ),
];

#[test]
fn forms_ask_and_complain_as_the_source_does() {
    for (name, expected) in FORMS {
        let form = content(&format!("forms/{name}.yaml"));
        let fields = form["fields"].as_sequence().expect("fields");
        let deliveries = form["deliveries"].as_sequence().expect("deliveries");
        let sheet = deliveries.iter().find(|delivery| delivery["kind"] == "sheet").expect("a sheet");
        let column = |field: &Value| {
            sheet["values"]
                .as_mapping()
                .into_iter()
                .flatten()
                .find(|(_, name)| *name == field)
                .map(|(column, _)| column)
        };
        let found: Vec<_> = fields
            .iter()
            .map(|f| {
                (
                    f["name"].as_str().unwrap_or_default(),
                    column(&f["name"]).and_then(Value::as_str),
                    f.get("message").and_then(Value::as_str),
                )
            })
            .collect();
        assert_eq!(found, *expected, "{name}");
        for (field, (id, _, message)) in fields.iter().zip(*expected) {
            assert_eq!(
                field.get("required").and_then(Value::as_bool).unwrap_or(false),
                message.is_some(),
                "{name}: {id}"
            );
            if *id == "phoneNumber" {
                let lengths: Vec<u64> =
                    field["length"].as_sequence().expect("lengths").iter().filter_map(Value::as_u64).collect();
                assert_eq!(lengths, [10, 12, 13], "{name}");
            }
            // Only the newsletter has the browser check an address.
            if *id == "emailId" {
                assert_eq!(field["type"] == "email", *name == "newsletter", "{name}");
            }
        }
    }
    let careers = content("forms/careers.yaml");
    let role = &careers["fields"][3];
    let options: Vec<&str> = role["options"].as_sequence().expect("roles").iter().filter_map(Value::as_str).collect();
    assert_eq!(options, ["Graphic Designer", "Video Editor", "Digital Marketing Executive", "Sales Expert"]);
    assert_eq!(role["placeholder"], "Select Position");
    assert_eq!(content("forms/enquiry.yaml")["title"], "Send us a Message");
    let newsletter = content("forms/newsletter.yaml");
    assert_eq!(newsletter["success"]["title"], "Thank You!");
    assert_eq!(newsletter["success"]["button"], "Okay");
}

#[test]
fn without_a_script_forms_post_what_their_sheets_know() {
    // R-FORM-07, and the columns of the source's section 7.
    let forms = [
        ("/WorkWithUs/", vec!["Name", "Phone Number", "Email Id", "Subject", "Comments", "Date"]),
        ("/Advisory/", vec!["Name", "Phone Number", "Email Id", "Business Name", "Business Website", "City", "Date"]),
        (
            "/DigitalMarketingCourse/",
            vec!["Name", "Phone Number", "Email Id", "Business Name", "Business Website", "City", "Date"],
        ),
    ];
    for (route, columns) in forms {
        // In its section, and once more in the modal that only a script opens.
        page(route).root().count("main dialog form[method=post]", 1);
        let form = page(route).one("main .form-block form[method=post]");
        let posted = ["input[name]", "select[name]", "textarea[name]"].map(|s| form.select(s));
        let mut names: Vec<String> = posted.iter().flatten().map(|field| field.get("name")).collect();
        let mut columns: Vec<String> = columns.into_iter().map(str::to_owned).collect();
        names.sort();
        columns.sort();
        assert_eq!(names, columns, "{route}");
        assert!(form.get("action").starts_with("https://"), "{route}");
    }
}
