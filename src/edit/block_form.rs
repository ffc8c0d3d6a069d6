//! The form of a text in Markdown. A text that is one picture has a field for its address, and one for what it shows.

use super::block_change::kinds_below;
use super::form::{EditField, EditForm, FieldKind, FormBlock, FormBuilder};
use super::labels::{self, LabelledPart};
use super::picture_fields::PICTURE_FIELDS;
use super::uses::EntryUse;
use crate::markdown::{ContainerKind, LonePicture, PicturePart, TextBlock, TextBlockKind};

pub fn build_block_form(
    builder: &FormBuilder<'_>,
    at: &str,
    block: &TextBlock,
    container: Option<ContainerKind>,
    links: Vec<EntryUse>,
) -> EditForm {
    let options = builder.file.markdown;
    let label = labels::of_block(block, options).to_owned();
    let is_code = block.kind == TextBlockKind::Code;
    let picture = LonePicture::read(&block.text, options).filter(|_| !is_code);
    let text_field = || EditField {
        at: at.to_owned(),
        label: label.clone(),
        kind: if is_code { FieldKind::Code } else { FieldKind::Text },
        is_markdown: !is_code,
        value: block.text.clone().into(),
        is_required: true,
        ..EditField::default()
    };
    let fields = picture.map_or_else(|| vec![text_field()], |picture| build_picture_fields(at, &picture));
    let trail = vec![LabelledPart { at: at.to_owned(), label }];
    let (kind, level, below) = (block.kind, block.level, kinds_below(block.kind));
    let block = Some(FormBlock { kind, level, below, container, links });
    EditForm { trail, fields, block, ..builder.empty_form(at) }
}

fn build_picture_fields(at: &str, picture: &LonePicture) -> Vec<EditField> {
    let fields = PICTURE_FIELDS.iter().map(|field| EditField {
        at: [at, field.end].concat(),
        label: field.label.to_owned(),
        value: picture.part(field.part).into(),
        ..match field.part {
            PicturePart::Address => EditField { kind: FieldKind::Picture, is_required: true, ..EditField::default() },
            PicturePart::Alt => {
                EditField { help: Some("For people who can't see it.".to_owned()), ..EditField::default() }
            }
        }
    });
    fields.collect()
}
