//! The function `translations(page)`: the same page in each language of the site.

use minijinja::{Error, State, Value, context};

use super::errors::failure;
use super::page_context::PageContext;
use super::trace::Origin;
use super::views::entry::EntryView;
use super::views::page::PageView;
use crate::content::site_language::SiteLanguage;
use crate::snapshot::{ReadEntries, ReadPages, ReadSettings};

/// The function `translations`: returns a list of mappings with `language`, `name`, `url`, `permalink`, and `current`,
/// which is true for the page itself. The list is empty if the site has one language.
#[expect(clippy::needless_pass_by_value, reason = "templates hand their values over")]
pub fn function(state: &State, of: Value) -> Result<Value, Error> {
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
