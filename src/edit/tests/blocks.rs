//! Tests of changes of text blocks in Markdown.

use super::super::block_change::{insert_block, replace_block};
use super::super::refused::Refused;
use super::super::workspace::tests::{body, open};
use crate::markdown::TextBlockKind;

#[track_caller]
fn check_split(markdown: &str, number: usize, to: &str, expected: Option<&str>) {
    let file = open(markdown);
    let was = &file.text_blocks()[number].text;
    let new = replace_block(&file, &format!("#{number}"), was, to).ok().flatten().map(|new| body(&new));
    assert_eq!(new.as_deref(), expected, "{markdown:?} {to:?}");
}

#[test]
fn an_empty_line_splits_a_paragraph() {
    check_split("One. Two.\n", 0, "One.\n\nTwo.", Some("One.\n\nTwo.\n"));
    check_split("One\ntwo.\r\n", 0, "One\n \n\ntwo.", Some("One\r\n\r\ntwo.\r\n"));
    check_split("> One. Two.\n", 0, "One.\n\nTwo.", Some("> One.\n>\n> Two.\n"));
    check_split("- One. Two.\n\n  Three.\n", 0, "One.\n\nTwo.", Some("- One.\n\n  Two.\n\n  Three.\n"));
    check_split("> One.\n", 0, "One\ntwo.", Some("> One\n> two.\n"));
    check_split("One.\n", 0, "One.\n\n# Two", None);
    check_split("# One\n", 0, "One\n\nTwo", None);
    check_split("One.\n", 0, "", None);
}

#[test]
fn of_several_paragraphs_the_unfit_one_is_named() {
    let (file, to) = (open("One.\n"), "One.\n\nTwo.\n\n# Three");
    let replaced = replace_block(&file, "#0", "One.", to).map(|_| ());
    let inserted = insert_block(&file, &file.text_blocks()[0], TextBlockKind::Paragraph, to, false).map(|_| ());
    for result in [replaced, inserted] {
        let Err(Refused::Invalid(found)) = result else { panic!("{result:?}") };
        assert!(found[0].message.contains("“# Three”"), "{}", found[0].message);
    }
}

#[test]
fn code_is_replaced_within_its_fences() {
    check_split("```rust\na\nb\n```\n", 0, "a\n\n  c\n", Some("```rust\na\n\n  c\n```\n"));
    check_split("- a\n\n  ```\r\n  b\r\n  ```\r\n", 1, "# c\nd", Some("- a\n\n  ```\r\n  # c\r\n  d\r\n  ```\r\n"));
    check_split("> ~~~\n> a\n> ~~~\n", 0, "a\n\n```", Some("> ~~~\n> a\n>\n> ```\n> ~~~\n"));
    check_split("```\na\n```\n", 0, "a\n```\nb", None);
    check_split("```\na\n```\n", 0, "", None);
}

#[track_caller]
fn check_insertion(markdown: &str, number: usize, (kind, text): (TextBlockKind, &str), expected: Option<&str>) {
    let file = open(markdown);
    let new = insert_block(&file, &file.text_blocks()[number], kind, text, false).ok();
    if let Some((new, at)) = &new {
        assert!(text.replace("> ", "").contains(&new.text_blocks()[*at].text), "{text:?}");
    }
    assert_eq!(new.map(|(new, _)| body(&new)).as_deref(), expected, "{markdown:?} {text:?}");
}

#[test]
fn paragraphs_and_headings_are_inserted_as_lines() {
    use TextBlockKind::{Cell, Heading, Item, Paragraph};
    check_insertion("One.\n\nTwo.\n", 0, (Paragraph, "New."), Some("One.\n\nNew.\n\nTwo.\n"));
    check_insertion("One.", 0, (Paragraph, "New\nline."), Some("One.\n\nNew\nline."));
    check_insertion("One.\r\n", 0, (Paragraph, "New."), Some("One.\r\n\r\nNew.\r\n"));
    check_insertion("One.\nÄ\r\n", 0, (Heading, "New"), Some("One.\nÄ\r\n\r\n## New\r\n"));
    check_insertion("# One\nÄ\r\n", 0, (Paragraph, "New."), Some("# One\r\n\r\nNew.\r\n\nÄ\r\n"));
    check_insertion("One.\n- a\n", 0, (Paragraph, "New."), Some("One.\n\nNew.\n- a\n"));
    check_insertion("# One\nTwo.\n", 0, (Paragraph, "New."), Some("# One\n\nNew.\n\nTwo.\n"));
    check_insertion("One\n===\nTwo.\n", 0, (Paragraph, "New."), Some("One\n===\n\nNew.\n\nTwo.\n"));
    check_insertion("### One {#x}\n\nTwo.\n", 1, (Heading, "New"), Some("### One {#x}\n\nTwo.\n\n### New\n"));
    check_insertion("One.\n", 0, (Heading, "New"), Some("One.\n\n## New\n"));
    let code = "New:\n\n```\nif a:\n    b\n\nelse:\n```";
    check_insertion("One.\n\nTwo.\n", 0, (Paragraph, code), Some(&format!("One.\n\n{code}\n\nTwo.\n")));
    check_insertion("> One.\n", 0, (Paragraph, "~~~\na\n~~~"), Some("> One.\n>\n> ~~~\n> a\n> ~~~\n"));
    check_insertion("One.\n\nTwo.\n", 0, (Paragraph, "```\nNew"), None);
    check_insertion("> One.\n", 0, (Heading, "New"), Some("> One.\n>\n> ## New\n"));
    check_insertion("```sh\n# a\n```\n", 0, (Heading, "New"), Some("```sh\n# a\n```\n\n## New\n"));
    check_insertion("One.\n", 0, (Paragraph, "# New"), None);
    check_insertion("One.\n", 0, (Paragraph, "# New\n\nMore."), None);
    check_insertion("```\na\n```\nOne.\n", 0, (Paragraph, "New."), Some("```\na\n```\n\nNew.\n\nOne.\n"));
    check_insertion("One.\n", 0, (Item, "New"), None);
    check_insertion("| a |\n|---|\n| b |\n", 0, (Cell, "c"), None);
}

#[test]
fn several_paragraphs_are_inserted_at_once() {
    let inserted = |markdown: &str| {
        let file = open(markdown);
        let (new, number) =
            insert_block(&file, &file.text_blocks()[0], TextBlockKind::Paragraph, "New.\n\nMore\nlines.", false)
                .ok()?;
        Some((body(&new), number))
    };
    assert_eq!(inserted("One.\n\nTwo.\n"), Some(("One.\n\nNew.\n\nMore\nlines.\n\nTwo.\n".to_owned(), 1)));
    assert_eq!(inserted("> One.\n"), Some(("> One.\n>\n> New.\n>\n> More\n> lines.\n".to_owned(), 1)));
}

#[test]
fn items_are_inserted_below_all_that_lies_in_the_item_above() {
    let item = |text| (TextBlockKind::Item, text);
    check_insertion("- a\n- b\n", 0, item("new"), Some("- a\n- new\n- b\n"));
    check_insertion("- a\n- b", 1, item("new"), Some("- a\n- b\n- new"));
    check_insertion("* a\n  * b\n\nText.\n", 0, item("new"), Some("* a\n  * b\n* new\n\nText.\n"));
    check_insertion("* a\n  * b\n\nText.\n", 1, item("new"), Some("* a\n  * b\n  * new\n\nText.\n"));
    check_insertion("1. a\n2. b\n", 1, item("new\nline"), Some("1. a\n2. b\n3. new\n   line\n"));
    check_insertion("> - a\n", 0, item("new"), Some("> - a\n> - new\n"));
    check_insertion("- [x] a\r\n\nÄ\n", 0, item("new"), Some("- [x] a\r\n- [ ] new\r\n\nÄ\n"));
    check_insertion("* [X] a\n", 0, item("new"), Some("* [X] a\n* [ ] new\n"));
    check_insertion("- a\n", 0, item("- new"), None);
}

#[test]
fn lists_quotations_and_headings_are_written_as_markdown() {
    let markdown = |text| (TextBlockKind::Paragraph, text);
    check_insertion("One.\n", 0, markdown("- new"), Some("One.\n\n- new\n"));
    check_insertion("One.\n\nTwo.\n", 0, markdown("1. a\n2. b"), Some("One.\n\n1. a\n2. b\n\nTwo.\n"));
    check_insertion("One.\r\n", 0, markdown("> a\n> b"), Some("One.\r\n\r\n> a\r\n> b\r\n"));
    check_insertion("> One.\n", 0, markdown("- a\n  - b"), Some("> One.\n>\n> - a\n>   - b\n"));
    check_insertion("One.\n", 0, markdown("A\n\n### B\n\n- c"), Some("One.\n\nA\n\n### B\n\n- c\n"));
    check_insertion("One.\n", 0, markdown("![A boat](/a.svg)"), Some("One.\n\n![A boat](/a.svg)\n"));
    check_insertion("[a]\n\n[a]: /b\n", 0, markdown("See [a]."), Some("[a]\n\nSee [a].\n\n[a]: /b\n"));
    check_split("One.\n\nTwo.\n", 0, "One.\n\n- a\n- b", Some("One.\n\n- a\n- b\n\nTwo.\n"));
    check_split("One.\n", 0, "## One.", Some("## One.\n"));
    check_split("- a\n\n  b\n", 1, "> b", Some("- a\n\n  > b\n"));
}

#[test]
fn markdown_without_a_form_is_refused() {
    for text in
        ["# New", "---", "<p>a</p>", "```\n```", "| a |\n|---|\n| b |", "[a]: /b", "- ", "1986. A dry year", "a\n==="]
    {
        check_insertion("One.\n", 0, (TextBlockKind::Paragraph, text), None);
        check_split("One.\n", 0, text, None);
    }
}

#[test]
fn a_list_does_not_join_the_list_beside_it() {
    let markdown = |text| (TextBlockKind::Paragraph, text);
    check_insertion("One.\n\n- a\n", 0, markdown("- new"), None);
    check_insertion("One.\n\n3. a\n", 0, markdown("1. new"), None);
    check_insertion("One.\n\n- a\n", 0, markdown("1. new"), Some("One.\n\n1. new\n\n- a\n"));
    check_insertion("One.\n\n> a\n", 0, markdown("> new"), Some("One.\n\n> new\n\n> a\n"));
    check_split("One.\n\n- a\n", 0, "- new", None);
}

#[test]
fn blocks_are_inserted_below_the_list_quotation_or_table_around_a_block() {
    let check = |markdown: &str, number: usize, text: &str, expected: Option<&str>| {
        let file = open(markdown);
        let new = insert_block(&file, &file.text_blocks()[number], TextBlockKind::Paragraph, text, true).ok();
        assert_eq!(new.map(|(new, _)| body(&new)).as_deref(), expected, "{markdown:?} {text:?}");
    };
    check("- a\n  - b\n- c\n\nOne.\n", 1, "New.", Some("- a\n  - b\n- c\n\nNew.\n\nOne.\n"));
    check("- a", 0, "New.\n\n> More.", Some("- a\n\nNew.\n\n> More."));
    check("> - a\n>\n> b\n", 0, "New.", Some("> - a\n>\n> b\n\nNew.\n"));
    check("| a |\n|---|\n| b |\n\nOne.\n", 0, "- c", Some("| a |\n|---|\n| b |\n\n- c\n\nOne.\n"));
    check("- a\n", 0, "- new", None);
    check("One.\n", 0, "New.", None);
}
