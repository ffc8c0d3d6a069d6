//! Raster pictures: decoded, made smaller, and encoded in a format for browsers.
//!
//! Each step runs on one thread, so that the bytes are the same on any machine; several pictures are made at once instead.

use std::io::Cursor;

use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::U8x4;
use fast_image_resize::{ResizeOptions, Resizer};
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{DynamicImage, ExtendedColorType, ImageDecoder, ImageEncoder, ImageReader};
use memchr::memmem;
use ravif::{Img, RGB8, RGBA8};
use webp::PixelLayout;

/// What a picture can be encoded in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    Avif,
    Webp,
    Jpeg,
    Png,
}

impl Format {
    /// The ending of its files' names.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Avif => "avif",
            Self::Webp => "webp",
            Self::Jpeg => "jpg",
            Self::Png => "png",
        }
    }

    /// The type of its files for browsers.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Avif => "image/avif",
            Self::Webp => "image/webp",
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
        }
    }
}

/// A decoded picture: red, green, blue and opacity of each pixel.
pub struct Pixels {
    pub width: u32,
    pub height: u32,
    pub rgba: Vec<u8>,
}

/// How hard AVIF is pressed: 1 (slow) to 10. `docs/decisions/0006` has the figures.
const AVIF_SPEED: u8 = 6;

/// Decodes a JPEG or PNG, turned as its camera says.
///
/// # Errors
/// What is wrong with the file, in words.
pub fn decode(bytes: &[u8]) -> Result<Pixels, String> {
    // Decoders fill in grey where a JPEG ends too early; its end has a mark of its own.
    if bytes.starts_with(&[0xff, 0xd8]) && memmem::rfind(bytes, &[0xff, 0xd9]).is_none() {
        return Err("the file ends too early".to_owned());
    }
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|error| error.to_string())?;
    let decoded = reader.into_decoder().and_then(|mut decoder| {
        let orientation = decoder.orientation()?;
        let mut picture = DynamicImage::from_decoder(decoder)?;
        picture.apply_orientation(orientation);
        Ok(picture)
    });
    let picture = decoded.map_err(|error| error.to_string().to_lowercase())?.into_rgba8();
    let (width, height) = picture.dimensions();
    Ok(Pixels { width, height, rgba: picture.into_raw() })
}

impl Pixels {
    /// The picture in another size.
    ///
    /// # Errors
    /// The size is nothing a picture can have.
    pub fn resized(&self, width: u32, height: u32) -> Result<Self, String> {
        if (width, height) == (self.width, self.height) {
            return Ok(Self { width, height, rgba: self.rgba.clone() });
        }
        let source = TypedImageRef::<U8x4>::from_buffer(self.width, self.height, &self.rgba);
        let source = source.map_err(|error| error.to_string())?;
        let mut rgba = vec![0; width as usize * height as usize * 4];
        let mut target =
            TypedImage::<U8x4>::from_buffer(width, height, &mut rgba).map_err(|error| error.to_string())?;
        // For this kind of pixels alone: the library has code for fourteen, which would all be compiled into this crate.
        let resized = Resizer::new().resize_typed(&source, &mut target, &ResizeOptions::new());
        resized.map_err(|error| error.to_string())?;
        Ok(Self { width, height, rgba })
    }

    /// The bytes of a file; `quality` is 1 to 100 and means nothing to PNG.
    ///
    /// # Errors
    /// The format can't hold a picture like this.
    pub fn encoded(&self, format: Format, quality: u8) -> Result<Vec<u8>, String> {
        match format {
            Format::Avif => self.avif(quality),
            Format::Webp => self.webp(quality),
            Format::Jpeg => self.jpeg(quality),
            Format::Png => self.png(),
        }
    }

    fn avif(&self, quality: u8) -> Result<Vec<u8>, String> {
        let encoder = ravif::Encoder::new().with_quality(f32::from(quality)).with_speed(AVIF_SPEED);
        // The picture is cut into as many tiles as there are threads, which shows in the bytes.
        let encoder = encoder.with_num_threads(Some(1));
        let (width, height) = (self.width as usize, self.height as usize);
        let encoded = if self.is_opaque() {
            let pixels: Vec<RGB8> = self.pixels().map(|[r, g, b, _]| RGB8::new(r, g, b)).collect();
            encoder.encode_rgb(Img::new(&pixels, width, height))
        } else {
            let pixels: Vec<RGBA8> = self.pixels().map(|[r, g, b, a]| RGBA8::new(r, g, b, a)).collect();
            encoder.encode_rgba(Img::new(&pixels, width, height))
        };
        encoded.map(|encoded| encoded.avif_file).map_err(|error| error.to_string())
    }

    fn webp(&self, quality: u8) -> Result<Vec<u8>, String> {
        let rgb;
        let (bytes, layout) = if self.is_opaque() {
            rgb = self.rgb();
            (&rgb, PixelLayout::Rgb)
        } else {
            (&self.rgba, PixelLayout::Rgba)
        };
        let encoder = webp::Encoder::new(bytes, layout, self.width, self.height);
        let encoded = encoder.encode_simple(false, f32::from(quality));
        encoded.map(|bytes| bytes.to_vec()).map_err(|error| format!("{error:?}"))
    }

    fn jpeg(&self, quality: u8) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        let encoder = JpegEncoder::new_with_quality(&mut bytes, quality);
        let written = encoder.write_image(&self.rgb(), self.width, self.height, ExtendedColorType::Rgb8);
        written.map(|()| bytes).map_err(|error| error.to_string())
    }

    fn png(&self) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Best, FilterType::Adaptive);
        let written = if self.is_opaque() {
            encoder.write_image(&self.rgb(), self.width, self.height, ExtendedColorType::Rgb8)
        } else {
            encoder.write_image(&self.rgba, self.width, self.height, ExtendedColorType::Rgba8)
        };
        written.map(|()| bytes).map_err(|error| error.to_string())
    }

    fn is_opaque(&self) -> bool {
        self.pixels().all(|[.., opacity]| opacity == u8::MAX)
    }

    fn rgb(&self) -> Vec<u8> {
        self.pixels().flat_map(|[r, g, b, _]| [r, g, b]).collect()
    }

    fn pixels(&self) -> impl Iterator<Item = [u8; 4]> {
        self.rgba.as_chunks().0.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Red to the left, blue to the right, with a seam of another opacity if asked for.
    fn sample(opacity: u8) -> Pixels {
        let row = |_| (0..64).flat_map(move |x| if x < 32 { [200, 20, 20, 255] } else { [20, 20, 200, opacity] });
        Pixels { width: 64, height: 32, rgba: (0..32).flat_map(row).collect() }
    }

    #[test]
    fn every_format_keeps_size_and_colours() {
        for (format, opacity) in [(Format::Jpeg, 255), (Format::Png, 255), (Format::Png, 90)] {
            let small = sample(opacity).resized(32, 16).expect("a smaller one");
            let decoded = decode(&small.encoded(format, 90).expect("bytes")).expect("a picture");
            assert_eq!((decoded.width, decoded.height), (32, 16), "{format:?}");
            let pixel = |x: usize| &decoded.rgba[(8 * 32 + x) * 4..][..4];
            assert!(pixel(4)[0] > 180 && pixel(4)[2] < 50, "{format:?} {:?}", pixel(4));
            assert!(pixel(28)[2] > 180 && pixel(28)[3] == opacity, "{format:?} {:?}", pixel(28));
        }
        for format in [Format::Avif, Format::Webp] {
            for opacity in [255, 90] {
                let bytes = sample(opacity).encoded(format, 60).expect("bytes");
                let size = imagesize::blob_size(&bytes).expect("a picture");
                assert_eq!((size.width, size.height), (64, 32), "{format:?}");
                assert_eq!(bytes, sample(opacity).encoded(format, 60).expect("bytes"), "{format:?} is the same again");
            }
        }
    }

    #[test]
    fn what_is_no_picture_is_refused_in_words() {
        let jpeg = sample(255).encoded(Format::Jpeg, 80).expect("bytes");
        let png = sample(255).encoded(Format::Png, 80).expect("bytes");
        for bytes in [&b"no picture"[..], &jpeg[..jpeg.len() / 2], &png[..png.len() / 2], b""] {
            assert!(decode(bytes).is_err(), "{} bytes", bytes.len());
        }
    }
}
