//! Whatever bytes a PDF has, it is read or refused, and its places lie within its text.

use factly_formats::{Limits, extract};
use proptest::prelude::*;

use crate::pdf_writer::{Writer, lines};

fn document() -> Vec<u8> {
    let outline =
        vec!["<< /First 101 0 R >>".to_owned(), "<< /Title (One) /Dest [200 0 R] /Next 101 0 R >>".to_owned()];
    let writer = Writer { catalog: "/Outlines 100 0 R".to_owned(), objects: outline, ..Writer::default() };
    writer.page(lines(50, 700, &["One two three and a hy-", "phen."])).page(lines(50, 700, &["Four."])).bytes()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn damaged_bytes_are_read_or_refused(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..40)) {
        let mut bytes = document();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Ok(read) = extract("a.pdf", &bytes, &Limits::default(), &|| false) {
            let chars = read.text.chars().count() as u32;
            prop_assert!(read.places.iter().all(|placed| placed.chars.start <= placed.chars.end && placed.chars.end <= chars));
            prop_assert!(read.places.is_sorted_by_key(|placed| placed.chars.start));
            prop_assert!(read.boxes.iter().all(|boxed| boxed.start < boxed.end && boxed.end <= chars));
            prop_assert!(read.boxes.is_sorted_by_key(|boxed| boxed.start));
            prop_assert!(!read.text.contains('\0') && !read.text.contains('\r'));
        }
    }
}
