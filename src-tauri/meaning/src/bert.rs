//! The layers of a small BERT. Texts of a batch stand one behind the other in one matrix, so that nothing is padded: only
//! attention looks at each by itself.

use ndarray::{Array1, Array2, ArrayView2, Axis, s};

pub(crate) const HIDDEN: usize = 384;
pub(crate) const INNER: usize = 1536;
pub(crate) const LAYERS: usize = 6;
pub(crate) const POSITIONS: usize = 256;
const HEADS: usize = 12;
const HEAD: usize = HIDDEN / HEADS;
/// Keeps a variance of nothing from being divided by.
const EPSILON: f32 = 1e-12;

pub(crate) struct Bert {
    /// A row for each piece of a word, as it is in the file: of most texts only few are looked at.
    pub(crate) words: Quantized,
    pub(crate) positions: Quantized,
    /// Token type vector, the same for every token, since no text here has two parts.
    pub(crate) kind: Array1<f32>,
    pub(crate) norm: Norm,
    pub(crate) layers: Vec<Layer>,
}

/// Rows of whole numbers of eight bits, each with a scale.
pub(crate) struct Quantized {
    pub(crate) scales: Vec<f32>,
    pub(crate) numbers: Vec<i8>,
    pub(crate) width: usize,
}

pub(crate) struct Layer {
    pub(crate) query: Linear,
    pub(crate) key: Linear,
    pub(crate) value: Linear,
    pub(crate) output: Linear,
    pub(crate) attention_norm: Norm,
    pub(crate) inner: Linear,
    pub(crate) outer: Linear,
    pub(crate) norm: Norm,
}

pub(crate) struct Linear {
    /// A row for each number that comes out.
    pub(crate) weight: Array2<f32>,
    pub(crate) bias: Array1<f32>,
}

pub(crate) struct Norm {
    pub(crate) weight: Array1<f32>,
    pub(crate) bias: Array1<f32>,
}

impl Bert {
    /// Returns a row for each token of all texts.
    pub(crate) fn forward(&self, texts: &[Vec<u32>]) -> Array2<f32> {
        let mut hidden = self.embeddings(texts);
        for layer in &self.layers {
            layer.forward(&mut hidden, texts);
        }
        hidden
    }

    fn embeddings(&self, texts: &[Vec<u32>]) -> Array2<f32> {
        let mut rows = Array2::zeros((texts.iter().map(Vec::len).sum(), HIDDEN));
        let tokens = texts.iter().flat_map(|text| text.iter().enumerate());
        for (mut row, (position, token)) in rows.rows_mut().into_iter().zip(tokens) {
            let known = self.words.row(*token as usize).zip(self.positions.row(position));
            for ((value, (word, position)), kind) in row.iter_mut().zip(known).zip(&self.kind) {
                *value = word + position + kind;
            }
        }
        self.norm.apply(&mut rows);
        rows
    }
}

impl Quantized {
    fn row(&self, at: usize) -> impl Iterator<Item = f32> {
        let numbers = self.numbers.chunks_exact(self.width).nth(at).unwrap_or_default();
        let scale = self.scales.get(at).copied().unwrap_or_default();
        numbers.iter().map(move |number| f32::from(*number) * scale)
    }

    /// Returns all of it as what it stands for.
    pub(crate) fn matrix(&self) -> Option<Array2<f32>> {
        let numbers = (0..self.scales.len()).flat_map(|row| self.row(row)).collect();
        Array2::from_shape_vec((self.scales.len(), self.width), numbers).ok()
    }
}

impl Layer {
    fn forward(&self, hidden: &mut Array2<f32>, texts: &[Vec<u32>]) {
        let attended = self.attention(hidden, texts);
        *hidden += &self.output.apply(&attended.view());
        self.attention_norm.apply(hidden);
        let mut inner = self.inner.apply(&hidden.view());
        inner.mapv_inplace(gelu);
        *hidden += &self.outer.apply(&inner.view());
        self.norm.apply(hidden);
    }

    fn attention(&self, hidden: &Array2<f32>, texts: &[Vec<u32>]) -> Array2<f32> {
        let [queries, keys, values] = [&self.query, &self.key, &self.value].map(|it| it.apply(&hidden.view()));
        let mut attended = Array2::zeros(hidden.raw_dim());
        let mut from = 0;
        for text in texts {
            let rows = from..from + text.len();
            from = rows.end;
            for head in (0..HIDDEN).step_by(HEAD) {
                let part = s![rows.clone(), head..head + HEAD];
                let mut weights = queries.slice(part).dot(&keys.slice(part).t());
                softmax(&mut weights);
                attended.slice_mut(part).assign(&weights.dot(&values.slice(part)));
            }
        }
        attended
    }
}

impl Linear {
    fn apply(&self, rows: &ArrayView2<'_, f32>) -> Array2<f32> {
        let mut out = rows.dot(&self.weight.t());
        out += &self.bias;
        out
    }
}

impl Norm {
    fn apply(&self, rows: &mut Array2<f32>) {
        for mut row in rows.rows_mut() {
            let count = row.len() as f32;
            let mean = row.sum() / count;
            let variance = row.iter().map(|value| (value - mean).powi(2)).sum::<f32>() / count;
            let scale = 1.0 / (variance + EPSILON).sqrt();
            for ((value, weight), bias) in row.iter_mut().zip(&self.weight).zip(&self.bias) {
                *value = (*value - mean) * scale * weight + bias;
            }
        }
    }
}

/// Makes shares of each row of scores.
fn softmax(scores: &mut Array2<f32>) {
    let scale = 1.0 / (HEAD as f32).sqrt();
    for mut row in scores.axis_iter_mut(Axis(0)) {
        let most = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        row.mapv_inplace(|score| ((score - most) * scale).exp());
        let sum = row.sum();
        row.mapv_inplace(|share| share / sum);
    }
}

/// The Gaussian error linear unit, by a polynomial of Abramowitz and Stegun (7.1.26), which errs by less than 2e-7.
fn gelu(x: f32) -> f32 {
    let z = x.abs() * std::f32::consts::FRAC_1_SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let polynomial = t * (0.254_829_6 + t * (-0.284_496_74 + t * (1.421_413_8 + t * (-1.453_152_1 + t * 1.061_405_4))));
    let error = (1.0 - polynomial * (-z * z).exp()).copysign(x);
    0.5 * x * (1.0 + error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unit_is_that_of_the_model() {
        // As PyTorch's `gelu` gives them.
        for (x, expected) in [(0.0, 0.0), (1.0, 0.841_344_8), (-1.0, -0.158_655_26), (3.0, 2.995_950_2)] {
            assert!((gelu(x) - expected).abs() < 1e-6, "{x}: {}", gelu(x));
        }
    }

    #[test]
    fn shares_sum_up_to_one() {
        let mut scores = Array2::from_shape_vec((1, 3), vec![1_000.0, 0.0, -1_000.0]).unwrap();
        softmax(&mut scores);
        assert!((scores.sum() - 1.0).abs() < 1e-6 && scores[[0, 0]] > 0.99, "{scores}");
    }
}
