//! The offset of a substring within its text.

/// Returns the byte at which `part` begins in `whole`. `part` must be a slice of `whole`, not a copy.
pub fn offset(whole: &str, part: &str) -> usize {
    part.as_ptr() as usize - whole.as_ptr() as usize
}
