//! Tones: the mean colours of pictures, each as one of 64 colours. A tone fills the picture's box until the picture is
//! loaded.
//!
//! Each picture is decoded only once: its tone is cached by the digest of its bytes.

use std::path::PathBuf;

use parking_lot::Mutex;

use super::raster::{self, Bitmap};
use crate::fs::Cache;

/// The number of levels of red, green and blue.
const LEVELS: u8 = 4;
/// The number of tones that stay in the cache when no page shows their pictures any more.
const MAX_UNUSED_TONES: usize = 500;

/// The tones of a series of builds.
#[derive(Debug)]
pub struct Tones {
    pub cache: Cache,
    /// A lock held while a picture is decoded: several large ones at once could exhaust the memory.
    decoding: Mutex<()>,
}

impl Tones {
    pub fn new(folder: PathBuf) -> Self {
        Self { cache: Cache::new(folder, MAX_UNUSED_TONES), decoding: Mutex::default() }
    }

    /// Returns the tone of the picture with this digest, whose bytes `read` returns; `None` if it can't be read or
    /// decoded.
    pub fn tone(&self, digest: u64, read: impl FnOnce() -> Option<Vec<u8>>) -> Option<u8> {
        let key = format!("{digest:016x}");
        // The cache file holds one byte, the tone. It is empty if the picture can't be decoded.
        let cached = || Some(self.cache.get(&key)?.first().copied());
        let tone = cached().or_else(|| {
            let _turn = self.decoding.lock();
            // The picture may have been decoded for another page while this thread waited for the lock.
            cached().or_else(|| {
                let tone = raster::decode(&read()?).ok().map(|bitmap| mean_tone(&bitmap));
                self.cache.put(&key, tone.as_slice());
                Some(tone)
            })
        });
        tone.flatten()
    }
}

/// Returns the mean colour, weighted by alpha, as a number of three digits to the base [`LEVELS`]: red, green, blue.
fn mean_tone(bitmap: &Bitmap) -> u8 {
    let (mut sums, mut weight) = ([0_u64; 3], 0);
    for [colours @ .., alpha] in bitmap.rgba.as_chunks::<4>().0 {
        let alpha = u64::from(*alpha);
        sums.iter_mut().zip(colours).for_each(|(sum, colour)| *sum += u64::from(*colour) * alpha);
        weight += alpha;
    }
    let level = |sum: u64| u8::try_from(sum * u64::from(LEVELS) / (weight.max(1) * 256)).unwrap_or_default();
    sums.into_iter().fold(0, |tone, sum| tone * LEVELS + level(sum))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::super::raster::Format;
    use super::*;

    #[test]
    fn a_picture_that_several_pages_show_is_decoded_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let (tones, reads) = (Tones::new(folder.path().to_owned()), AtomicUsize::new(0));
        let png = Bitmap { width: 1, height: 1, rgba: vec![255; 4] }.encoded(Format::Png, 100).expect("bytes");
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let read = || {
                        reads.fetch_add(1, Ordering::Relaxed);
                        // The other pages ask for the tone meanwhile.
                        std::thread::sleep(Duration::from_millis(50));
                        Some(png.clone())
                    };
                    assert_eq!(tones.tone(1, read), Some(63));
                });
            }
        });
        assert_eq!(reads.into_inner(), 1);
    }

    #[test]
    fn broken_pictures_are_decoded_once_and_unreadable_ones_read_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let tones = Tones::new(folder.path().to_owned());
        let read_broken = || Some(b"no picture".to_vec());
        assert_eq!(tones.tone(1, || None), None);
        assert_eq!(tones.tone(1, read_broken), None);
        assert_eq!(tones.tone(1, || panic!("read twice")), None);
    }

    #[test]
    fn the_mean_is_weighted_by_alpha() {
        let check = |pixels: &[[u8; 4]], expected: u8| {
            let width = u32::try_from(pixels.len()).expect("few");
            assert_eq!(mean_tone(&Bitmap { width, height: 1, rgba: pixels.concat() }), expected, "{pixels:?}");
        };
        check(&[[0, 0, 0, 255]], 0);
        check(&[[255, 255, 255, 255]], 63);
        check(&[[255, 0, 0, 255], [255, 255, 255, 0]], 48);
        check(&[[255, 0, 0, 255], [0, 0, 0, 255]], 16);
        check(&[[0, 0, 0, 0]], 0);
    }
}
