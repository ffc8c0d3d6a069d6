//! Pictures for test sites.

use site::asset::raster::{Bitmap, Format};

/// Returns a picture of this size as a file. `colour` gives the red, green and blue of the pixel at a column and row.
pub fn photo(width: u32, height: u32, format: Format, colour: impl Fn(u32, u32) -> [u32; 3]) -> Vec<u8> {
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let shade = |n: u32| u8::try_from(n).expect("a shade");
    let rgba = pixels.map(|(x, y)| colour(x, y).map(shade)).flat_map(|[r, g, b]| [r, g, b, u8::MAX]).collect();
    Bitmap { width, height, rgba }.encoded(format, 90).expect("a picture")
}

/// Adds to a JPEG that it was taken 9.5 degrees north and west.
pub fn with_place(jpeg: &[u8]) -> Vec<u8> {
    let entry = |tag: u16, kind: u16, count: u32, value: [u8; 4]| {
        [&tag.to_be_bytes()[..], &kind.to_be_bytes(), &count.to_be_bytes(), &value].concat()
    };
    // A directory with the offset of another, which holds the hemisphere and the degrees of latitude and longitude.
    let mut exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01".to_vec();
    exif.extend(entry(0x8825, 4, 1, 26_u32.to_be_bytes()));
    exif.extend(b"\0\0\0\0\0\x04");
    for (tag, side) in [(1, b"N\0\0\0"), (3, b"W\0\0\0")] {
        exif.extend(entry(tag, 2, 2, *side));
        exif.extend(entry(tag + 1, 5, 3, 80_u32.to_be_bytes()));
    }
    exif.extend([0; 4]);
    exif.extend([9_u32, 1, 30, 1, 0, 1].iter().flat_map(|number| number.to_be_bytes()));
    let length = u16::try_from(exif.len() + 2).expect("short").to_be_bytes();
    [&jpeg[..2], &[0xff, 0xe1], &length, &exif, &jpeg[2..]].concat()
}
