//! A compound file of one stream: what the foreign reader is given in the place of the file that came.

const SECTOR: usize = 4_096;
const END_OF_CHAIN: u32 = 0xffff_fffe;
const FREE: u32 = 0xffff_ffff;
const OF_TABLE: u32 = 0xffff_fffd;
const NUMBERS: usize = SECTOR / 4;
const ENTRY: usize = 128;

/// Streams that are shorter would stand among the small ones.
const LEAST: usize = 4_096;

/// Lays a workbook out as head, its sectors, a directory and the table of which sector follows which.
pub(super) fn of_workbook(workbook: &[u8]) -> Vec<u8> {
    let size = workbook.len().max(LEAST);
    let sectors = size.div_ceil(SECTOR);
    // Each sector of the table tells of itself too.
    let table = (1..).find(|table| sectors + 1 + table <= table * NUMBERS).unwrap_or(1);
    let mut file = head(sectors, table);
    file.extend_from_slice(workbook);
    file.resize((1 + sectors) * SECTOR, 0);
    file.extend(entry("Root Entry", 5, END_OF_CHAIN, 0));
    file.extend(entry("Workbook", 2, 0, size));
    file.resize((2 + sectors) * SECTOR, 0);
    let follows = |at: usize| if at + 1 == sectors { END_OF_CHAIN } else { at as u32 + 1 };
    let numbers = (0..sectors).map(follows).chain([END_OF_CHAIN]).chain(std::iter::repeat_n(OF_TABLE, table));
    let free = std::iter::repeat(FREE);
    numbers.chain(free).take(table * NUMBERS).for_each(|number| file.extend_from_slice(&number.to_le_bytes()));
    file
}

fn head(sectors: usize, table: usize) -> Vec<u8> {
    let mut head = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".to_vec();
    head.resize(24, 0);
    for number in [0x003e_u16, 3, 0xfffe, 12, 6] {
        head.extend_from_slice(&number.to_le_bytes());
    }
    head.resize(44, 0);
    let further = [table as u32, sectors as u32, 0, LEAST as u32, END_OF_CHAIN, 0, END_OF_CHAIN, 0];
    let of_table = (0..table).map(|at| (sectors + 1 + at) as u32).chain(std::iter::repeat(FREE)).take(109);
    further.into_iter().chain(of_table).for_each(|number| head.extend_from_slice(&number.to_le_bytes()));
    head.resize(SECTOR, 0);
    head
}

fn entry(name: &str, kind: u8, first: u32, size: usize) -> Vec<u8> {
    let mut entry: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let length = entry.len() as u16 + 2;
    entry.resize(64, 0);
    entry.extend_from_slice(&length.to_le_bytes());
    entry.extend_from_slice(&[kind, 1]);
    let child = if kind == 5 { 1 } else { FREE };
    [FREE, FREE, child].iter().for_each(|number| entry.extend_from_slice(&number.to_le_bytes()));
    entry.resize(116, 0);
    entry.extend_from_slice(&first.to_le_bytes());
    entry.extend_from_slice(&(size as u64).to_le_bytes());
    entry.resize(ENTRY, 0);
    entry
}

#[cfg(test)]
mod tests {
    use super::of_workbook;
    use crate::sheet::compound::workbook;

    #[test]
    fn what_is_laid_out_is_found_again() {
        for length in [1_usize, 4_095, 4_096, 4_097, 5_000_000] {
            let stream: Vec<u8> = (0..length).map(|at| (at % 251) as u8 + 1).collect();
            let found = workbook(&of_workbook(&stream)).expect("it is a compound file");
            assert_eq!(&found[..length], stream, "of {length} bytes");
            assert!(found[length..].iter().all(|byte| *byte == 0), "and nothing behind it");
        }
    }
}
