//! The crop of a picture: the largest box of a ratio around a focus.

/// Width and height in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    pub width: u32,
    pub height: u32,
}

/// A ratio of width and height, such as 3:2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ratio {
    width: u32,
    height: u32,
}

/// The point that a crop keeps as near to its centre as possible, in per cent from the left and top of the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Focus {
    x: u32,
    y: u32,
}

/// A box of a picture, in its pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Crop {
    pub left: u32,
    pub top: u32,
    pub width: u32,
    pub height: u32,
}

/// The coordinate on an axis that the text of a focus does not mention: `left` means `0% 50%`.
const CENTER_PERCENT: u32 = 50;

const MAX_RATIO_SIDE: u32 = 1000;

impl Ratio {
    /// Reads a ratio such as `3:2`.
    pub fn parse(text: &str) -> Option<Self> {
        let (width, height) = text.split_once(':')?;
        let side = |text: &str| text.trim().parse().ok().filter(|side| (1..=MAX_RATIO_SIDE).contains(side));
        Some(Self { width: side(width)?, height: side(height)? })
    }

    /// Returns the ratio of a whole picture.
    pub fn of(picture: Size) -> Self {
        Self { width: picture.width.max(1), height: picture.height }
    }

    /// Returns the height at a width, at least 1.
    pub fn height_at(self, width: u32) -> u32 {
        scale(width, self.height, self.width)
    }

    /// Returns the largest box of this ratio in a picture.
    pub fn crop(self, picture: Size, focus: Focus) -> Crop {
        let width = scale(picture.height, self.width, self.height).min(picture.width);
        let height = scale(picture.width, self.height, self.width).min(picture.height);
        let start = |side: u32, part: u32, percent: u32| {
            let centre = u64::from(side) * u64::from(percent) / 100;
            let start = centre.saturating_sub(u64::from(part) / 2).min(u64::from(side - part));
            u32::try_from(start).unwrap_or_default()
        };
        Crop { left: start(picture.width, width, focus.x), top: start(picture.height, height, focus.y), width, height }
    }
}

impl Focus {
    /// Reads a point, written as in the CSS property `object-position`: `40% 20%`, `top`, `left bottom`.
    pub fn parse(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (mut x, mut y) = (None, None);
        for (index, word) in words.iter().enumerate() {
            let (coordinate, percent) = match *word {
                "left" => (&mut x, 0),
                "right" => (&mut x, 100),
                "top" => (&mut y, 0),
                "bottom" => (&mut y, 100),
                "center" => continue,
                _ => {
                    let percent = word.strip_suffix('%')?.parse().ok().filter(|percent| *percent <= 100)?;
                    (if index == 0 { &mut x } else { &mut y }, percent)
                }
            };
            if coordinate.replace(percent).is_some() {
                return None;
            }
        }
        let is_point = matches!(words.len(), 1 | 2);
        is_point.then(|| Self { x: x.unwrap_or(CENTER_PERCENT), y: y.unwrap_or(CENTER_PERCENT) })
    }
}

impl Default for Focus {
    fn default() -> Self {
        Self { x: CENTER_PERCENT, y: CENTER_PERCENT }
    }
}

/// Multiplies `side` by a fraction. The result is rounded, and at least 1.
fn scale(side: u32, numerator: u32, denominator: u32) -> u32 {
    let (numerator, denominator) = (u64::from(numerator), u64::from(denominator));
    let scaled = (u64::from(side) * numerator + denominator / 2) / denominator;
    u32::try_from(scaled).unwrap_or(u32::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_box_around_the_focus_is_shown() {
        let check = |(width, height), ratio: &str, focus: &str, expected: [u32; 4]| {
            let (ratio, focus) = (Ratio::parse(ratio).expect("a ratio"), Focus::parse(focus).expect("a point"));
            let Crop { left, top, width, height } = ratio.crop(Size { width, height }, focus);
            assert_eq!([left, top, width, height], expected, "{ratio:?} {focus:?}");
        };
        check((900, 600), "1:1", "center", [150, 0, 600, 600]);
        check((900, 600), "1:1", "left", [0, 0, 600, 600]);
        check((900, 600), "1:1", "90% 50%", [300, 0, 600, 600]);
        check((900, 600), "1:1", "40% 0%", [60, 0, 600, 600]);
        check((900, 600), "16:9", "top", [0, 0, 900, 506]);
        check((900, 600), "16:9", "50% 90%", [0, 94, 900, 506]);
        check((600, 900), "3:2", "center top", [0, 0, 600, 400]);
        check((900, 600), "3:2", "right bottom", [0, 0, 900, 600]);
        check((10, 10), "1000:1", "center", [0, 5, 10, 1]);
    }

    #[test]
    fn heights_are_those_of_the_ratio() {
        for ((width, height), to, expected) in [((4000, 3000), 400, 300), ((3, 2), 2, 1), ((1000, 1), 100, 1)] {
            assert_eq!(Ratio::of(Size { width, height }).height_at(to), expected, "{width}×{height}");
        }
    }

    #[test]
    fn malformed_ratios_and_points_are_rejected() {
        for text in ["", "3", "3:0", "a:b", "3:2:1", "-3:2", "1001:1"] {
            assert_eq!(Ratio::parse(text), None, "{text}");
        }
        for text in ["", "40", "101%", "-1%", "10% 10% 10%", "middle", "left right", "20% left", "top 20%"] {
            assert_eq!(Focus::parse(text), None, "{text}");
        }
    }
}
