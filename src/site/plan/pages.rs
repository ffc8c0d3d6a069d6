//! The pages of entries and of aliases, with their routes filled in.

use serde_json::Value;

use super::page_plan::PageSubject;
use super::planner::{Planner, ROUTE_HELP};
use crate::content::collection::Collection;
use crate::content::entry::{Entry, no_slug};
use crate::content::entry_file::EntryRole;
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::site::{EntryIndex, Site};
use crate::yaml::pointer::escape;
use crate::yaml::tree::PairSide;
use crate::{route, template};

/// Adds the page of each published entry that has a route, or its pages if it is paginated.
pub fn add_entries(planner: &mut Planner) {
    let site = planner.site;
    let patterns: Vec<_> =
        site.collections().iter().map(|collection| find_usable_pattern(planner, collection)).collect();
    let is_in_language = |index: &EntryIndex| site.entry(*index).language == site.language;
    for index in site.shown().filter(is_in_language) {
        let entry = site.entry(index);
        let collection = &site.collections()[entry.collection];
        let own_route = entry.text("route");
        let Some(pattern) = own_route.or(patterns[entry.collection].as_deref()) else { continue };
        if entry.refuses_page() {
            continue;
        }
        let template_of_collection = || Some(collection.template_of(entry.role)?.0);
        let Some(template) = entry.text("template").or_else(template_of_collection) else {
            // If the route is the collection's, the missing template is reported at the collection.
            if own_route.is_some() {
                planner.diagnostics.push(
                    Diagnostic::error("missing-template", "this entry has an address and no template")
                        .at(entry.place_of("/route", PairSide::Key))
                        .label("makes it a page")
                        .help("add a line such as `template: page.html`"),
                );
            }
            continue;
        };
        let subject = PageSubject::Entry(index);
        let route = match route::fill(pattern, |name| route_part(site, entry, name)) {
            Ok(route) => route::normalize(&route),
            Err(name) => {
                let is_unusable = |text: &&str| !text.is_empty() && !DATE_PARTS.contains(&name.as_str());
                let diagnostic = match entry.text(&name).filter(is_unusable) {
                    Some(text) => text_without_slug(site, entry, text)
                        .at(entry.place_of(&format!("/{}", escape(&name)), PairSide::Value)),
                    None => missing_route_field(&name, pattern, own_route.is_some(), collection)
                        .at(planner.place_of(&subject, site.language)),
                };
                planner.diagnostics.push(diagnostic);
                continue;
            }
        };
        planner.add_pages(route, template, &subject, entry.paginate().as_ref());
    }
}

/// Returns the route that an entry's page would have with this slug if the entry were published.
pub fn route_with_slug(site: &Site, index: EntryIndex, slug: &str) -> Option<String> {
    let entry = site.entry(index);
    let site = site.in_language(entry.language);
    let localized = || site.route_pattern(site.collections()[entry.collection].route.as_ref()?);
    let pattern = entry.text("route").map(str::to_owned).or_else(localized)?;
    let part = |name: &str| if name == "slug" { Some(slug.to_owned()) } else { route_part(site, entry, name) };
    route::normalize(&route::fill(&pattern, part).ok()?).ok()
}

/// Checks the route pattern of a collection, once for all its entries. Returns the pattern if it can be filled.
fn find_usable_pattern(planner: &mut Planner, collection: &Collection) -> Option<String> {
    let patterns = collection.route.as_ref()?;
    let site = planner.site;
    let has_own_pattern = std::ptr::eq(collection.owner_of("route"), collection);
    if has_own_pattern {
        let place = |key: &str, side| collection.place_of(&format!("/route{key}"), side);
        planner.diagnostics.extend(patterns.check(&site.content.settings.languages, &place));
    }
    let pattern = site.route_pattern(patterns)?;
    let Some(mistake) = pattern_mistake(collection, &pattern) else { return Some(pattern) };
    // An inherited pattern is reported where it is written.
    if has_own_pattern {
        let pointer =
            format!("/route{}", patterns.pointer_in(site.site_language(), site.content.settings.first_language()));
        planner.diagnostics.push(mistake.at(collection.place_of(&pointer, PairSide::Value)));
    }
    None
}

/// Finds a mistake in a route pattern: a placeholder that no entry can fill, a `{` that is never closed, or text that
/// no route may contain.
fn pattern_mistake(collection: &Collection, pattern: &str) -> Option<Diagnostic> {
    let is_known = |name: &str| DATE_PARTS.contains(&name) || name == "slug" || collection.schema.may_have(name);
    let any_value = |name: &str| is_known(name).then(|| "x".to_owned());
    let route = match route::fill(pattern, any_value) {
        Ok(route) => route,
        Err(name) => {
            let names = collection.schema.field_names().chain(DATE_PARTS).chain(["slug"]);
            let message = format!("entries of `{}` have no field `{name}`", collection.name);
            let diagnostic = Diagnostic::error("bad-route", message)
                .label(did_you_mean(&name, names, "`{…}` takes a field of the schema"))
                .help("a pattern takes `{slug}`, `{year}`, `{month}`, `{day}` and the fields of the schema");
            return Some(diagnostic);
        }
    };
    let message =
        if route.contains('{') { "a `{` is never closed".to_owned() } else { route::normalize(&route).err()? };
    Some(Diagnostic::error("bad-route", message).label("not a pattern of addresses").help(ROUTE_HELP))
}

/// Adds a redirect page for each alias of an entry that has a page.
pub fn add_aliases<'a>(planner: &mut Planner<'a>, site: &'a Site) {
    for (index, to) in planner.entry_routes() {
        planner.site = site.in_language(site.entry(index).language);
        for (at, alias) in site.entry(index).aliases().enumerate() {
            let subject = PageSubject::Alias { to: to.clone(), entry: index, index: at };
            planner.add_pages(route::normalize(alias), template::ALIAS, &subject, None);
        }
    }
}

/// The placeholders of a route that an entry's date fills.
const DATE_PARTS: [&str; 3] = ["year", "month", "day"];

/// Reports an entry without a value for `{name}` in its route.
fn missing_route_field(name: &str, pattern: &str, has_own_route: bool, collection: &Collection) -> Diagnostic {
    let is_date = DATE_PARTS.contains(&name);
    let field = if is_date { &collection.date_field } else { name };
    let example = if field == "date" { "2023-06-16" } else { "…" };
    let message = format!("this entry has no `{field}`, which its route `{pattern}` takes");
    let otherwise = if has_own_route { "write the address out" } else { "give it a `route` of its own" };
    let diagnostic = Diagnostic::error("bad-route", message)
        .label(format!("`{{{name}}}` has no value here"))
        .help(format!("add a line `{field}: {example}`, or {otherwise}"));
    if !is_date || has_own_route || field != "date" {
        return diagnostic;
    }
    let file = &collection.file.file;
    diagnostic.help(format!("or say in {file} which other field is the date, such as `date: starts`"))
}

/// Reports a text that an entry's route takes, and of which no slug can be made.
fn text_without_slug(site: &Site, entry: &Entry, text: &str) -> Diagnostic {
    if site.content.settings.slug(text, entry.language).is_none() {
        return no_slug(text);
    }
    Diagnostic::error("bad-route", format!("`{text}` has no letter or digit to make an address of"))
        .label("is a part of the entry's address")
        .help("write it with letters or digits, or give the entry a `route` without it")
}

/// Returns the value of `{name}` in an entry's route.
pub fn route_part(site: &Site, entry: &Entry, name: &str) -> Option<String> {
    let date = |pattern: &str| {
        let moment = entry.date?.to_zoned(site.content.settings.zone.clone());
        crate::date::format(&moment, pattern).ok()
    };
    match name {
        "slug" => Some(entry.slug.clone()),
        "year" => date("%Y"),
        "month" => date("%m"),
        "day" => date("%d"),
        field => match entry.fields.get(field)? {
            Value::String(text) => site.content.settings.slug(text, entry.language),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        },
    }
    // The slug of a collection's own section is empty: `/blog/{slug}/` gives `/blog/`.
    .filter(|value| !value.is_empty() || (name == "slug" && entry.role == EntryRole::Section))
}
