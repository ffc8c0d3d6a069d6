//! The endpoints of forms. `tests/diagnostics/form_*.txt` has the mistakes in forms, and `tests/browser/` their
//! behaviour in browsers.

use crate::support::{TestSite, base};
use site::config::MockOrigin;
use site::diagnostic::Severity;

const FORM: &str = "\
-- content/forms/_collection.yaml --
forms: { endpoints: settings.endpoints, keys: settings.keys }
schema:
  properties:
    colour: { type: string, default: red }
-- content/forms/order.yaml --
title: Order
fields: [{ name: name, label: Name, type: text, required: true, message: Please write it }]
button: Send
success: { title: Thanks, button: Close }
deliveries:
  - kind: json-post
    endpoint: customers
    query: { accessKey: access, secret: secret }
    values: { FirstName: name }
  - { kind: form-post, endpoint: orders, values: { Name: name } }
-- content/settings.schema.yaml --
properties:
  endpoints:
    properties:
      customers: { type: string }
      orders: { type: [string, 'null'], env: ORDERS_URL }
  keys: { additionalProperties: true }
-- content/settings.yaml --
endpoints: { customers: https://example.com/capture?v=2, orders: https://example.com/orders }
keys: { access: a&b=ü, secret: s-1 }
-- templates/page.html --
<!doctype html>
<html lang=\"en\"><head><title>{{ page.title }}</title><meta name=\"description\" content=\"A page\"></head><body><h1>A</h1>
{% set form = entry('forms/order') %}{{ form.colour }} {{ form.sending }} {{ form.undelivered.days }}
{% for delivery in form.deliveries %}{{ delivery.kind }} {{ delivery.address | json }} {{ delivery.on_failure }} {{ delivery.timeout_ms }}
{% endfor %}</body></html>
";

/// Returns the addresses of the deliveries, as the page shows them.
fn addresses(site: TestSite) -> Vec<String> {
    let built = site.build();
    let text = built.text("index.html");
    let lines = text.lines().filter(|line| line.starts_with("json-post ") || line.starts_with("form-post "));
    lines.map(|line| line.split(' ').nth(1).unwrap_or_default().trim_matches('"').to_owned()).collect()
}

#[test]
fn a_delivery_knows_its_address_with_its_keys() {
    let found = addresses(base(FORM));
    // Templates write `&` in JSON as an escape, so that it can stand in a script.
    let json_post = "https://example.com/capture?v=2\\u0026accessKey=a%26b%3D%C3%BC\\u0026secret=s-1";
    assert_eq!(found, [json_post, "https://example.com/orders"]);
}

#[test]
fn the_documented_template_renders_a_form() {
    let documented = include_str!("../docs/forms.md");
    let example = documented.split("```jinja\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let site = base(FORM).edit(&format!(
        "-- templates/page.html --\n<!doctype html>\n<html lang=\"en\"><head><title>A</title><meta name=\"description\" content=\"A page\"></head>\
         <body><h1>A</h1>\n{example}</body></html>\n"
    ));
    let site = site.replace("content/settings.yaml", "https://example.com/orders", "https://sheets.example.com/orders");
    let built =
        site.build().fine().holds("index.html", "<form method=\"post\" action=\"https://sheets.example.com/orders\">");
    let built = built.holds("index.html", "<label>Name <input name=\"name\" type=\"text\"></label>");
    let unset = built.then().replace("content/settings.yaml", "orders: https://sheets.example.com/orders", "orders: ~");
    let unset = unset.replace(
        "templates/page.html",
        "{{ form.deliveries[1].address }}",
        "/{{ form.deliveries[1].address is none }}/",
    );
    assert!(unset.build().drawn().contains("/True/"), "there is no address to send to");
}

#[test]
fn fields_of_a_form_have_defaults_and_the_site_adds_its_own() {
    base(FORM).build().fine().holds("index.html", "red Sending 30\n").holds("index.html", "stop 30000\n");
}

#[test]
fn a_variable_of_the_environment_sets_an_endpoint() {
    let site = base(FORM).with(|config| {
        config.environment = vec![("ORDERS_URL".to_owned(), "https://other.example/".to_owned())];
    });
    assert_eq!(addresses(site)[1], "https://other.example/");
}

#[test]
fn mock_endpoints_replace_every_endpoint() {
    let site = base(FORM)
        .replace("content/settings.yaml", "orders: https://example.com/orders", "orders: ~")
        .replace("content/settings.yaml", "secret: s-1", "secret: ~")
        .with(|config| config.mock_origin = Some(MockOrigin("http://127.0.0.1:5000".to_owned())));
    let json_post = "http://127.0.0.1:5000/json-post/customers?accessKey=a%26b%3D%C3%BC\\u0026secret=secret";
    assert_eq!(addresses(site), [json_post, "http://127.0.0.1:5000/form-post/orders"]);
}

#[test]
fn unset_endpoints_and_samples_are_warnings_that_keep_a_site_from_being_published() {
    let unset = || base(FORM).replace("content/settings.yaml", "orders: https://example.com/orders", "orders: ~");
    let built = unset().build().mistakes(&["endpoint-unset"]);
    assert_eq!((built.build.errors(), built.build.warnings()), (0, 1), "{}", built.drawn());
    let built = unset().with(|config| config.samples = Some(Severity::Error)).build().mistakes(&["endpoint-unset"]);
    assert_eq!(built.build.errors(), 1, "{}", built.drawn());

    let sample = || base(FORM).replace("content/settings.yaml", "secret: s-1", "secret: !sample s-1");
    let built = sample().build().mistakes(&["endpoint-sample"]);
    assert_eq!(built.build.errors(), 0, "{}", built.drawn());
    // Sample values are reported one by one when publishing.
    let built = sample().with(|config| config.samples = Some(Severity::Error)).build().mistakes(&["sample-value"]);
    assert_eq!(built.build.errors(), 1, "{}", built.drawn());
    let mocked =
        |site: TestSite| site.with(|config| config.mock_origin = Some(MockOrigin("http://127.0.0.1:5000".to_owned())));
    mocked(unset()).build().fine();
    mocked(sample()).build().fine();
}

#[test]
fn the_form_of_the_documentation_builds() {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/forms.md")).expect("the documentation");
    let blocks: Vec<&str> =
        text.split("```yaml\n").skip(1).filter_map(|rest| rest.split_once("```")).map(|(block, _)| block).collect();
    let [collection, settings, form, reservation] = blocks[..] else {
        panic!("four examples in docs/forms.md, not {}", blocks.len())
    };
    let named = |text: &str, path: &str| assert!(text.starts_with(&format!("# {path}\n")), "{text}");
    named(settings, "content/settings.yaml");
    named(form, "content/forms/order.yaml");
    named(reservation, "content/forms/table.yaml");
    let site = base("");
    site.write("content/forms/_collection.yaml", collection);
    site.write("content/settings.yaml", settings);
    site.write("content/forms/order.yaml", form);
    site.write("content/forms/table.yaml", reservation);
    // It has an endpoint without a value, and two sample values.
    site.build().mistakes(&["endpoint-unset", "endpoint-sample", "endpoint-sample"]);
}

/// The site whose form is a draft, which no page shows.
fn with_draft() -> TestSite {
    base(FORM)
        .replace("content/forms/order.yaml", "title: Order", "title: Order\ndraft: true")
        .edit("-- templates/page.html --\n<!doctype html><html lang=\"en\"><head><title>{{ page.title }}</title><meta name=\"description\" content=\"A page\"></head><body><h1>A</h1></body></html>\n")
}

#[test]
fn a_form_that_is_not_built_needs_no_endpoint() {
    with_draft().replace("content/settings.yaml", "orders: https://example.com/orders", "orders: ~").build().fine();
}

#[test]
fn an_unknown_endpoint_of_a_draft_does_not_fail_a_build() {
    let unknown = || with_draft().replace("content/forms/order.yaml", "endpoint: orders", "endpoint: ordres");
    let built = unknown().build().mistakes(&["unknown-endpoint"]);
    assert_eq!((built.build.errors(), built.build.warnings()), (0, 1), "{}", built.drawn());
    let built = unknown().with(|config| config.check_budgets = true).build().mistakes(&["unknown-endpoint"]);
    assert_eq!(built.build.errors(), 1, "{}", built.drawn());
}
