//! The functions of templates (`docs/templates.md`).

#![expect(clippy::needless_pass_by_value, reason = "templates hand their values over")]

use std::sync::Arc;

use minijinja::value::{Kwargs, Rest, Value, ValueKind};
use minijinja::{Environment, Error, State, context};
use serde::Deserialize;

use super::errors::{failure, failure_with_hint, optional_argument};
use super::filters::FILTERS;
use super::links::{entry_of, menu, url_of};
use super::page_context::PageContext;
use super::trace::Origin;
use super::values::EntryView;
use super::views::entry;
use super::views::file::{FileView, path_of};
use super::views::page::{PageView, term_value};
use super::{island, picture, scripts, shared, svg_image, values};
use crate::asset::{attachment_path, compile_globs, shown_path};
use crate::content::collection::Sort;
use crate::content::conditions::TimeSpan;
use crate::content::declared_page::{Period, not_a_date};
use crate::content::entry_file::EntryRole;
use crate::content::site_language::SiteLanguage;
use crate::date;
use crate::diagnostic::{Diagnostic, did_you_mean, list_names};
use crate::route;
use crate::search::LOADER;
use crate::site::plan::Term;
use crate::site::{EntryIndex, unpublished_reason};
use crate::snapshot::{ReadAssets, ReadEntries, ReadLists, ReadPages, ReadSettings, Selection};
use crate::source::SourceFile;
use crate::template::{Callable, DiagnosticError};
use crate::yaml::{self, DataFormat, DocumentSource};

pub const FUNCTIONS: &[Callable] = &[
    ("absolute", "absolute(\"/AboutUs/\")", |to, name| to.add_function(name, absolute)),
    ("asset", "asset(\"css/site.css\")", |to, name| to.add_function(name, asset)),
    (
        "collection",
        "collection(\"articles\", sort=\"-date\", limit=5, offset=2, where={\"featured\": true})",
        |to, name| to.add_function(name, collection),
    ),
    ("drawing", "drawing(\"cards/article.svg\", {\"title\": page.title}, width=1200, height=630)", |to, name| {
        to.add_function(name, svg_image::function);
    }),
    ("entry", "entry(\"team/ada\")", |to, name| to.add_function(name, entry)),
    ("files", "files(page, \"*.jpg\")", |to, name| to.add_function(name, files)),
    ("image", "image(\"/images/kite.png\", width=600, ratio=\"3:2\")", |to, name| {
        to.add_function(name, picture::image_function);
    }),
    ("inline", "inline(\"icons/star.svg\")", |to, name| to.add_function(name, inline)),
    ("island", "island(\"Counter\", {\"start\": 3}, hydrate=\"visible\")", |to, name| {
        to.add_function(name, island::function);
    }),
    ("load", "load(\"/tides.csv\")", |to, name| to.add_function(name, load)),
    ("menu", "menu(data.navigation.header)", |to, name| to.add_function(name, menu)),
    ("pages", "pages()", |to, name| to.add_function(name, pages)),
    ("picture", "picture(\"images/kite.jpg\", alt=\"A kite\", sizes=\"50vw\", ratio=\"3:2\")", |to, name| {
        to.add_function(name, picture::function);
    }),
    ("recent", "recent(\"articles\", 5)", |to, name| to.add_function(name, recent)),
    ("related", "related(page, 3, field=\"tags\")", |to, name| to.add_function(name, related)),
    ("script", "script(\"menu\")", |to, name| to.add_function(name, scripts::url)),
    ("script_inline", "script_inline(\"theme\")", |to, name| to.add_function(name, scripts::inline)),
    ("search", "search()", |to, name| to.add_function(name, search)),
    ("shared", "shared(\"partials/footer.html\")", |to, name| to.add_function(name, shared::function)),
    ("tagged", "tagged(\"articles\", \"tags\", \"seo\")", |to, name| to.add_function(name, tagged)),
    ("terms", "terms(\"articles\", \"tags\")", |to, name| to.add_function(name, terms)),
    ("translations", "translations(page)", |to, name| to.add_function(name, translations)),
    ("tree", "tree(\"docs\")", |to, name| to.add_function(name, tree)),
    ("url", "url(\"/AboutUs/\")", |to, name| to.add_function(name, url)),
];

pub fn add(environment: &mut Environment<'static>) {
    FUNCTIONS.iter().chain(FILTERS).for_each(|(name, _, add)| add(environment, name));
}

fn url(state: &State, to: Value) -> Result<Value, Error> {
    let context = PageContext::of(state)?;
    context.skip_known_failure(url_of(&context, &to))
}

fn absolute(state: &State, to: Value) -> Result<Value, Error> {
    let context = PageContext::of(state)?;
    let url = context.skip_known_failure(url_of(&context, &to))?;
    let origin = context.tracked.origin();
    let text = url.as_str().unwrap_or_default();
    Ok(if route::is_local(text) { context.derived_text(text, format!("{origin}{text}")) } else { url })
}

fn asset(state: &State, file: Value) -> Result<Value, Error> {
    let context = PageContext::of(state)?;
    let path = path_of(&file, "asset")?;
    let found = context.or_report_missing(path, context.tracked.asset_url(path), || "#".to_owned());
    context.skip_known_failure(found.map(|url| context.derived_text(path, url)))
}

fn inline(state: &State, file: Value) -> Result<Value, Error> {
    let context = PageContext::of(state)?;
    let path = path_of(&file, "inline")?;
    context.skip_known_failure(context.text_or_report_missing(path).map(|text| {
        let html = text.unwrap_or_default().trim_end().to_owned();
        context.derived_text(path, Value::from_safe_string(html))
    }))
}

fn files(state: &State, of: Value, glob: Rest<Value>) -> Result<Value, Error> {
    let glob: Option<&str> = optional_argument(state, &glob)?;
    let context = PageContext::of(state)?;
    if let Some(entry) = entry_of(&of) {
        // Letter case does not matter, as cameras write `.JPG`.
        let globs = compile_globs(&[glob.unwrap_or("**").to_lowercase()]);
        let folder = context.tracked.id(entry);
        let is_wanted = |key: &&Arc<str>| {
            let path = attachment_path(key).and_then(|path| route::path_below(path, folder));
            path.is_some_and(|path| globs.is_match(path.to_lowercase()))
        };
        return Ok(FileView::list(&context, context.tracked.attachments(entry).iter().filter(is_wanted)));
    }
    let hint = "such as `files(page, \"*.jpg\")` or `files(\"/photos/*.jpg\")`";
    let refuse = || failure_with_hint("`files` takes an entry, its page, or a pattern of paths", hint);
    let pattern = of.as_str().ok_or_else(refuse)?;
    let keys: Vec<Arc<str>> = context.tracked.matching_assets(pattern).into_iter().map(Into::into).collect();
    Ok(FileView::list(&context, &keys))
}

fn load(state: &State, file: Value) -> Result<Value, Error> {
    let context = PageContext::of(state)?;
    let path = path_of(&file, "load")?;
    if DataFormat::of(path).is_none_or(|format| format == DataFormat::Yaml) {
        let message = format!("`{}` is no file with data", attachment_path(path).unwrap_or(path));
        return Err(failure_with_hint(&message, "`load` reads files that end with `.csv`, `.json` or `.toml`"));
    }
    context.skip_known_failure(load_data(&context, path))
}

fn load_data(context: &Arc<PageContext>, path: &str) -> Result<Value, Error> {
    let Some(text) = context.text_or_report_missing(path)? else { return Ok(Value::from(())) };
    let file = Arc::new(SourceFile { file: shown_path(path).into(), path: path.to_owned(), text: text.into() });
    let document = yaml::parse(&DocumentSource::whole(&file.file, text))
        .map_err(|mut diagnostics| DiagnosticError::from(diagnostics.swap_remove(0)))?;
    Ok(values::convert(context, &document.value, &[], || Some(Origin::Value(file.clone(), String::new()))))
}

fn collection(state: &State, name: &str, options: Kwargs) -> Result<Value, Error> {
    let context = PageContext::of_call(state, &options)?;
    let sort: Option<&str> = options.get("sort")?;
    let limit: Option<usize> = options.get("limit")?;
    let offset: Option<usize> = options.get("offset")?;
    let wanted_fields: Option<Value> = options.get("where")?;
    options.assert_all_used()?;
    if let Some(sort) = sort {
        check_field(&context, name, &Sort::parse(sort).field)?;
    }
    let selection = sort.map_or(Selection::All, |sort| Selection::SortedBy(sort.into()));
    let (skip, take) = (offset.unwrap_or(0), limit.unwrap_or(usize::MAX));
    let Some(wanted_fields) = wanted_fields else {
        return Ok(EntryView::list(&context, listed(&context, name, selection, skip, take)?));
    };
    let mut conditions = Vec::new();
    for key in wanted_fields.try_iter()? {
        let value = wanted_fields.get_item(&key)?;
        let key = key.to_string();
        if !entry::FIELDS.split(' ').any(|field| field == key) {
            check_field(&context, name, &key)?;
        }
        let is_span = value.kind() == ValueKind::Map && is_date(&context, name, &key);
        let span = is_span.then(|| resolve_span(&context, &value)).transpose()?;
        conditions.push((key, value, span));
    }
    let mut found = listed(&context, name, selection, 0, usize::MAX)?;
    found.retain(|&entry| {
        conditions.iter().all(|(key, value, span)| {
            entry::field(&context, entry, key).is_some_and(|field| match span {
                Some(contains) => field.as_str().is_some_and(contains),
                None => field == *value,
            })
        })
    });
    Ok(EntryView::list(&context, found.into_iter().skip(skip).take(take)))
}

/// Returns a function that says whether a date lies in a span of time such as `{"from": now}`.
fn resolve_span(context: &PageContext, span: &Value) -> Result<impl Fn(&str) -> bool + use<>, Error> {
    let hint = "a date in `where` is such as `{\"from\": now, \"before\": \"2026-01-01\"}`";
    let parsed = TimeSpan::deserialize(span.clone()).map_err(|_| failure_with_hint("this is no span of time", hint))?;
    let now = date::parse(&context.tracked.now(), context.tracked.zone().0);
    parsed.resolve(&now.map_err(failure)?).map_err(failure)
}

fn recent(state: &State, name: &str, count: usize) -> Result<Value, Error> {
    let context = PageContext::of(state)?;
    Ok(EntryView::list(&context, listed(&context, name, Selection::NewestFirst, 0, count)?))
}

fn tree(state: &State, name: &str) -> Result<Value, Error> {
    let context = PageContext::of(state)?;
    Ok(EntryView::list(&context, listed(&context, name, Selection::Top, 0, usize::MAX)?))
}

fn tagged(state: &State, name: &str, field: &str, value: Value) -> Result<Value, Error> {
    let context = PageContext::of(state)?;
    check_field(&context, name, field)?;
    let value = match entry_of(&value) {
        Some(entry) => context.tracked.id(entry).to_string(),
        None => value.as_str().ok_or_else(|| failure("`tagged` needs a string or an entry"))?.to_owned(),
    };
    Ok(EntryView::list(&context, context.tracked.tagged(name, field, &value)))
}

fn terms(state: &State, name: &str, field: &str, options: Kwargs) -> Result<Value, Error> {
    let context = PageContext::of_call(state, &options)?;
    let by = options.get::<Option<&str>>("by")?.map(parse_period).transpose()?;
    options.assert_all_used()?;
    check_field(&context, name, field)?;
    if by.is_some() && !is_date(&context, name, field) {
        return Err(DiagnosticError::at_word(field, not_a_date(name, field)).into());
    }
    Ok(context.tracked.terms(name, field, by).iter().map(|term: &Arc<Term>| term_value(&context, term)).collect())
}

fn is_date(context: &PageContext, name: &str, field: &str) -> bool {
    context.tracked.schemas_for(name, field).iter().any(|schema| schema.is_date(field))
}

fn parse_period(name: &str) -> Result<Period, Error> {
    let found = Period::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, period)| period);
    found.ok_or_else(|| {
        let names = Period::ALL.map(|(name, _)| name);
        let hint = did_you_mean(name, names, &format!("the periods are {}", list_names(names)));
        failure_with_hint(&format!("there is no period `{name}`"), &hint)
    })
}

fn related(state: &State, to: Value, count: usize, options: Kwargs) -> Result<Value, Error> {
    let context = PageContext::of_call(state, &options)?;
    let field = options.get::<Option<&str>>("field")?.unwrap_or("tags");
    options.assert_all_used()?;
    let entry = entry_of(&to).ok_or_else(|| failure("`related` needs an entry or an entry's page"))?;
    check_field(&context, context.tracked.collection_of(entry), field)?;
    Ok(EntryView::list(&context, context.tracked.related(entry, field, count)))
}

fn search(state: &State) -> Result<String, Error> {
    let context = PageContext::of(state)?;
    let url = context.tracked.asset_url(LOADER);
    let hint = "add `search: {}` to content/site.yaml";
    context.skip_known_failure(url.map_err(|_| failure_with_hint("the site has no search", hint)))
}

fn entry(state: &State, id: &str) -> Result<Value, Error> {
    let context = PageContext::of(state)?;
    let found = context.tracked.find(id);
    let site = context.untracked_site();
    match found.entry {
        Some(entry) if found.is_published => Ok(EntryView::value(&context, entry)),
        Some(entry) => {
            let why = unpublished_reason(site.entry(entry).visibility);
            Err(failure_with_hint(&format!("the entry `{id}` is not published"), why))
        }
        None => {
            let ids = site.shown().map(|entry| &*site.entry(entry).id);
            let hint = did_you_mean(id, ids, "no such file in content/");
            Err(failure_with_hint(&format!("there is no entry `{id}`"), &hint))
        }
    }
}

fn pages(state: &State) -> Result<Value, Error> {
    let context = PageContext::of(state)?;
    Ok(context.tracked.documents().map(|index| PageView::value(&context, index)).collect())
}

/// The function `translations`: returns a list of mappings with `language`, `name`, `url`, `permalink`, and `current`,
/// which is true for the page itself.
fn translations(state: &State, of: Value) -> Result<Value, Error> {
    let context = PageContext::of(state)?;
    let own = if let Some(view) = of.downcast_object_ref::<PageView>() {
        Some(view.index)
    } else if let Some(view) = of.downcast_object_ref::<EntryView>() {
        let route = context.tracked.route_of(view.index);
        route.and_then(|route| context.tracked.page_at(&route.into()))
    } else {
        return Err(failure("`translations` takes a page or an entry"));
    };
    let translations = own.map_or_else(Vec::new, |page| context.tracked.translations(page));
    let value = |(index, language): &(_, &SiteLanguage)| {
        let page = context.tracked.page(*index);
        let name = context.text(&language.name, || {
            let settings = &context.untracked_site().content.settings;
            let pointer = settings.language_pointer(page.language, "name");
            Some(Origin::Value(settings.file.clone(), pointer))
        });
        let route = &page.route;
        context! {
            language => language.tag.as_str(),
            name => name,
            url => context.tracked.url(route),
            permalink => context.tracked.permalink(route),
            current => Some(*index) == own,
        }
    };
    Ok(translations.iter().map(value).collect())
}

fn listed(
    context: &PageContext,
    name: &str,
    selection: Selection,
    skip: usize,
    take: usize,
) -> Result<Vec<EntryIndex>, Error> {
    context.tracked.listed(name, selection, skip, take).ok_or_else(|| unknown_collection(context, name))
}

fn unknown_collection(context: &PageContext, name: &str) -> Error {
    let site = context.untracked_site();
    let sections = site.shown().map(|at| site.entry(at)).filter(|entry| entry.role == EntryRole::Section);
    let names = site.collections().iter().map(|c| c.name.as_str()).chain(sections.map(|section| &*section.id));
    let hint = did_you_mean(name, names, &format!("there is no content/{name}/_collection.yaml"));
    failure_with_hint(&format!("there is no collection `{name}`"), &hint)
}

/// Fails if the collection is unknown, or if none of its entries can have the field: the list would silently be empty.
fn check_field(context: &PageContext, name: &str, field: &str) -> Result<(), Error> {
    let schemas = context.tracked.schemas_for(name, field);
    if schemas.is_empty() {
        return Err(unknown_collection(context, name));
    }
    if schemas.iter().any(|schema| schema.may_have(field)) {
        return Ok(());
    }
    let message = format!("the collection `{name}` has no field `{field}`");
    let label =
        did_you_mean(field, schemas.iter().flat_map(|schema| schema.field_names()), "not a field of its schema");
    let mut diagnostic = Diagnostic::error("unknown-field", message).label(label);
    if let Some(collection) = context.untracked_site().listable_collection(name) {
        diagnostic = diagnostic.help(format!("its fields are in {}, below `schema`", collection.file.file));
    }
    Err(DiagnosticError::at_word(field, diagnostic).into())
}

#[cfg(test)]
mod tests {
    use minijinja::{Environment, ErrorKind, UndefinedBehavior, context};

    use super::add;

    #[test]
    fn undefined_arguments_are_not_absent_ones() {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        add(&mut environment);
        for call in ["files('x', missing)", "island('X', missing)", "drawing('x', missing)", "5 | number(missing)"] {
            let error = environment.render_str(&format!("{{{{ {call} }}}}"), context! {}).expect_err(call);
            assert_eq!(error.kind(), ErrorKind::UndefinedError, "{call}");
        }
    }
}
