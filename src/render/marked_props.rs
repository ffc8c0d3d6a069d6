//! The props of an island with marks around the texts that the island shows unchanged.
//!
//! An island may also compare or cut a text: with marks around the text, the HTML would differ. The texts of one field,
//! such as the labels of all items of a list, count as one: all of them have marks, or none.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value as Json;

use super::disturbing_marks::find_disturbing_marks;
use super::marks;
use super::props::PropOrigin;

/// Renders an island with marks around the texts that it shows unchanged. `html` is the HTML without marks. Returns the
/// props and the HTML, with marks; `None` if there are no such texts.
pub fn render(
    props: &Json,
    origins: &[PropOrigin],
    html: &str,
    render_island: &dyn Fn(&str) -> Option<Arc<str>>,
) -> Option<(String, Arc<str>)> {
    if origins.is_empty() {
        return None;
    }
    let mut fields: BTreeMap<String, Vec<&PropOrigin>> = BTreeMap::new();
    for origin in origins {
        fields.entry(field_of(&origin.0)).or_default().push(origin);
    }
    let mut rendered = None;
    find_disturbing_marks(fields.len(), &mut |left_out| {
        let fields = fields.values().enumerate().filter(|(number, _)| !left_out.contains(number));
        let json = write_marked(props, fields.flat_map(|(_, texts)| texts));
        let Some(marked_html) = render_island(&json) else { return false };
        let is_same = marks::without(&marked_html) == html;
        if is_same {
            rendered = Some((json, marked_html));
        }
        is_same
    });
    rendered
}

/// Returns the pointer of a text with `*` for the numbers of items: `/form/fields/*/label`.
fn field_of(pointer: &str) -> String {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let named = pointer.split('/').map(|part| if is_number(part) { "*" } else { part });
    named.collect::<Vec<_>>().join("/")
}

fn write_marked<'o>(props: &Json, origins: impl Iterator<Item = &'o &'o PropOrigin>) -> String {
    let mut props = props.clone();
    for (pointer, number) in origins {
        if let Some(Json::String(text)) = props.pointer_mut(pointer) {
            *text = format!("{}{text}{}", marks::begin(None, Some(*number)), marks::END);
        }
    }
    props.to_string()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{marks, render};

    #[test]
    fn only_texts_that_an_island_compares_lose_their_marks() {
        let props = json!({ "a": "x", "b": "y", "c": "z" });
        let origins: Vec<_> = [("/a", 1), ("/b", 2), ("/c", 3)].map(|(at, number)| (at.to_owned(), number)).into();
        let island = |json: &str| {
            let props: serde_json::Value = serde_json::from_str(json).ok()?;
            let is_compared = props["b"] == "y";
            Some(format!("{}{is_compared}{}", props["a"].as_str()?, props["c"].as_str()?).into())
        };
        let (_, html) = render(&props, &origins, "xtruez", &island).expect("marks of `a` and `c`");
        assert_eq!(marks::without(&html), "xtruez");
        assert!(html.contains(&marks::begin(None, Some(1))) && html.contains(&marks::begin(None, Some(3))));
        assert!(render(&props, &[], "xtruez", &island).is_none());
    }

    #[test]
    fn texts_keep_their_marks_in_an_island_with_many_fields() {
        let names: Vec<String> = (0..100).map(|number| format!("f{number:02}")).collect();
        let props = names.iter().map(|name| (name.clone(), json!("x"))).collect();
        let origins: Vec<_> = names.iter().enumerate().map(|(number, name)| (format!("/{name}"), number)).collect();
        let island = |json: &str| {
            let props: serde_json::Value = serde_json::from_str(json).ok()?;
            let is_compared = props["f99"] == "x";
            Some(format!("{}{is_compared}", props["f00"].as_str()?).into())
        };
        let (_, html) = render(&props, &origins, "xtrue", &island).expect("the mark of `f00`");
        assert!(html.contains(&marks::begin(None, Some(0))));
    }
}
