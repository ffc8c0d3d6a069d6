//! The search for marks that change HTML: those within texts that a template or an island compares or cuts.

use std::collections::BTreeSet;

/// The maximum number of renderings of one search: enough to find a dozen marks among thousands.
const MAX_RENDERINGS: usize = 300;

/// Finds the numbers, below `count`, of the marks that change the HTML. `is_same` renders with all marks except the
/// given ones, and returns whether the HTML is unchanged. If the search reaches `MAX_RENDERINGS`, the result also has
/// the marks that were not tried yet. The result is the argument of the last call of `is_same` that returned true; if
/// no call returned true, the result has all marks.
pub fn find_disturbing_marks(count: usize, is_same: &mut dyn FnMut(&BTreeSet<usize>) -> bool) -> BTreeSet<usize> {
    let mut left_out: BTreeSet<usize> = (0..count).collect();
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
    left_out
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
            assert_eq!(found.into_iter().collect::<Vec<_>>(), disturbing);
            assert!(renderings <= 2 + 20 * disturbing.len(), "{renderings} for {disturbing:?}");
        }
        assert_eq!(find_disturbing_marks(10, &mut |_| false).len(), 10);
    }

    #[test]
    fn a_search_for_too_many_marks_ends() {
        let found = find_disturbing_marks(5000, &mut |left_out| left_out.range(..2000).count() == 2000);
        assert_eq!(found.range(..2000).count(), 2000);
    }
}
