//! Keys of other generators in an entry whose schema is open. They have no effect here, so a page that they hide would
//! be published, and a page that they move would have another address.

use serde_json::Value;

use super::collection::COMPUTED_FIELDS;
use crate::diagnostic::Diagnostic;
use crate::schema::Schema;
use crate::yaml::DocumentSource;
use crate::yaml::pointer::join;
use crate::yaml::tree::PairSide;

/// The keys that decide whether a page is published, and where, each with its substitute here.
const FOREIGN_KEYS: [(&str, &str); 11] = [
    ("expiryDate", "write `expires`"),
    ("hidden", HIDDEN),
    ("layout", "the collection names the template; for this entry alone, write `template`"),
    ("path", ROUTE),
    ("permalink", ROUTE),
    ("publishDate", "write `date`"),
    ("published", HIDDEN),
    ("redirect_from", "write `aliases`, addresses that begin with a slash"),
    ("redirects", "write `aliases`, addresses that begin with a slash"),
    ("unlisted", HIDDEN),
    ("url", ROUTE),
];
const HIDDEN: &str = "write `draft: true` if the page is not to be published, else take the key out";
const ROUTE: &str = "write `route`, an address that begins with a slash";

/// Warns of each key of another generator in an entry's `fields`, if the schema allows the key but does not name it.
pub(super) fn check<'a>(
    fields: &'a Value,
    source: &'a DocumentSource<'_>,
    schema: &'a Schema,
) -> impl Iterator<Item = Diagnostic> + 'a {
    let is_unnamed = |key: &str| schema.may_have(key) && schema.field_names().all(|name| name != key);
    // `published: true` and `hidden: false` hide nothing.
    let shows = |key: &str, value: &Value| *value == Value::Bool(key == "published");
    let found = FOREIGN_KEYS.iter().filter(move |(key, substitute)| {
        let value = fields.get(key).filter(|value| *substitute != HIDDEN || !shows(key, value));
        value.is_some() && is_unnamed(key)
    });
    found.map(|(key, substitute)| {
        let diagnostic = Diagnostic::warning("foreign-syntax", format!("`{key}` is a key of other generators"))
            .at(source.place_of(&join("", key), PairSide::Key))
            .label("without effect here")
            .help(*substitute);
        if COMPUTED_FIELDS.contains(key) {
            return diagnostic;
        }
        diagnostic.help(format!("or name `{key}` in the schema, if templates show its value"))
    })
}
