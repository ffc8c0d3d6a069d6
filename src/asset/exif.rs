//! The reader of EXIF data, in which a camera describes a photo. The data consists of directories of tags (EXIF 2.32;
//! TIFF 6.0, section 2).

/// The facts in a photo's EXIF data that sites can show.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PhotoFacts {
    /// When the photo was taken, by the camera's clock: `2025-03-01T17:30:00`.
    pub taken: Option<String>,
    pub camera: Option<String>,
    pub lens: Option<String>,
    pub description: Option<String>,
    pub place: Option<PhotoPlace>,
}

/// A place on the earth in degrees, north and east positive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PhotoPlace {
    pub latitude: f64,
    pub longitude: f64,
}

// The tags.
const DESCRIPTION: u16 = 0x010e;
const MODEL: u16 = 0x0110;
const TAKEN: u16 = 0x9003;
const LENS: u16 = 0xa434;
// The tags whose values are the offsets of the directories about the photo and about the place.
const PHOTO_DIRECTORY: u16 = 0x8769;
const GPS_DIRECTORY: u16 = 0x8825;
// The tags of the direction (`N` or `S`, `E` or `W`) and of the degrees.
const LATITUDE: (u16, u16) = (1, 2);
const LONGITUDE: (u16, u16) = (3, 4);

// The offsets in a tag's entry. `VALUE_OFFSET` leads to the values or, if they have more than four bytes, to their
// offset in the data.
const TYPE_OFFSET: usize = 2;
const COUNT_OFFSET: usize = 4;
pub(super) const VALUE_OFFSET: usize = 8;

// The types of values: a text that ends with a zero byte, and fractions, each of two numbers.
const ASCII: u16 = 2;
const FRACTION: u16 = 5;

impl PhotoFacts {
    /// Reads the facts from EXIF data, which begins with a TIFF header. A fact that can't be read is `None`.
    pub fn of_exif(exif: &[u8]) -> Self {
        let Some(reader) = ExifReader::new(exif) else { return Self::default() };
        let first = reader.first_directory();
        let directory = |tag| reader.long(reader.find(first?, tag)? + VALUE_OFFSET);
        let (photo, gps) = (directory(PHOTO_DIRECTORY), directory(GPS_DIRECTORY));
        let coordinate = |(direction, degrees)| {
            let direction = reader.text(reader.find(gps?, direction)?)?;
            let degrees = reader.degrees(reader.find(gps?, degrees)?)?;
            Some(if direction.starts_with(['S', 'W']) { -degrees } else { degrees })
        };
        let place = || Some(PhotoPlace { latitude: coordinate(LATITUDE)?, longitude: coordinate(LONGITUDE)? });
        let text = |directory: Option<usize>, tag| reader.text(reader.find(directory?, tag)?);
        Self {
            taken: text(photo, TAKEN).and_then(|taken| to_iso(&taken)),
            camera: text(first, MODEL),
            lens: text(photo, LENS),
            description: text(first, DESCRIPTION),
            place: place(),
        }
    }
}

/// Converts `2025:03:01 17:30:00` to `2025-03-01T17:30:00`; `None` if the text is not a time.
fn to_iso(taken: &str) -> Option<String> {
    let moment = jiff::civil::DateTime::strptime("%Y:%m:%d %H:%M:%S", taken).ok()?;
    Some(moment.to_string())
}

/// A reader of the directories of EXIF data. Offsets are from the beginning of the data.
pub(super) struct ExifReader<'a> {
    bytes: &'a [u8],
    is_little_endian: bool,
}

impl<'a> ExifReader<'a> {
    /// Reads the byte order; `None` if the data does not begin with a TIFF header.
    pub fn new(bytes: &'a [u8]) -> Option<Self> {
        let is_little_endian = match bytes.get(..4)? {
            b"II*\0" => true,
            b"MM\0*" => false,
            _ => return None,
        };
        Some(Self { bytes, is_little_endian })
    }

    /// Returns the offset of the first directory.
    pub fn first_directory(&self) -> Option<usize> {
        self.long(4)
    }

    /// Returns the offset of a tag's entry in a directory.
    pub fn find(&self, directory: usize, tag: u16) -> Option<usize> {
        let count = usize::from(self.short(directory)?);
        let first = directory.checked_add(2)?;
        (0..count).map(|n| first + 12 * n).find(|entry| self.short(*entry) == Some(tag))
    }

    /// Returns the two-byte number at an offset.
    pub fn short(&self, at: usize) -> Option<u16> {
        let bytes = self.bytes.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(if self.is_little_endian { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) })
    }

    /// Returns the four-byte number at an offset.
    fn long(&self, at: usize) -> Option<usize> {
        let bytes = self.bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
        let number = if self.is_little_endian { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) };
        usize::try_from(number).ok()
    }

    /// Returns an angle in degrees: `9.5` for an entry of the fractions 9/1 (degrees), 30/1 (minutes) and 0/1
    /// (seconds). Returns `None` if the entry has other values, or a fraction with the denominator 0.
    fn degrees(&self, entry: usize) -> Option<f64> {
        if self.short(entry + TYPE_OFFSET)? != FRACTION || self.long(entry + COUNT_OFFSET)? != 3 {
            return None;
        }
        let first = self.long(entry + VALUE_OFFSET)?;
        let number = |offset: usize| u32::try_from(self.long(first.checked_add(offset)?)?).ok().map(f64::from);
        let fraction = |offset: usize| Some(number(offset)? / number(offset + 4)?);
        let degrees = fraction(0)? + fraction(8)? / 60.0 + fraction(16)? / 3600.0;
        degrees.is_finite().then_some(degrees)
    }

    /// Returns the text of a tag's entry; `None` if the value is not a text, or if the text is empty or cut off.
    fn text(&self, entry: usize) -> Option<String> {
        if self.short(entry + TYPE_OFFSET)? != ASCII {
            return None;
        }
        let length = self.long(entry + COUNT_OFFSET)?;
        let at = if length <= 4 { entry + VALUE_OFFSET } else { self.long(entry + VALUE_OFFSET)? };
        let bytes = self.bytes.get(at..at.checked_add(length)?)?;
        let text = String::from_utf8_lossy(bytes);
        let text = text.split('\0').next().unwrap_or_default().trim();
        (!text.is_empty()).then(|| text.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::PhotoFacts;

    fn exif(camera: &str, taken: &str) -> Vec<u8> {
        let mut data = b"II*\0\x08\0\0\0".to_vec();
        let texts = 8 + (2 + 2 * 12 + 4) + (2 + 12 + 4);
        let entry = |tag: u16, kind: u16, length: usize, value: usize| {
            let mut entry = Vec::new();
            entry.extend(tag.to_le_bytes());
            entry.extend(kind.to_le_bytes());
            entry.extend(u32::try_from(length).expect("short").to_le_bytes());
            entry.extend(u32::try_from(value).expect("short").to_le_bytes());
            entry
        };
        data.extend([2, 0]);
        data.extend(entry(0x0110, 2, camera.len(), texts));
        data.extend(entry(0x8769, 4, 1, 8 + 2 + 2 * 12 + 4));
        data.extend([0; 4]);
        data.extend([1, 0]);
        data.extend(entry(0x9003, 2, taken.len(), texts + camera.len()));
        data.extend([0; 4]);
        data.extend(camera.bytes().chain(taken.bytes()));
        data
    }

    #[test]
    fn the_facts_of_a_photo_are_read() {
        let facts = PhotoFacts::of_exif(&exif("Kite cam\0", "2025:03:01 17:30:00\0"));
        assert_eq!((facts.camera.as_deref(), facts.taken.as_deref()), (Some("Kite cam"), Some("2025-03-01T17:30:00")));
        assert_eq!(PhotoFacts::of_exif(&exif("Kite cam\0", "0000:00:00 00:00:00\0")).taken, None);
    }

    fn exif_with_place(side: [u8; 4], fractions: [u32; 6]) -> Vec<u8> {
        let mut data = b"II*\0\x08\0\0\0".to_vec();
        let entry = |tag: u16, kind: u16, count: u32, value: [u8; 4]| {
            [&tag.to_le_bytes()[..], &kind.to_le_bytes(), &count.to_le_bytes(), &value].concat()
        };
        let (places, numbers) = (8 + 2 + 12 + 4, 8 + 2 + 12 + 4 + 2 + 4 * 12 + 4);
        data.extend([1, 0]);
        data.extend(entry(0x8825, 4, 1, u32::to_le_bytes(places)));
        data.extend([0; 4]);
        data.extend([4, 0]);
        for (tag, side) in [(1, side), (3, *b"E\0\0\0")] {
            data.extend(entry(tag, 2, 2, side));
            data.extend(entry(tag + 1, 5, 3, u32::to_le_bytes(numbers)));
        }
        data.extend([0; 4]);
        data.extend(fractions.iter().flat_map(|number| number.to_le_bytes()));
        data
    }

    #[test]
    fn the_place_of_a_photo_is_read() {
        let place = |side, fractions| PhotoFacts::of_exif(&exif_with_place(side, fractions)).place;
        let found = place(*b"S\0\0\0", [9, 1, 30, 1, 36, 10]).expect("a place");
        assert!((found.latitude + 9.501).abs() < 1e-9 && (found.longitude - 9.501).abs() < 1e-9, "{found:?}");
        assert_eq!(place(*b"N\0\0\0", [0, 0, 0, 0, 0, 0]), None);
    }

    #[test]
    fn damaged_data_does_not_panic() {
        let whole = exif("Kite cam\0", "2025:03:01 17:30:00\0");
        for length in 0..whole.len() {
            PhotoFacts::of_exif(&whole[..length]);
        }
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] = 0xff;
            PhotoFacts::of_exif(&damaged);
        }
        let whole = exif_with_place(*b"N\0\0\0", [9, 1, 17, 1, 0, 1]);
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] = 0xff;
            PhotoFacts::of_exif(&damaged);
            PhotoFacts::of_exif(&damaged[..at]);
        }
    }
}
