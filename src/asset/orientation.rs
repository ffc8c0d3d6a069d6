//! The orientation of photos: how a picture has to be turned, according to its EXIF data (EXIF 2.32, tag 0x0112).

use super::exif::{ExifReader, VALUE_OFFSET};

const ORIENTATION_TAG: u16 = 0x0112;

/// How the pixels of a file have to be turned to be upright. The default is that they are upright.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Orientation {
    /// Whether the rows of the picture are columns of the file, so that width and height are exchanged.
    pub swaps_sides: bool,
    /// Whether the file is mirrored horizontally.
    mirrors_x: bool,
    /// Whether the file is mirrored vertically.
    mirrors_y: bool,
}

impl Orientation {
    /// Reads the orientation from EXIF data, which begins with a TIFF header. Without an orientation, the picture
    /// counts as upright.
    pub fn of_exif(exif: &[u8]) -> Self {
        let value = ExifReader::new(exif)
            .and_then(|reader| reader.short(reader.find(reader.first_directory()?, ORIENTATION_TAG)? + VALUE_OFFSET));
        let (swaps_sides, mirrors_x, mirrors_y) = match value {
            Some(2) => (false, true, false),
            Some(3) => (false, true, true),
            Some(4) => (false, false, true),
            Some(5) => (true, false, false),
            Some(6) => (true, false, true),
            Some(7) => (true, true, true),
            Some(8) => (true, true, false),
            _ => (false, false, false),
        };
        Self { swaps_sides, mirrors_x, mirrors_y }
    }

    /// Turns a picture of `width` × `height` pixels, of four bytes each, upright.
    pub fn apply(self, rgba: Vec<u8>, (width, height): (usize, usize)) -> Vec<u8> {
        if self == Self::default() {
            return rgba;
        }
        let (wide, high) = if self.swaps_sides { (height, width) } else { (width, height) };
        let pixels = rgba.as_chunks::<4>().0;
        let upright = (0..high).flat_map(|y| (0..wide).map(move |x| (x, y))).flat_map(|(x, y)| {
            let (x, y) = if self.swaps_sides { (y, x) } else { (x, y) };
            let x = if self.mirrors_x { width - 1 - x } else { x };
            let y = if self.mirrors_y { height - 1 - y } else { y };
            pixels[y * width + x]
        });
        upright.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Orientation;

    /// Returns EXIF data of two tags, of which the second is the orientation, in both byte orders.
    fn exif(value: u16) -> [Vec<u8>; 2] {
        let entries: [[u16; 6]; 2] = [[0x0100, 3, 0, 1, 9, 0], [0x0112, 3, 0, 1, value, 0]];
        let little = entries.iter().flat_map(|[tag, kind, high, low, value, rest]| [tag, kind, low, high, value, rest]);
        let little = b"II*\0\x08\0\0\0\x02\0".iter().copied().chain(little.flat_map(|n| n.to_le_bytes())).collect();
        let big =
            b"MM\0*\0\0\0\x08\0\x02".iter().copied().chain(entries.iter().flatten().flat_map(|n| n.to_be_bytes()));
        [little, big.collect()]
    }

    #[test]
    fn every_orientation_turns_the_picture_upright() {
        // The upright picture is `ab` above `cd` above `ef`.
        let files: [(u16, &str, usize); 8] = [
            (1, "abcdef", 2),
            (2, "badcfe", 2),
            (3, "fedcba", 2),
            (4, "efcdab", 2),
            (5, "acebdf", 3),
            (6, "bdface", 3),
            (7, "fdbeca", 3),
            (8, "ecafdb", 3),
        ];
        for (value, file, width) in files {
            let rgba: Vec<u8> = file.bytes().flat_map(|letter| [letter; 4]).collect();
            for exif in exif(value) {
                let upright = Orientation::of_exif(&exif).apply(rgba.clone(), (width, 6 / width));
                assert_eq!(upright, "abcdef".bytes().flat_map(|letter| [letter; 4]).collect::<Vec<_>>(), "{value}");
            }
        }
    }

    #[test]
    fn damaged_exif_data_means_upright() {
        for exif in exif(6) {
            for end in 0..exif.len() - 4 {
                assert_eq!(Orientation::of_exif(&exif[..end]), Orientation::default(), "{end} bytes");
            }
        }
        assert_eq!(Orientation::of_exif(b"II*\0\xff\xff\xff\xff"), Orientation::default());
    }
}
