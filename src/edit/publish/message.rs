//! The proposed commit message: a line that names the changed files, and below it each change as a sentence.

use super::changed_files::ChangedFile;
use super::changed_parts::{Fate, PartChange};
use crate::diagnostic::units::count;

/// The longest first line, in characters: longer ones are cut off where git lists commits.
const MAX_SUBJECT_CHARS: usize = 72;

/// The maximum number of titles in the first line, if they fit; other files are counted.
const MAX_NAMES: usize = 2;

/// The maximum number of sentences below the first line; other changes are counted.
const MAX_SENTENCES: usize = 40;

pub fn propose_message(changes: &[ChangedFile]) -> String {
    let mut sentences: Vec<String> = changes.iter().flat_map(describe_file).collect();
    let parts = changes.iter().flat_map(|change| &change.parts);
    let approved = parts.filter(|part| part.fate == Fate::Approved).count();
    if approved > 0 {
        sentences.push(format!("{} approved", count(approved, "example")));
    }
    if let [only] = &*sentences
        && only.chars().count() <= MAX_SUBJECT_CHARS
    {
        return only.clone();
    }
    let hidden = sentences.len().saturating_sub(MAX_SENTENCES);
    let mut lines: Vec<String> = sentences.into_iter().take(MAX_SENTENCES).map(|line| format!("- {line}")).collect();
    if hidden > 0 {
        lines.push(format!("- and {}", count(hidden, "further change")));
    }
    format!("{}\n\n{}", subject(changes), lines.join("\n"))
}

/// Names the files that changed: `Change Home, Team and 3 others`.
fn subject(changes: &[ChangedFile]) -> String {
    let mut verbs = [(Fate::Added, "Add"), (Fate::Removed, "Remove")].into_iter();
    let fits_all = |(fate, _): &(Fate, &str)| changes.iter().all(|change| change.fate == *fate);
    let verb = verbs.find(fits_all).map_or("Change", |(_, verb)| verb);
    let names: Vec<&str> = changes.iter().map(|change| &*change.title).collect();
    let naming = |number: usize| match (&names[..number], names.len() - number) {
        ([first @ .., last], 0) if !first.is_empty() => format!("{verb} {} and {last}", first.join(", ")),
        (named, 0) => format!("{verb} {}", named.join(", ")),
        (named, others) => format!("{verb} {} and {}", named.join(", "), count(others, "other")),
    };
    let fits = |subject: &String| subject.chars().count() <= MAX_SUBJECT_CHARS;
    if let Some(subject) = (1..=names.len().min(MAX_NAMES)).rev().map(naming).find(fits) {
        return subject;
    }
    let Some(subject) = names.first().map(|name| format!("{verb} {name}")) else { return "Publish".to_owned() };
    let short: String = subject.chars().take(MAX_SUBJECT_CHARS - 1).collect();
    format!("{}…", short.trim_end())
}

/// Describes what changed in a file: a sentence for each value, and one that counts the texts in Markdown.
fn describe_file(change: &ChangedFile) -> Vec<String> {
    let title = &change.title;
    if change.parts.is_empty() {
        return vec![format!("{title}: {}", fate_word(change.fate))];
    }
    let parts = change.parts.iter().filter(|part| part.fate != Fate::Approved);
    let (blocks, values): (Vec<&PartChange>, Vec<&PartChange>) = parts.partition(|part| part.is_block);
    let mut found: Vec<String> =
        values.iter().map(|part| format!("{} of {title}: {}", part.label, part.sentence)).collect();
    let mut counts: Vec<((&str, Fate), usize)> = Vec::new();
    for block in blocks {
        let key = (&*block.label, block.fate);
        match counts.iter_mut().find(|(known, _)| *known == key) {
            Some((_, number)) => *number += 1,
            None => counts.push((key, 1)),
        }
    }
    if !counts.is_empty() {
        let counted = counts
            .into_iter()
            .map(|((label, fate), number)| format!("{} {}", count(number, &label.to_lowercase()), fate_word(fate)));
        found.push(format!("{title}: {}", counted.collect::<Vec<_>>().join(", ")));
    }
    found
}

fn fate_word(fate: Fate) -> &'static str {
    match fate {
        Fate::Added => "added",
        Fate::Removed => "removed",
        Fate::Changed => "changed",
        Fate::Moved => "moved",
        Fate::Approved => "approved",
    }
}

#[cfg(test)]
mod tests {
    use super::super::changed_files::ChangedFile;
    use super::super::changed_parts::{Fate, PartChange};
    use super::propose_message;

    fn change(title: &str, fate: Fate, parts: &[(&str, Fate, &str)]) -> ChangedFile {
        let part = |&(label, fate, sentence): &(&str, Fate, &str)| PartChange {
            fate,
            is_block: label == "Paragraph",
            ..PartChange::new(None, label, sentence)
        };
        let parts = parts.iter().map(part).collect();
        ChangedFile { title: title.to_owned(), fate, parts, ..ChangedFile::default() }
    }

    #[test]
    fn one_short_change_is_the_whole_message() {
        let fee = change("Marketing Course", Fate::Changed, &[("Fee", Fate::Changed, "from ₹ 45,000 to ₹ 49,000")]);
        assert_eq!(propose_message(&[fee]), "Fee of Marketing Course: from ₹ 45,000 to ₹ 49,000");
        assert_eq!(propose_message(&[change("Ada", Fate::Added, &[])]), "Ada: added");
    }

    #[test]
    fn several_changes_stand_below_their_names() {
        let paragraph = ("Paragraph", Fate::Changed, "2 words changed");
        let pillars =
            change("Six Pillars", Fate::Changed, &[paragraph, paragraph, ("Title", Fate::Changed, "changed")]);
        let others = ["Ada", "Ben"].map(|name| change(name, Fate::Removed, &[]));
        let [ada, ben] = others;
        assert_eq!(
            propose_message(&[pillars, ada, ben]),
            "Change Six Pillars, Ada and 1 other\n\n- Title of Six Pillars: changed\n\
             - Six Pillars: 2 paragraphs changed\n- Ada: removed\n- Ben: removed"
        );
        let approved = ("Phone", Fate::Approved, "right as it is");
        let contact = change("Contact", Fate::Changed, &[approved, ("Hours", Fate::Changed, "changed"), approved]);
        assert_eq!(propose_message(&[contact]), "Change Contact\n\n- Hours of Contact: changed\n- 2 examples approved");
        let many: Vec<_> = (0..50).map(|number| change(&format!("{number}"), Fate::Added, &[])).collect();
        let message = propose_message(&many);
        assert!(message.starts_with("Add 0, 1 and 48 others\n\n- 0: added\n"), "{message}");
        assert!(message.ends_with("- 39: added\n- and 10 further changes"), "{message}");
        let [one, two] =
            ["One long title ", "Two long titles "].map(|title| change(title.repeat(3).trim(), Fate::Changed, &[]));
        let subject = "Change One long title One long title One long title and 1 other\n";
        assert!(propose_message(&[one, two]).starts_with(subject));
        let long = change(&"word ".repeat(30), Fate::Changed, &[]);
        assert_eq!(propose_message(&[long]).lines().next().map(|line| line.chars().count()), Some(72));
    }
}
