//! The files for hosts: headers, redirects, and the security policy that is computed from the finished pages.

use crate::support::{Built, TestSite, base};

/// A site with this policy, whose page is `body`.
fn hosted(policy: &str, body: &str) -> TestSite {
    base(&format!(
        "-- content/hosts.yaml --\n{policy}\n-- templates/page.html --\n<!doctype html>\n<html lang=\"en\"><head><title>T</title>\
         <meta name=\"description\" content=\"D\"></head>\n<body><h1>T</h1>{body}</body></html>\n"
    ))
}

/// Returns the directives of the security policy for an address.
fn directives(built: &Built, path: &str) -> Vec<String> {
    let policy = built.build.policy.as_ref().expect("a policy");
    let headers = policy.headers(path);
    let security = headers.iter().find(|(name, _)| *name == "Content-Security-Policy").expect("the header");
    security.1.split("; ").map(str::to_owned).collect()
}

/// Asserts that the policy of the home page has a directive.
#[track_caller]
fn has_directive(built: &Built, directive: &str) {
    let found = directives(built, "/");
    assert!(found.iter().any(|known| known == directive), "no {directive:?} in {found:#?}");
}

#[test]
fn a_site_without_hosts_has_no_policy_and_no_files_for_hosts() {
    let built = base("").build().fine();
    assert!(built.build.policy.is_none());
    built.lacks("_headers").lacks("_redirects").lacks("vercel.json").lacks("_nginx.conf");
}

#[test]
fn each_host_gets_its_files() {
    let check = |hosts: &str, expected: &[&str]| {
        let built = hosted(&format!("hosts: [{hosts}]"), "").build().fine();
        let files: Vec<String> = built.paths().into_iter().filter(|path| path != "index.html").collect();
        assert_eq!(files, expected, "{hosts}");
    };
    check("", &[]);
    check("netlify", &["_headers", "_redirects"]);
    check("cloudflare, vercel, nginx", &["_headers", "_nginx.conf", "_redirects", "vercel.json"]);
}

#[test]
fn a_plain_page_may_load_only_what_is_its_own() {
    let built = hosted("", "").build().fine();
    let expected = [
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
        "base-uri 'none'",
    ];
    assert_eq!(directives(&built, "/"), expected);
}

/// The hash of each inline script and style below, by `printf %s TEXT | openssl dgst -sha256 -binary | base64`.
const HASHES: [&str; 6] = [
    "xY6QKfH9PRsQnLz56nj6MBwiK5oHg+im1Jkpdp1x/Ck=",
    "hsI9g1gl6FsTzmrcC9WiR+tkeMH1/0jO77fiJQKbJqM=",
    "X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk=",
    "8f935d27GvUutRyY9yWScUMiFUk4WTdZURISiYfPOeQ=",
    "7yqHVAesot11p6HczDsgKRipvI5UPgs97z80zNXlans=",
    "vS67ip5ZKyF5/E7DGd7XCSyM265w4Hsl1rqTPRPK9vA=",
];

#[test]
fn inline_scripts_and_styles_are_allowed_by_their_hashes() {
    let body = "<script>let a = 1;</script><script type=\"module\">let b;</script><style>a{}</style>\
                <p style=\"color:red\">x</p><script type=\"application/ld+json\">{}</script>\
                <svg><style>b{}</style><script>let c = &quot;&amp;&quot;;<![CDATA[let d = \"&amp;\";]]></script></svg>";
    let built = hosted("", body).build().fine();
    let found = directives(&built, "/").join("\n");
    for hash in HASHES {
        assert!(found.contains(hash), "no {hash} in {found}");
    }
    assert!(found.contains("style-src-attr 'unsafe-hashes' 'sha256-"), "{found}");
    assert_eq!(found.matches("sha256-").count(), HASHES.len(), "data is no script: {found}");
    assert!(!found.contains("unsafe-inline"), "{found}");
}

#[test]
fn all_styles_are_allowed_without_hashes_if_the_settings_say_so() {
    let body = "<style>a{}</style><p style=\"color:red\">x</p><script>let a = 1;</script>";
    let built = hosted("content_security_policy: { style-src: [\"'unsafe-inline'\"] }", body).build().fine();
    let found = directives(&built, "/");
    assert!(found.contains(&"style-src 'self' 'unsafe-inline'".to_owned()), "{found:?}");
    assert_eq!(found.join(" ").matches("sha256-").count(), 1, "the script has a hash: {found:?}");
}

#[test]
fn rules_and_transitions_of_navigation_are_allowed_by_their_hashes() {
    let settings = "-- content/site.yaml --\ntitle: Test\nbase_url: https://example.com/\n\
                    navigation: { prefetch: hover, transitions: true }\n";
    let built = hosted("", "").edit(settings).build().fine();
    let found = directives(&built, "/");
    for directive in ["script-src", "style-src"] {
        let sources = found.iter().find(|known| known.starts_with(directive)).expect("the directive");
        assert_eq!(sources.matches("sha256-").count(), 1, "{sources}");
    }
    built.holds("index.html", "{\"href_matches\":\"/*\"}");
}

#[test]
fn all_pages_share_one_policy() {
    let page = "-- content/pages/b.md --\n---\ntitle: B\ntemplate: other.html\n---\n-- templates/other.html --\n\
                <!doctype html><html lang=\"en\"><head><title>B</title><meta name=\"description\" content=\"D\">\
                <script>b()</script></head><body><h1>B</h1></body></html>\n";
    let built = hosted("", "<script>a()</script>").edit(page).build().fine();
    let found = directives(&built, "/");
    assert_eq!(found, directives(&built, "/b/"));
    assert_eq!(found[1].matches("sha256-").count(), 2, "{found:?}");
}

#[test]
fn origins_of_the_settings_are_allowed() {
    let policy = "content_security_policy:\n  frame-src: [https://maps.example.org, \"https://*.video.example\"]\n  \
                  form-action: [https://forms.example.org]\n  frame-ancestors: [\"'self'\"]\n  connect-src: [https://api.example.org]";
    let body = "<iframe src=\"https://maps.example.org/x\" title=\"Map\"></iframe><iframe src=\"https://a.video.example\" title=\"V\"></iframe>\
                <form action=\"https://forms.example.org/f\"><button>Send</button></form>\
                <a href=\"https://anywhere.example\">a link</a><img src=\"data:image/gif;base64,AA==\" alt=\"\">";
    let built = hosted(policy, body).build().fine();
    has_directive(&built, "frame-src 'self' https://maps.example.org https://*.video.example");
    has_directive(&built, "form-action 'self' https://forms.example.org");
    has_directive(&built, "connect-src 'self' https://api.example.org");
    has_directive(&built, "frame-ancestors 'self'");
}

#[test]
fn files_with_a_hash_are_cached_for_a_year() {
    let policy = "hosts: [netlify]\nheaders:\n  - path: /*\n    values: { Referrer-Policy: no-referrer }\n  - path: /fonts/*\n    values: { Cache-Control: \"public, max-age=86400\" }";
    let built = hosted(policy, r#"<link rel="stylesheet" href="{{ asset("css/a.css") }}">"#)
        .edit("-- public/css/a.css --\na{}\n-- public/fonts/a.woff2 --\nx\n-- public/mixed/b.js --\n;\n-- public/mixed/c.txt --\nx\n")
        .build()
        .fine();
    let text = built.text("_headers");
    let script = built.paths().into_iter().find(|path| path.starts_with("mixed/b.")).expect("the script");
    let expected = format!(
        "\n  Referrer-Policy: no-referrer\n/fonts/*\n  Cache-Control: public, max-age=86400\n\
         /css/*\n  Cache-Control: public, max-age=31536000, immutable\n\
         /{script}\n  Cache-Control: public, max-age=31536000, immutable\n"
    );
    assert!(text.starts_with("/*\n  Content-Security-Policy: ") && text.ends_with(&expected), "{text}");
}

#[test]
fn targets_of_redirects_are_escaped() {
    let policy = "hosts: [netlify, nginx]\nredirects:\n  - { from: /old/, to: '/ne\"w$/?a=%20' }";
    let built = hosted(policy, "")
        .edit("-- content/pages/ne$t.md --\n---\ntitle: New\naliases: [/older]\n---\n")
        .edit("-- content/site.yaml --\ntitle: Test\nbase_url: https://example.com/\nlinks: { ignore: [/**] }\n")
        .build()
        .fine();
    assert!(built.text("_redirects").starts_with("/old/ /ne%22w%24/?a=%20 301!\n"), "{}", built.text("_redirects"));
    for target in ["/ne%22w%24/?a=%20", "/ne%24t/"] {
        let expected = format!("return 301 \"{target}\";");
        assert!(built.text("_nginx.conf").contains(&expected), "{}", built.text("_nginx.conf"));
    }
}

#[test]
fn aliases_and_rules_are_redirects() {
    let policy = "hosts: [cloudflare]\nredirects:\n  - { from: /blog/*, to: \"/articles/:splat\" }\n  - { from: /shop/, to: \"https://shop.example\", status: 302 }";
    let built = hosted(policy, "")
        .edit("-- content/pages/new.md --\n---\ntitle: New\naliases: [/old]\n---\n")
        .with(|config| config.base_url = Some("https://example.com/x".to_owned()))
        .build()
        .fine();
    let expected = "/x/shop/ https://shop.example 302\n/x/shop https://shop.example 302\n/x/old/ /x/new/ 301\n/x/old /x/new/ 301\n\
                    /x/blog/* /x/articles/:splat 301\n";
    assert_eq!(built.text("_redirects"), expected);
    let policy = built.build.policy.as_ref().expect("a policy");
    assert_eq!(policy.redirect("/x/old/"), Some((301, "/x/new/".to_owned())));
}

#[test]
fn escapes_in_paths_of_rules_are_decoded() {
    let policy = "hosts: [netlify]\nheaders: [{ path: /a%20b/*, values: { X-A: c } }]\n\
                  redirects: [{ from: /old%20page/, to: / }]";
    let built = hosted(policy, "").build().fine();
    assert!(built.text("_redirects").starts_with("/old%20page/ / 301!\n"), "{}", built.text("_redirects"));
    let policy = built.build.policy.as_ref().expect("a policy");
    assert_eq!(policy.redirect("/old page/"), Some((301, "/".to_owned())));
    assert!(policy.headers("/a b/c").contains(&("X-A", "c")), "{:?}", policy.headers("/a b/c"));
}

#[test]
fn escapes_in_the_base_path_are_decoded_in_rules_alone() {
    let policy = "hosts: [netlify, nginx, vercel]\nredirects: [{ from: /old/, to: /x/ }]";
    let mut built = hosted(policy, "<a href=\"/a%20b/x/\">x</a>")
        .edit("-- content/pages/x.md --\n---\ntitle: X\naliases: [/older/]\n---\n")
        .with(|config| config.base_url = Some("https://example.com/a%20b/".to_owned()))
        .build()
        .fine()
        .holds("_headers", "/a%20b/*\n  Content-Security-Policy")
        .holds("_redirects", "/a%20b/old/ /a%20b/x/ 301!")
        .holds("_redirects", "/a%20b/older/ /a%20b/x/ 301!")
        .holds("vercel.json", "\"source\": \"/a%20b/(.*)\"");
    for line in [
        "error_page 404 \"/a b/404.html\";",
        "location ~ \"^/a b/(_headers|",
        "location = \"/a b/old/\" { return 301 \"/a%20b/x/\"; }",
        "location \"/a b/\" {",
    ] {
        built = built.holds("_nginx.conf", line);
    }
    let policy = built.build.policy.as_ref().expect("a policy");
    assert_eq!(policy.redirect("/a b/old/"), Some((301, "/a%20b/x/".to_owned())));
    assert!(policy.headers("/a b/x/").len() > 1, "{:?}", policy.headers("/a b/x/"));
}

#[test]
fn a_policy_too_long_for_a_host_is_reported() {
    let styles = "{% for n in range(60) %}<p style=\"order:{{ n }}\">x</p>{% endfor %}";
    let drawn = hosted("hosts: [cloudflare]", styles).build().mistakes(&["host-limit"]).drawn();
    assert!(drawn.contains("content/hosts.yaml:1") && drawn.contains("takes 2000"), "{drawn}");
    hosted("hosts: [vercel]", styles).build().fine();
    // Only a path with a trailing slash is written in two forms.
    for (end, codes) in [("", &[][..]), ("/", &["host-limit"][..])] {
        let redirect = |n: usize| format!("  - {{ from: /old/{n}{end}, to: /, status: 301 }}\n");
        let redirects: Vec<String> = (0..1100).map(redirect).collect();
        let policy = format!("hosts: [cloudflare]\nredirects:\n{}", redirects.concat());
        hosted(&policy, "").build().mistakes(codes);
    }
    // An alias is a redirect of a single path, also after those with `*`.
    let alias = "-- content/pages/new.md --\n---\ntitle: New\naliases: [/older/]\n---\n";
    for (count, codes) in [(100, &[][..]), (101, &["host-limit"][..])] {
        let redirects: Vec<String> = (0..count).map(|n| format!("  - {{ from: /old/{n}/*, to: / }}\n")).collect();
        let policy = format!("hosts: [cloudflare]\nredirects:\n{}", redirects.concat());
        hosted(&policy, "").edit(alias).build().mistakes(codes);
    }
}

#[test]
fn more_redirects_than_vercel_takes_are_reported() {
    for (count, codes) in [(1024, &[][..]), (1025, &["host-limit"][..])] {
        let redirects: Vec<String> = (0..count).map(|n| format!("  - {{ from: /old/{n}/, to: / }}\n")).collect();
        let policy = format!("hosts: [vercel]\nredirects:\n{}", redirects.concat());
        let drawn = hosted(&policy, "").build().mistakes(codes).drawn();
        assert_eq!(drawn.contains("there are 2050 redirects, and Vercel takes 2048"), count == 1025, "{drawn}");
    }
}

#[test]
fn a_file_too_large_for_a_host_is_reported() {
    for (host, codes) in [("netlify", &[][..]), ("cloudflare", &["host-limit"][..])] {
        let site = hosted(&format!("hosts: [{host}]"), "");
        site.write("public/a.mp4", "");
        let video = std::fs::File::options().write(true).open(site.path("public/a.mp4")).expect("a file");
        video.set_len(26 << 20).expect("a large file");
        let drawn = site.build().mistakes(codes).drawn();
        assert_eq!(
            drawn.contains("`a.mp4` has 27.3 MB, and Cloudflare Pages takes files of"),
            host == "cloudflare",
            "{drawn}"
        );
    }
}

#[test]
fn the_length_of_a_header_is_counted_in_characters() {
    for (length, codes) in [(1000, &[][..]), (2000, &["host-limit"][..])] {
        let headers = format!("headers: [{{ path: /, values: {{ X-A: {} }} }}]", "ä".repeat(length));
        let drawn = hosted(&format!("hosts: [cloudflare]\n{headers}"), "").build().mistakes(codes).drawn();
        assert_eq!(drawn.contains("has 2005 characters"), length == 2000, "{drawn}");
    }
}

#[test]
fn a_404_page_that_nginx_cannot_show_is_reported() {
    let template = "-- templates/lost.html --\n<!doctype html>\n<html lang=\"{{ site.language }}\" dir=\"{{ site.direction }}\">\
                    <head><title>Lost</title><meta name=\"description\" content=\"L\"></head><body><h1>Lost</h1></body></html>\n";
    for (base, prefix, expected) in [
        ("/", "/ta/", None),
        ("/", "/t$a/", Some("nginx can't show `/t$a/404.html`: a `$` begins a variable there")),
        ("/b$c/", "/ta/", Some("nginx can't show `/b$c/404.html`: a `$` begins a variable there")),
    ] {
        let settings = format!(
            "-- content/site.yaml --\ntitle: Test\nbase_url: https://example.com{base}\nlanguages: {{ ta: {{ prefix: {prefix} }} }}\n\
             pages: [{{ route: /404.html, template: lost.html, languages: all, title: Lost }}]\n"
        );
        let built = hosted("hosts: [nginx]", "").edit(template).edit(&settings).build();
        let found = built.build.diagnostics.iter().find(|diagnostic| diagnostic.code == "host-limit");
        assert_eq!(found.map(|diagnostic| diagnostic.message.as_str()), expected, "{:?}", built.build.diagnostics);
    }
}

#[test]
fn placeholders_of_hosts_in_addresses_are_reported() {
    let redirects = "redirects: [{ from: /wiki/Talk:Kites, to: / }, { from: /8:30/, to: / }]";
    let alias = "-- content/pages/new.md --\n---\ntitle: New\naliases: [/:id/, /c*/]\n---\n";
    let (id, rest) = (("/:id", "content/pages/new.md:3:11"), ("/c*", "content/pages/new.md:3:18"));
    for (host, expected) in [
        ("nginx, vercel", &[][..]),
        ("netlify", &[id, rest]),
        ("cloudflare", &[id, rest, ("/wiki/Talk:Kites", "content/hosts.yaml:2:21")]),
    ] {
        let drawn = hosted(&format!("hosts: [{host}]\n{redirects}"), "").edit(alias).build().drawn();
        assert_eq!(drawn.matches("[host-limit]").count(), expected.len(), "{host}: {drawn}");
        for (path, place) in expected {
            assert!(drawn.contains(&format!("takes a part of `{path}` for a placeholder")), "{host}: {drawn}");
            assert!(drawn.contains(place), "{host}: {drawn}");
        }
    }
}
