//! `menu(items)`: navigation items with their addresses, and which of them is the page being rendered.

use std::sync::Arc;

use minijinja::{Error, Value};

use super::context::Context;
use super::functions::target;
use crate::route;

/// Gives each item its `url`, `current` (it is this page), `active` (it, or one below it, is) and its `children`, done alike.
pub fn items(context: &Arc<Context>, items: &Value) -> Result<Value, Error> {
    context.needs_page("`menu`, which marks the page")?;
    let mut done = Vec::new();
    for item in items.try_iter()? {
        let href = item.get_attr("href")?;
        let has_target = !href.is_undefined() && !href.is_none();
        let current = has_target && is_current(context, &href);
        let url = if has_target { Value::from(target(context, &href)?) } else { Value::from(()) };
        let children = item.get_attr("children")?;
        let children = if children.is_undefined() || children.is_none() {
            Value::from(Vec::<Value>::new())
        } else {
            self::items(context, &children)?
        };
        let mut active = current;
        for child in children.try_iter()? {
            active |= child.get_attr("active")?.is_true();
        }
        let mut fields = Vec::new();
        for key in item.try_iter()? {
            let value = item.get_item(&key)?;
            fields.push((key, value));
        }
        fields.push((Value::from("url"), url));
        fields.push((Value::from("current"), Value::from(current)));
        fields.push((Value::from("active"), Value::from(active)));
        fields.push((Value::from("children"), children));
        done.push(Value::from_pairs(fields));
    }
    Ok(Value::from(done))
}

/// Whether a link leads to the page being rendered as a whole: one to a part of it does not.
fn is_current(context: &Context, href: &Value) -> bool {
    let Some(text) = href.as_str() else { return false };
    !text.contains(['#', '?']) && text.starts_with('/') && route::normalize(text).is_ok_and(|r| r == context.route())
}
