//! The search for marks that change a page: those within texts that a template captures, and then compares or cuts.

use std::collections::BTreeSet;

/// The most renderings of one search: enough to find a dozen marks among thousands.
const MAX_RENDERINGS: usize = 300;

/// Finds the numbers, below `count`, of the marks that change a page. `is_same` renders the page with all marks but the
/// given ones, and returns whether the page is unchanged. `None` if the page differs even without marks.
pub fn find_disturbing_marks(
    count: usize,
    is_same: &mut dyn FnMut(&BTreeSet<usize>) -> bool,
) -> Option<BTreeSet<usize>> {
    let mut left_out: BTreeSet<usize> = (0..count).collect();
    if !is_same(&left_out) {
        return None;
    }
    let mut ranges: Vec<_> = std::iter::once(0..count).collect();
    for _ in 0..MAX_RENDERINGS {
        let Some(range) = ranges.pop() else { break };
        left_out.retain(|number| !range.contains(number));
        if is_same(&left_out) {
            continue;
        }
        left_out.extend(range.clone());
        if range.len() > 1 {
            let middle = range.start + range.len() / 2;
            ranges.extend([middle..range.end, range.start..middle]);
        }
    }
    Some(left_out)
}

#[cfg(test)]
mod tests {
    use super::find_disturbing_marks;

    #[test]
    fn only_marks_that_disturb_are_left_out() {
        for disturbing in [vec![], vec![0], vec![999], vec![3, 4, 500], (0..12).map(|n| n * 80).collect()] {
            let mut renderings = 0;
            let found = find_disturbing_marks(1000, &mut |left_out| {
                renderings += 1;
                disturbing.iter().all(|number| left_out.contains(number))
            });
            assert_eq!(found.map(|found| found.into_iter().collect()), Some(disturbing.clone()));
            assert!(renderings <= 2 + 20 * disturbing.len(), "{renderings} for {disturbing:?}");
        }
        assert_eq!(find_disturbing_marks(10, &mut |_| false), None);
    }

    #[test]
    fn a_search_for_too_many_marks_ends() {
        let found = find_disturbing_marks(5000, &mut |left_out| left_out.range(..2000).count() == 2000);
        assert!(found.is_some_and(|found| found.range(..2000).count() == 2000));
    }
}
