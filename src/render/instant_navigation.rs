//! Instant navigation: the speculation rules and the view transitions at the end of a page's head.

use serde_json::{Value, json};

use super::page_context::PageContext;
use crate::content::settings::{Eagerness, Navigation};
use crate::html;
use crate::snapshot::ReadSettings;

/// The selector of links to pages that are never fetched in advance.
const EXCLUDED_LINKS: &str = "[download],[rel~=nofollow],[data-no-prefetch]";

/// A style that lets browsers blend one page into the next. It is off for visitors who prefer less motion.
const TRANSITIONS: &str =
    "<style>@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}</style>";

/// Inserts what the setting `navigation` asks for into an HTML document. A page without `</head>` stays as it is.
pub fn add(context: &PageContext, mut text: String) -> String {
    let navigation = context.tracked.navigation();
    if navigation == Navigation::default() || !context.tracked.own_page().is_document() {
        return text;
    }
    let Some(end) = html::head_end(&text) else { return text };
    let transitions = if navigation.transitions { TRANSITIONS } else { "" };
    let rules = speculation_rules(navigation, &context.tracked.url("/"));
    let rules = rules.map(|rules| format!("<script type=\"speculationrules\">{rules}</script>"));
    text.insert_str(end, &format!("{transitions}{}", rules.unwrap_or_default()));
    text
}

/// Returns the speculation rules for links to pages below `base`; `None` if nothing is fetched in advance.
fn speculation_rules(navigation: Navigation, base: &str) -> Option<String> {
    let links = json!({ "and": [
        { "href_matches": format!("{base}*") },
        // Links to files other than pages are left out. Their paths have a dot, and don't end with `/` or `.html`.
        { "or": [
            { "not": { "href_matches": format!("{base}*.*") } },
            { "href_matches": format!("{base}*/") },
            { "href_matches": format!("{base}*.html") },
        ] },
        { "not": { "selector_matches": EXCLUDED_LINKS } },
    ] });
    let rule =
        |eagerness: Eagerness| eagerness.keyword().map(|keyword| json!([{ "where": links, "eagerness": keyword }]));
    let actions = [("prefetch", navigation.prefetch), ("prerender", navigation.prerender)];
    let rules = actions.into_iter().filter_map(|(action, eagerness)| Some((action.to_owned(), rule(eagerness)?)));
    let rules: serde_json::Map<String, Value> = rules.collect();
    // `</script>` in a string would end the script. In JSON, `<` occurs only in strings, where it can be escaped.
    (!rules.is_empty()).then(|| Value::Object(rules).to_string().replace('<', "\\u003c"))
}

#[cfg(test)]
mod tests {
    use super::speculation_rules;
    use crate::content::settings::{Eagerness, Navigation};

    #[test]
    fn rules_are_for_pages_below_the_base_path() {
        let navigation = Navigation { prefetch: Eagerness::Hover, ..Navigation::default() };
        assert_eq!(
            speculation_rules(navigation, "/kites/").as_deref(),
            Some(
                r#"{"prefetch":[{"where":{"and":[{"href_matches":"/kites/*"},{"or":[{"not":{"href_matches":"/kites/*.*"}},{"href_matches":"/kites/*/"},{"href_matches":"/kites/*.html"}]},{"not":{"selector_matches":"[download],[rel~=nofollow],[data-no-prefetch]"}}]},"eagerness":"moderate"}]}"#
            )
        );
        assert_eq!(speculation_rules(Navigation { transitions: true, ..Navigation::default() }, "/"), None);
    }
}
