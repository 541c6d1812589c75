//! The ends of blocks, so that those that reach a place are found without a look at all before it.

/// A tree over the ends of the blocks of a text: each node has the largest end below it, the root is the second, and the
/// leaves are the last half.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct BlockEnds {
    largest: Vec<usize>,
}

impl BlockEnds {
    pub(super) fn new(ends: impl ExactSizeIterator<Item = usize>) -> Self {
        let leaves = ends.len().next_power_of_two();
        let mut largest = vec![0; 2 * leaves];
        for (leaf, end) in largest[leaves..].iter_mut().zip(ends) {
            *leaf = end;
        }
        for node in (1..leaves).rev() {
            largest[node] = largest[2 * node].max(largest[2 * node + 1]);
        }
        Self { largest }
    }

    /// The first block from `from` on that ends behind a byte of the text.
    pub(super) fn next_behind(&self, from: usize, byte: usize) -> Option<usize> {
        let leaves = self.largest.len() / 2;
        if from >= leaves {
            return None;
        }
        let mut node = leaves + from;
        while self.largest[node] <= byte {
            // All that is below the next sibling comes after what was looked at.
            node >>= node.trailing_ones();
            if node == 0 {
                return None;
            }
            node += 1;
        }
        while node < leaves {
            node *= 2;
            if self.largest[node] <= byte {
                node += 1;
            }
        }
        Some(node - leaves)
    }
}

#[cfg(test)]
mod tests {
    use super::BlockEnds;

    #[test]
    fn each_block_that_reaches_a_place_is_found_in_order() {
        for count in 0..20 {
            let ends: Vec<usize> = (0..count).map(|at| at * 7 % 11).collect();
            let tree = BlockEnds::new(ends.iter().copied());
            for byte in 0..12 {
                for from in 0..count + 2 {
                    let expected = (from..count).find(|at| ends[*at] > byte);
                    assert_eq!(tree.next_behind(from, byte), expected, "{ends:?} from {from} behind {byte}");
                }
            }
        }
    }
}
