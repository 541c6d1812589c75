//! The bytes that a stream unpacks to, counted with a limit: the reader of documents has none.

use std::borrow::Cow;
use std::io::Read;

use flate2::read::{DeflateDecoder, ZlibDecoder};
use hayro::hayro_syntax::Filter;

/// A way of packing that makes much of few bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    Flate,
    Lzw,
    RunLength,
    /// Letters that stand for bytes.
    Ascii,
}

impl Packing {
    /// The packing that a filter of this name undoes; none for those of pictures.
    pub(super) fn named(name: &[u8]) -> Option<Self> {
        match name {
            b"FlateDecode" | b"Fl" => Some(Self::Flate),
            b"LZWDecode" | b"LZW" => Some(Self::Lzw),
            b"RunLengthDecode" | b"RL" => Some(Self::RunLength),
            b"ASCII85Decode" | b"A85" | b"ASCIIHexDecode" | b"AHx" => Some(Self::Ascii),
            _ => None,
        }
    }

    pub(super) const fn from_filter(filter: Filter) -> Option<Self> {
        match filter {
            Filter::FlateDecode => Some(Self::Flate),
            Filter::LzwDecode => Some(Self::Lzw),
            Filter::RunLengthDecode => Some(Self::RunLength),
            Filter::Ascii85Decode | Filter::AsciiHexDecode => Some(Self::Ascii),
            _ => None,
        }
    }

    /// Returns the largest number of bytes that one byte unpacks to.
    const fn ratio(self) -> u64 {
        match self {
            Self::Flate => 1032,
            // A code of twelve bits stands for as many bytes as there are codes.
            Self::Lzw => 2731,
            Self::RunLength => 64,
            Self::Ascii => 4,
        }
    }
}

/// Returns the largest number of bytes that a stream unpacks to, without looking at its content.
pub(super) fn at_most(bytes: usize, layers: &[Packing]) -> u64 {
    layers.iter().fold(bytes as u64, |most, layer| most.saturating_mul(layer.ratio()))
}

/// Returns the number of bytes that a stream unpacks to, counted no further than just over the limit.
pub(super) fn counted(bytes: &[u8], layers: &[Packing], limit: u64) -> u64 {
    let mut unpacked = Cow::Borrowed(bytes);
    for (number, layer) in layers.iter().enumerate() {
        if number + 1 == layers.len() && *layer == Packing::Flate {
            return count(&unpacked, limit);
        }
        unpacked = Cow::Owned(unpack(*layer, &unpacked, limit));
        if unpacked.len() as u64 > limit {
            break;
        }
    }
    unpacked.len() as u64
}

fn unpack(packing: Packing, bytes: &[u8], limit: u64) -> Vec<u8> {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX).saturating_add(1);
    match packing {
        Packing::Flate => inflated(bytes, limit),
        Packing::Lzw => lzw(bytes, limit),
        Packing::RunLength => run_length(bytes, limit),
        Packing::Ascii if bytes.trim_ascii_end().ends_with(b"~>") => ascii_85(bytes),
        Packing::Ascii => ascii_hex(bytes),
    }
}

fn count(bytes: &[u8], limit: u64) -> u64 {
    let mut buffer = vec![0; 1 << 16];
    let mut counted = |decoder: &mut dyn Read| {
        let mut count = 0;
        // What is broken on its way gives as much as was unpacked until then.
        while count <= limit {
            match decoder.read(&mut buffer) {
                Ok(0) | Err(_) => break,
                Ok(read) => count += read as u64,
            }
        }
        count
    };
    counted(&mut ZlibDecoder::new(bytes)).max(counted(&mut DeflateDecoder::new(bytes)))
}

fn inflated(bytes: &[u8], limit: usize) -> Vec<u8> {
    let mut unpacked = Vec::new();
    let _ = ZlibDecoder::new(bytes).take(limit as u64).read_to_end(&mut unpacked);
    if unpacked.is_empty() {
        let _ = DeflateDecoder::new(bytes).take(limit as u64).read_to_end(&mut unpacked);
    }
    unpacked
}

/// LZW as PDF has it: codes of nine to twelve bits, 256 begins anew and 257 ends.
fn lzw(bytes: &[u8], limit: usize) -> Vec<u8> {
    const CLEAR: usize = 256;
    const END: usize = 257;
    const CODES: usize = 4096;
    let mut out: Vec<u8> = Vec::new();
    // Of each code beyond the first where its bytes stand in what came out.
    let mut entries: Vec<std::ops::Range<usize>> = Vec::new();
    let mut before: Option<std::ops::Range<usize>> = None;
    let (mut bits, mut held) = (0_u32, 0_u32);
    let mut bytes = bytes.iter();
    while out.len() < limit {
        let width = match entries.len() + END + 2 {
            0..=511 => 9,
            512..=1023 => 10,
            1024..=2047 => 11,
            _ => 12,
        };
        while held < width {
            let Some(byte) = bytes.next() else { return out };
            bits = bits << 8 | u32::from(*byte);
            held += 8;
        }
        held -= width;
        let code = (bits >> held) as usize & ((1 << width) - 1);
        let start = out.len();
        match code {
            CLEAR => {
                entries.clear();
                before = None;
                continue;
            }
            END => return out,
            0..CLEAR => out.push(u8::try_from(code).unwrap_or_default()),
            _ => match entries.get(code - END - 1).cloned() {
                Some(entry) => out.extend_from_within(entry),
                // The code that is about to be made: what came before, and its first byte again.
                None => {
                    let Some(last) = before.clone() else { return out };
                    out.extend_from_within(last.clone());
                    out.extend_from_within(last.start..last.start + 1);
                }
            },
        }
        if let Some(last) = before.filter(|_| entries.len() + END + 1 < CODES) {
            // It stands in what came out: the bytes before, and the first that came now.
            entries.push(last.start..last.end + 1);
        }
        before = Some(start..out.len());
    }
    out
}

fn run_length(bytes: &[u8], limit: usize) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = bytes;
    while let [length, after @ ..] = rest {
        let length = usize::from(*length);
        match (length, after) {
            (0..=127, _) => {
                let literal = &after[..after.len().min(length + 1)];
                out.extend_from_slice(literal);
                rest = &after[literal.len()..];
            }
            (129.., [byte, after @ ..]) => {
                out.extend(std::iter::repeat_n(*byte, 257 - length));
                rest = after;
            }
            _ => break,
        }
        if out.len() >= limit {
            break;
        }
    }
    out
}

fn ascii_hex(bytes: &[u8]) -> Vec<u8> {
    let digit = |byte: &u8| char::from(*byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let digits: Vec<u8> = bytes.iter().take_while(|byte| **byte != b'>').filter_map(digit).collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).unwrap_or(&0)).collect()
}

fn ascii_85(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut group: Vec<u8> = Vec::new();
    for byte in bytes.iter().take_while(|byte| **byte != b'~') {
        match byte {
            b'z' if group.is_empty() => out.extend([0; 4]),
            b'!'..=b'u' => group.push(byte - b'!'),
            _ => {}
        }
        if group.len() == 5 {
            out.extend(group_of(&group));
            group.clear();
        }
    }
    if group.len() > 1 {
        let written = group.len() - 1;
        group.resize(5, 84);
        out.extend(group_of(&group).into_iter().take(written));
    }
    out
}

fn group_of(digits: &[u8]) -> [u8; 4] {
    digits.iter().fold(0_u32, |sum, digit| sum.wrapping_mul(85).wrapping_add(u32::from(*digit))).to_be_bytes()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::ZlibEncoder;

    use super::{Packing, at_most, counted, unpack};

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        let _ = encoder.write_all(bytes);
        encoder.finish().unwrap_or_default()
    }

    #[test]
    fn each_packing_is_undone() {
        let check = |packing: Packing, packed: &[u8], expected: &[u8]| {
            assert_eq!(unpack(packing, packed, 1000), expected, "{packing:?}");
        };
        check(Packing::Flate, &packed(b"words"), b"words");
        // The example of ISO 32000-1, 7.4.4.2.
        check(Packing::Lzw, &[0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01], b"-----A---B");
        check(Packing::RunLength, &[2, b'a', b'b', b'c', 254, b'd', 128], b"abcddd");
        check(Packing::Ascii, b"77 6f72 64>", b"word");
        check(Packing::Ascii, b"GAhM4z~>", b"word\0\0\0\0");
    }

    #[test]
    fn a_bomb_is_counted_no_further_than_the_limit() {
        let zeros = vec![0; 10_000_000];
        let once = packed(&zeros);
        for (bytes, layers) in [
            (once.clone(), vec![Packing::Flate]),
            (packed(&once), vec![Packing::Flate, Packing::Flate]),
            ([129, 0].repeat(2_000), vec![Packing::RunLength]),
            (lzw_of_zeros(), vec![Packing::Lzw]),
        ] {
            let found = counted(&bytes, &layers, 100_000);
            assert!((100_001..400_000).contains(&found), "{layers:?}: {found}");
            assert!(at_most(bytes.len(), &layers) >= found, "{layers:?}: no more than was told");
        }
    }

    /// Each code stands for one zero more than the one before it.
    fn lzw_of_zeros() -> Vec<u8> {
        let codes = std::iter::once(0).chain(258..4096_u32);
        let (mut bits, mut held, mut out) = (256_u64, 9, Vec::new());
        for (number, code) in codes.enumerate() {
            let width = match 258 + number.saturating_sub(1) + 1 {
                0..=511 => 9,
                512..=1023 => 10,
                1024..=2047 => 11,
                _ => 12,
            };
            bits = bits << width | u64::from(code);
            held += width;
            while held >= 8 {
                held -= 8;
                out.push((bits >> held & 0xff) as u8);
                bits &= (1 << held) - 1;
            }
        }
        out
    }
}
