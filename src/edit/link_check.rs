//! The check of the links in a new value or text: a broken link is refused before anything is written. The next build
//! checks the anchors after `#`.

use serde_json::Value;

use super::block_change::{BlockChange, BlockEdit};
use super::change::{Change, block_number};
use super::content_file::ContentFile;
use super::form::is_picture;
use super::item_change::ItemChange;
use super::refused::Refused;
use super::workspace::Workspace;
use crate::asset;
use crate::diagnostic::closest;
use crate::markdown::{LinkSpan, find_link_spans};
use crate::route;
use crate::schema::{IMAGE, MARKDOWN, Schema};
use crate::snapshot::Snapshot;
use crate::yaml::pointer::{all_values, join};
use crate::yaml::write::ItemEdit;

/// Checks the links that a change of a value or of a text in Markdown writes.
pub fn check_links(snapshot: &Snapshot, change: &Change) -> Result<(), Refused> {
    let Change { file, at, was, to, .. } = change;
    let content = ContentFile::find(snapshot.site(), file).ok_or(Refused::NotFound)?;
    if block_number(at).is_none() {
        return check_value(snapshot, &content, at, to, was, false);
    }
    check_markdown(snapshot, &content, was.as_str().unwrap_or_default(), to.as_str().unwrap_or_default())
}

/// Returns the format that a schema asks of a value; `None` if it asks for none, or if alternatives ask for several.
fn format_of<'s>(schema: &'s Schema, pointer: &str) -> Option<&'s str> {
    let parts = schema.parts_at(pointer);
    let mut formats = parts.iter().filter_map(|part| part.get("format")?.as_str());
    let first = formats.next()?;
    formats.all(|other| other == first).then_some(first)
}

/// Checks that each text with the format `image` in the value at `pointer` is empty or the path of a picture.
pub fn check_pictures(snapshot: &Snapshot, schema: &Schema, pointer: &str, value: &Value) -> Result<(), Refused> {
    for (at, value) in all_values(value) {
        let text = value.as_str().unwrap_or_default().trim();
        let is_valid = text.is_empty() || is_picture(text) && snapshot.site().assets.find(text).is_some();
        if !is_valid && format_of(schema, &format!("{pointer}{at}")) == Some(IMAGE) {
            return Err(missing_picture(text));
        }
    }
    Ok(())
}

fn missing_picture(text: &str) -> Refused {
    let message = format!("no picture of the site is named `{text}`");
    Refused::invalid("edit-broken-link", message, "choose one of those that are offered")
}

pub fn check_block_links(snapshot: &Snapshot, change: &BlockChange) -> Result<(), Refused> {
    let BlockEdit::Insert { text, .. } = &change.edit else { return Ok(()) };
    let content = ContentFile::find(snapshot.site(), &change.file).ok_or(Refused::NotFound)?;
    check_markdown(snapshot, &content, "", text)
}

pub fn check_item_links(workspace: &Workspace<'_>, change: &ItemChange) -> Result<(), Refused> {
    let ItemEdit::Insert { value, .. } = &change.edit else { return Ok(()) };
    let file = workspace.open(&change.file)?;
    let document = file.values()?;
    let item = join(&change.at, "0");
    let first = document.pointer(&item).unwrap_or(&Value::Null);
    check_value(&workspace.snapshot, &file.content, &item, value, first, true)
}

/// Checks the texts of the value at `pointer`. `like` is the former value or, if the value `is_new`, the first item of
/// its list. It shows which texts have to be links or names of pictures.
fn check_value(
    snapshot: &Snapshot,
    content: &ContentFile<'_>,
    pointer: &str,
    value: &Value,
    like: &Value,
    is_new: bool,
) -> Result<(), Refused> {
    check_pictures(snapshot, content.schema, pointer, value)?;
    for (at, value) in all_values(value) {
        let text = value.as_str().unwrap_or_default();
        let like = like.pointer(&at).and_then(Value::as_str).unwrap_or_default();
        if !text.trim().is_empty() {
            check_link(snapshot, like, text.trim(), is_new)?;
        }
        if format_of(content.schema, &format!("{pointer}{at}")) == Some(MARKDOWN) {
            check_markdown(snapshot, content, if is_new { "" } else { like }, text)?;
        }
    }
    Ok(())
}

/// Checks a text. Its counterpart `like` shows whether it has to be a link or the name of a picture.
fn check_link(snapshot: &Snapshot, like: &str, text: &str, is_new: bool) -> Result<(), Refused> {
    let is_other_link = leads_to_output(snapshot, text) || is_address(text) && !is_picture(text);
    let lacks_picture = !is_new && has_picture(snapshot, like) && !has_picture(snapshot, text) && !is_other_link;
    if lacks_picture || is_missing_picture(snapshot, text) {
        return Err(missing_picture(text));
    }
    let is_link = is_meant_as_link(snapshot, like, text, is_new);
    if is_link || is_address(like) || is_on_this_computer(text) || is_script(text) {
        check_address(text)?;
    }
    let is_broken = is_link && !leads_to_output(snapshot, text) && !is_elsewhere(text);
    if is_broken { Err(broken_link(snapshot, text)) } else { Ok(()) }
}

/// Whether a text is meant as a link, judged by its counterpart `like`.
fn is_meant_as_link(snapshot: &Snapshot, like: &str, text: &str, is_new: bool) -> bool {
    let replaces_link = leads_to_output(snapshot, like) && !is_picture(like);
    let replaces_other_site = is_elsewhere(like) && !like.contains(char::is_whitespace) && text.starts_with('/');
    let is_added_link = like.is_empty() && is_page_address(text);
    // A new item beside addresses may be words, such as the title of a book among sources. Several words may replace
    // the address of another site, but a single word is more likely a mistyped address.
    let may_be_words = is_new || address_after_scheme(like).is_some() && text.contains(char::is_whitespace);
    replaces_link || replaces_other_site || is_added_link || is_address(like) && !may_be_words
}

/// Whether a text looks like the address of a page: `/about/` or `/about/#team`.
fn is_page_address(text: &str) -> bool {
    let path = text.split(['?', '#']).next().unwrap_or_default();
    path.len() > 1 && path.starts_with('/') && path.ends_with('/') && !text.contains(char::is_whitespace)
}

/// Whether a text is one address that begins with `https:`, `http:`, `mailto:` or `tel:`.
fn is_address(text: &str) -> bool {
    let has_scheme = address_after_scheme(text).is_some() || text.starts_with("mailto:") || text.starts_with("tel:");
    has_scheme && !text.contains(char::is_whitespace)
}

/// Whether a text is the name or the path of a picture, and no file of the site has it.
fn is_missing_picture(snapshot: &Snapshot, text: &str) -> bool {
    is_picture(text)
        && !text.contains(char::is_whitespace)
        && !is_elsewhere(text)
        && !has_picture(snapshot, text)
        && !leads_to_output(snapshot, text)
}

/// Whether a text is the name or the path of a picture of the site.
fn has_picture(snapshot: &Snapshot, text: &str) -> bool {
    let path = text.trim_start_matches('/');
    let has_name = |file: &str| file.strip_suffix(path).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'));
    is_picture(path) && snapshot.published_files().any(|(key, published, _)| has_name(key) || has_name(published))
}

/// Checks the links in `new` that `before` lacks. Those that begin with `/` have to lead to a page or file of the site,
/// and those to other sites need a whole address.
fn check_markdown(snapshot: &Snapshot, content: &ContentFile<'_>, before: &str, new: &str) -> Result<(), Refused> {
    let base_path = snapshot.site().content.settings.base_path.trim_end_matches('/');
    let known = find_link_spans(before, 0, content.markdown);
    for LinkSpan { address, link, .. } in find_link_spans(new, 0, content.markdown) {
        let address = &*address;
        if known.iter().any(|known| known.address == address) {
            continue;
        }
        check_address(address)?;
        // In HTML, an address may begin with the base path of the site.
        let below_base = address.strip_prefix(base_path).filter(|_| link.is_none());
        // A picture in Markdown has the path of its file, which may be published under another name.
        let is_there = link.is_none() && snapshot.site().assets.find(address).is_some()
            || [Some(address), below_base].into_iter().flatten().any(|link| leads_to_output(snapshot, link));
        if address.starts_with('/') && !is_elsewhere(address) && !is_there {
            let is_picture = link.is_none() && is_missing_picture(snapshot, address);
            return Err(if is_picture { missing_picture(address) } else { broken_link(snapshot, address) });
        }
    }
    Ok(())
}

/// Checks that a link to another site has a whole address that visitors can reach, and that no link is a script.
fn check_address(link: &str) -> Result<(), Refused> {
    let (message, help) = if is_on_this_computer(link) {
        let message = format!("`{link}` leads to this computer, where visitors do not come");
        (message, "write its end alone, from the `/` after the number on".to_owned())
    } else if is_script(link) {
        (format!("`{link}` is a script, not an address"), "write an address, or ask a developer".to_owned())
    } else if address_after_scheme(link).is_some() && link.contains(char::is_whitespace) {
        (format!("`{link}` has a space in it"), "write the address without it, or `%20` in its place".to_owned())
    } else if link.starts_with("www.") && !link.contains(char::is_whitespace)
        || address_after_scheme(link).is_some_and(|rest| host_of(rest).is_empty())
        || matches!(link, "mailto:" | "tel:")
    {
        (format!("`{link}` is no whole address"), "write a whole address that begins with `https://`".to_owned())
    } else if let Some(scheme) = mistyped_scheme(link) {
        (format!("`{link}` begins with no kind of address"), format!("did you mean `{scheme}:`?"))
    } else {
        return Ok(());
    };
    Err(Refused::invalid("edit-broken-link", message, help))
}

/// Returns the scheme that was meant by an unknown one: `https` for `htps:`.
fn mistyped_scheme(link: &str) -> Option<&'static str> {
    const SCHEMES: &[&str] = &["https", "http", "mailto", "tel"];
    let (scheme, _) =
        link.split_once(':').filter(|(scheme, _)| scheme.bytes().all(|byte| byte.is_ascii_alphabetic()))?;
    if SCHEMES.contains(&scheme) { None } else { closest(scheme, SCHEMES.iter().copied()) }
}

fn is_script(link: &str) -> bool {
    link.get(..11).is_some_and(|start| start.eq_ignore_ascii_case("javascript:"))
}

/// Whether a link leads to this computer, such as `http://localhost:4000/`.
fn is_on_this_computer(link: &str) -> bool {
    let host = address_after_scheme(link).map(host_of).unwrap_or_default().to_ascii_lowercase();
    let has_name = |name: &&str| host.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'));
    !link.contains(char::is_whitespace) && ["localhost", "127.0.0.1", "[::1]"].iter().any(has_name)
}

/// Returns what follows `https:` or `http:` at the beginning of a link.
fn address_after_scheme(link: &str) -> Option<&str> {
    let is_scheme = |scheme: &&str| link.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    ["https:", "http:"].iter().find(|scheme| is_scheme(scheme)).map(|scheme| &link[scheme.len()..])
}

/// Returns the host and the port at the beginning of `//host:port/path`; empty if there is no host.
fn host_of(address: &str) -> &str {
    address.strip_prefix("//").and_then(|rest| rest.split(['/', '?', '#']).next()).unwrap_or_default()
}

/// Whether a link leads to another site, to a place in its own page, or to a program such as the one for mail.
fn is_elsewhere(link: &str) -> bool {
    link.starts_with(['#', '?'])
        || link.starts_with("//")
        || link.split(['/', '?', '#']).next().is_some_and(|start| start.contains(':'))
}

/// Whether a link from the root leads to a page or file of the site, or to an address that the settings ignore.
fn leads_to_output(snapshot: &Snapshot, link: &str) -> bool {
    let path = route::decode(link.split(['?', '#']).next().unwrap_or_default());
    let Some(file) = path.strip_prefix('/') else { return false };
    let is_page = route::normalize(&path).is_ok_and(|route| snapshot.plan().page_at(&route).is_some());
    let ignored = &snapshot.site().content.settings.links.ignore;
    is_page
        || snapshot.published_files().any(|(_, published, _)| published == file)
        || asset::compile_globs(ignored).is_match(file)
}

fn broken_link(snapshot: &Snapshot, link: &str) -> Refused {
    let message = format!("no page or file of the site has the address `{link}`");
    let near = closest(link, snapshot.plan().documents().map(|page| &*page.route));
    let help = near.map_or_else(
        || "take one from the list of pages, or write a whole address that begins with `https://`".to_owned(),
        |near| format!("did you mean `{near}`?"),
    );
    Refused::invalid("edit-broken-link", message, help)
}
