//! Pictures for test sites.

use site::asset::raster::{Bitmap, Format};

/// Returns a picture of this size as a file. `colour` gives the red, green and blue of the pixel at a column and row.
pub fn photo(width: u32, height: u32, format: Format, colour: impl Fn(u32, u32) -> [u32; 3]) -> Vec<u8> {
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let shade = |n: u32| u8::try_from(n).expect("a shade");
    let rgba = pixels.map(|(x, y)| colour(x, y).map(shade)).flat_map(|[r, g, b]| [r, g, b, u8::MAX]).collect();
    Bitmap { width, height, rgba }.encoded(format, 90).expect("a picture")
}
