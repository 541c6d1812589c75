//! The model's file: checked as a whole, then read in the order in which `quantize.py` writes it.

use std::fs;
use std::path::Path;

use ndarray::Array1;
use sha2::{Digest, Sha256};

use crate::ModelFault;
use crate::bert::{Bert, HIDDEN, INNER, LAYERS, Layer, Linear, Norm, POSITIONS, Quantized};
use crate::wordpiece::WordPieces;

const MAGIC: &[u8] = b"FACTMEA1";
/// Of the one file that this program works with.
const SHA256: &str = "b73b7cd141f9599e115b51e32d4f1a28148953ab48e6a0e2bd95738503564bac";

/// Reads the file at `path`.
pub(crate) fn read(path: &Path) -> Result<(WordPieces, Bert), ModelFault> {
    let bytes = fs::read(path).map_err(|_| ModelFault::Missing)?;
    if hex::encode(Sha256::digest(&bytes)) != SHA256 {
        return Err(ModelFault::Damaged);
    }
    parsed(&bytes).ok_or(ModelFault::Damaged)
}

fn parsed(bytes: &[u8]) -> Option<(WordPieces, Bert)> {
    let mut reader = WeightReader { rest: bytes.strip_prefix(MAGIC)? };
    let length = u32::from_le_bytes(reader.take(4)?.try_into().ok()?);
    let pieces = WordPieces::new(std::str::from_utf8(reader.take(length as usize)?).ok()?)?;
    let bert = Bert {
        words: reader.quantized(pieces.len(), HIDDEN)?,
        positions: reader.quantized(POSITIONS, HIDDEN)?,
        kind: reader.vector(HIDDEN)?,
        norm: reader.norm()?,
        layers: (0..LAYERS).map(|_| reader.layer()).collect::<Option<_>>()?,
    };
    reader.rest.is_empty().then_some((pieces, bert))
}

struct WeightReader<'b> {
    rest: &'b [u8],
}

impl<'b> WeightReader<'b> {
    fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(taken)
    }

    fn floats(&mut self, count: usize) -> Option<Vec<f32>> {
        let bytes = self.take(count * 4)?.chunks_exact(4);
        bytes.map(|four| Some(f32::from_le_bytes(four.try_into().ok()?))).collect()
    }

    fn vector(&mut self, count: usize) -> Option<Array1<f32>> {
        self.floats(count).map(Array1::from)
    }

    fn quantized(&mut self, rows: usize, width: usize) -> Option<Quantized> {
        let scales = self.floats(rows)?;
        let numbers = self.take(rows * width)?.iter().map(|byte| byte.cast_signed()).collect();
        Some(Quantized { scales, numbers, width })
    }

    fn linear(&mut self, rows: usize, width: usize) -> Option<Linear> {
        Some(Linear { weight: self.quantized(rows, width)?.matrix()?, bias: self.vector(rows)? })
    }

    fn norm(&mut self) -> Option<Norm> {
        Some(Norm { weight: self.vector(HIDDEN)?, bias: self.vector(HIDDEN)? })
    }

    fn layer(&mut self) -> Option<Layer> {
        Some(Layer {
            query: self.linear(HIDDEN, HIDDEN)?,
            key: self.linear(HIDDEN, HIDDEN)?,
            value: self.linear(HIDDEN, HIDDEN)?,
            output: self.linear(HIDDEN, HIDDEN)?,
            attention_norm: self.norm()?,
            inner: self.linear(INNER, HIDDEN)?,
            outer: self.linear(HIDDEN, INNER)?,
            norm: self.norm()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_the_one_is_refused() {
        assert_eq!(read(Path::new("/nowhere/minilm")).err(), Some(ModelFault::Missing));
        assert_eq!(
            read(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml").as_path()).err(),
            Some(ModelFault::Damaged)
        );
        assert!(parsed(MAGIC).is_none() && parsed(b"FACTMEA1\x01\0\0\0a").is_none(), "cut off");
    }
}
