//! The fields of a text in Markdown that is one picture: `#3/picture` is the address, `#3/picture_alt` what it shows. A
//! change of a field is recorded as a change of the whole text, and shown to people as that of the field.

use super::change::{Change, block_number, find_unchanged};
use super::journal::DescribedChange;
use super::refused::Refused;
use super::workspace::{OpenFile, Workspace};
use crate::markdown::{LonePicture, MarkdownOptions, PicturePart, TextBlock};
use crate::unicode::collapse_white_space;

pub struct PictureField {
    pub part: PicturePart,
    /// The end of the field's pointer, after the pointer of the text.
    pub end: &'static str,
    pub label: &'static str,
}

pub const PICTURE_FIELDS: [PictureField; 2] = [
    PictureField { part: PicturePart::Address, end: "/picture", label: "Picture" },
    PictureField { part: PicturePart::Alt, end: "/picture_alt", label: "What it shows" },
];

/// Splits the pointer of a field of a picture into that of the text and the field.
fn split_pointer(at: &str) -> Option<(&str, &'static PictureField)> {
    PICTURE_FIELDS
        .iter()
        .find_map(|field| Some((at.strip_suffix(field.end)?, field)))
        .filter(|(at, _)| at.starts_with('#'))
}

/// Returns the pointer of the text in which a field of a picture lies. Returns any other pointer as it is.
pub fn text_pointer(at: &str) -> &str {
    split_pointer(at).map_or(at, |(text, _)| text)
}

/// Returns the pointer of the first field in the form of a text.
pub fn first_field(number: usize, block: &TextBlock, options: &MarkdownOptions) -> String {
    let is_picture = LonePicture::read(&block.text, options).is_some();
    format!("#{number}{}", if is_picture { PICTURE_FIELDS[0].end } else { "" })
}

/// Returns the value of a field as it is written in the text. An address stays as it is. The description of what the
/// picture shows is put into one line.
fn written_form(part: PicturePart, value: &str) -> String {
    match part {
        PicturePart::Address => value.to_owned(),
        PicturePart::Alt => collapse_white_space(value),
    }
}

/// A picture whose field has the value that the editor shows.
pub struct FoundPicture {
    /// The pointer of its text.
    pub at: String,
    pub text: String,
    part: PicturePart,
    picture: LonePicture,
}

/// Finds the picture to whose field `at` leads, by the value `was` of the field. Returns `None` for other pointers.
///
/// # Errors
/// Fails unless the picture at `at` has the value or, if it has not, exactly one other picture has it.
pub fn find_picture(file: &OpenFile<'_>, at: &str, was: &str) -> Result<Option<FoundPicture>, Refused> {
    let Some((at, field)) = split_pointer(at) else { return Ok(None) };
    let number = block_number(at).ok_or(Refused::NotFound)?;
    let (mut blocks, part) = (file.text_blocks(), field.part);
    let read = |block: &TextBlock| LonePicture::read(&block.text, file.content.markdown);
    let was = written_form(part, was);
    let has_value = |block: &TextBlock| read(block).is_some_and(|picture| picture.part(part) == was);
    let Some(found) = find_unchanged(&blocks, number, has_value) else {
        let present = blocks.get(number).and_then(read).ok_or(Refused::NotFound)?;
        return Err(Refused::Conflict { current: present.part(part).into() });
    };
    let text = blocks.swap_remove(found).text;
    let picture = LonePicture::read(&text, file.content.markdown).ok_or(Refused::NotFound)?;
    Ok(Some(FoundPicture { at: format!("#{found}"), text, part, picture }))
}

/// Returns the change of a picture's field as a change of its whole text. Returns `None` for other changes.
pub fn change_text(workspace: &Workspace<'_>, change: &Change) -> Result<Option<Change>, Refused> {
    let (Some(_), Some(was), Some(to)) = (split_pointer(&change.at), change.was.as_str(), change.to.as_str()) else {
        return Ok(None);
    };
    let file = workspace.open(&change.file)?;
    let Some(FoundPicture { at, text, part, picture }) = find_picture(&file, &change.at, was)? else { return Ok(None) };
    let new = picture.with_part(part, &written_form(part, to), &text, file.content.markdown).ok_or_else(|| {
        Refused::invalid(
            "edit-block",
            "this can't be written here",
            "write it in other words, or choose another picture",
        )
    })?;
    Ok(Some(Change { at, was: text.into(), to: new.into(), ..change.clone() }))
}

/// Returns the fields in which two pictures differ, each with its values. Returns `None` unless both texts are pictures
/// that are the same but for these fields.
pub fn changed_fields(
    before: &str,
    now: &str,
    options: &MarkdownOptions,
) -> Option<Vec<(&'static PictureField, [String; 2])>> {
    let (before, now) = (LonePicture::read(before, options)?, LonePicture::read(now, options)?);
    let values = |field: &PictureField| [&before, &now].map(|picture| picture.part(field.part).to_owned());
    let fields = PICTURE_FIELDS.iter().map(|field| (field, values(field)));
    let changed: Vec<_> = fields.filter(|(_, [was, is])| was != is).collect();
    (before.rest == now.rest && !changed.is_empty()).then_some(changed)
}

/// Returns the name of a picture: what it shows or, if the text does not say, its address. Returns `None` for other
/// texts.
pub fn name_of_picture(text: &str, options: &MarkdownOptions) -> Option<String> {
    let LonePicture { address, alt, .. } = LonePicture::read(text, options)?;
    Some(if alt.is_empty() { address } else { alt })
}

/// Describes a change of a picture as people see it: as that of one field, or by the name of a picture that was added
/// or removed.
pub fn describe_for_people(change: &mut DescribedChange, options: &MarkdownOptions) {
    if block_number(&change.at).is_none() {
        return;
    }
    let texts = change.was.as_str().zip(change.to.as_str());
    let fields = texts.and_then(|(was, to)| changed_fields(was, to, options));
    if let Some([(field, [was, to])]) = fields.as_deref() {
        change.at.push_str(field.end);
        (change.label, change.was, change.to) = (field.label.to_owned(), was.as_str().into(), to.as_str().into());
        return;
    }
    for value in [&mut change.was, &mut change.to] {
        if let Some(name) = value.as_str().and_then(|text| name_of_picture(text, options)) {
            *value = name.into();
        }
    }
}
