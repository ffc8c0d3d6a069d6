//! The place of a substring within its text.

/// Returns the byte of `whole` at which its substring `part` begins.
pub fn offset(whole: &str, part: &str) -> usize {
    part.as_ptr() as usize - whole.as_ptr() as usize
}
