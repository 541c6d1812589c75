//! Rank of sentences that say what much of their text speaks of: a walk from sentence to sentence over the stems that
//! they share (TextRank, Mihalcea and Tarau 2004).

use std::collections::HashMap;

const DAMPING: f64 = 0.85;
const ROUNDS: usize = 12;
/// A stem in more sentences than this says nothing of any, and would make the walk slow.
const MAX_SHARED: usize = 40;

/// Returns for each sentence, given by its stems, its share of the sentences that are no more central: 0 to 1.
pub(super) fn centrality(sentences: &[Vec<u64>]) -> Vec<f64> {
    let edges = edges(sentences);
    let total: Vec<f64> = edges.iter().map(|edges| edges.iter().map(|(_, weight)| weight).sum::<f64>()).collect();
    let mut rank = vec![1.0; sentences.len()];
    for _ in 0..ROUNDS {
        let mut next = vec![1.0 - DAMPING; sentences.len()];
        for (from, edges) in edges.iter().enumerate() {
            for (to, weight) in edges {
                next[*to] += DAMPING * rank[from] * weight / total[from];
            }
        }
        rank = next;
    }
    percentiles(&rank)
}

/// The other sentences that each shares stems with, by how much for their lengths.
fn edges(sentences: &[Vec<u64>]) -> Vec<Vec<(usize, f64)>> {
    let mut holders: HashMap<u64, Vec<usize>> = HashMap::new();
    for (at, stems) in sentences.iter().enumerate() {
        stems.iter().for_each(|stem| holders.entry(*stem).or_default().push(at));
    }
    let length = |at: usize| (sentences[at].len() as f64 + 1.0).ln();
    let of = |at: usize| {
        let mut shared: HashMap<usize, f64> = HashMap::new();
        let common = sentences[at].iter().filter_map(|stem| holders.get(stem)).filter(|held| held.len() <= MAX_SHARED);
        common.flatten().filter(|other| **other != at).for_each(|other| *shared.entry(*other).or_default() += 1.0);
        let mut edges: Vec<(usize, f64)> =
            shared.into_iter().map(|(other, count)| (other, count / (length(at) + length(other)))).collect();
        // The order of a hash map must not reach the sums.
        edges.sort_by_key(|(other, _)| *other);
        edges
    };
    (0..sentences.len()).map(of).collect()
}

fn percentiles(rank: &[f64]) -> Vec<f64> {
    let mut sorted = rank.to_vec();
    sorted.sort_by(f64::total_cmp);
    let most = rank.len().saturating_sub(1).max(1) as f64;
    rank.iter().map(|own| sorted.partition_point(|other| other < own) as f64 / most).collect()
}

#[cfg(test)]
mod tests {
    use super::centrality;

    #[test]
    fn what_most_others_share_words_with_is_most_central() {
        let ranks = centrality(&[vec![1, 2], vec![1, 3], vec![1, 2, 3], vec![7]]);
        assert!((ranks[2] - 1.0).abs() < 1e-9, "{ranks:?}");
        assert!(ranks[3] < f64::EPSILON, "what shares nothing comes last: {ranks:?}");
        assert!(centrality(&[]).is_empty());
    }
}
