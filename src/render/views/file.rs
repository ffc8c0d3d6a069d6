//! A file as a template value: an attachment of an entry, or a file of `public/`.

use std::fmt;
use std::sync::Arc;

use minijinja::value::{Object, ObjectRepr};
use minijinja::{Error, Value};

use crate::asset::attachment_path;
use crate::render::errors::{failure, failure_with_hint};
use crate::render::page_context::PageContext;
use crate::snapshot::{ReadAssets, ReadSettings};

/// A file whose fields are read on access.
#[derive(Debug)]
pub struct FileView {
    context: Arc<PageContext>,
    /// The key of the file's asset.
    key: Arc<str>,
}

impl FileView {
    pub fn value(context: &Arc<PageContext>, key: &Arc<str>) -> Value {
        Value::from_object(Self { context: context.clone(), key: key.clone() })
    }

    pub fn list<'k>(context: &Arc<PageContext>, keys: impl IntoIterator<Item = &'k Arc<str>>) -> Value {
        keys.into_iter().map(|key| Self::value(context, key)).collect()
    }

    /// Returns the path below `content/` or `public/`.
    fn path(&self) -> &str {
        attachment_path(&self.key).unwrap_or(&self.key)
    }
}

/// Returns the path in an argument of the function `name`: a string, or the key of a [`FileView`]. Fails otherwise.
pub fn path_of<'v>(value: &'v Value, name: &str) -> Result<&'v str, Error> {
    if let Some(file) = value.downcast_object_ref::<FileView>() {
        return Ok(&file.key);
    }
    if value.is_undefined() {
        let hint = "`files(…)` found none, or its list ends before this index: test it with `{% if %}` first";
        return Err(failure_with_hint(&format!("`{name}` got no file"), hint));
    }
    let refuse = || failure(format!("`{name}` takes a file or the path of one, not {}", value.kind()));
    value.as_str().ok_or_else(refuse)
}

impl Object for FileView {
    /// Declares files as plain values, so that they print and compare as their path.
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let tracked = &self.context.tracked;
        let path = self.path();
        let name = path.rsplit('/').next().unwrap_or(path);
        let size = || tracked.asset_size(&self.key);
        let asset = || tracked.asset_facts(&self.key);
        let photo = || Some(asset()?.photo_facts());
        Some(match key.as_str()? {
            "name" => Value::from(name),
            "path" => Value::from(path),
            "kind" => Value::from(name.rsplit_once('.').map_or_else(String::new, |(_, kind)| kind.to_lowercase())),
            "url" => Value::from(tracked.asset_url(&self.key).ok()),
            "permalink" => Value::from(tracked.asset_url(&self.key).ok().map(|url| [tracked.origin(), &url].concat())),
            "bytes" => Value::from(asset().and_then(|asset| asset.byte_count())),
            "width" => Value::from(size().map(|size| size.width)),
            "height" => Value::from(size().map(|size| size.height)),
            "taken" => Value::from(photo().and_then(|photo| photo.taken.as_deref())),
            "camera" => Value::from(photo().and_then(|photo| photo.camera.as_deref())),
            "lens" => Value::from(photo().and_then(|photo| photo.lens.as_deref())),
            "place" => {
                let place = photo().and_then(|photo| photo.place).filter(|_| tracked.images().exif_place);
                Value::from(place.map(|place| {
                    minijinja::context! { latitude => place.latitude, longitude => place.longitude }
                }))
            }
            "description" => Value::from(photo().and_then(|photo| photo.description.as_deref())),
            _ => return None,
        })
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.path())
    }
}
