//! The reader of PDF, over documents that are written here.

use std::sync::atomic::{AtomicU32, Ordering};

use factly_formats::{Extract, ExtractNote, Limits, Place, Rect, Refusal, extract, extract_seeing, pdf};

use crate::pdf_writer::{FIRST_PAGE, Writer, lines, stream, text};

fn read(writer: &Writer) -> Extract {
    extract("a.pdf", &writer.bytes(), &Limits::default(), &|| false).expect("a document")
}

fn slice(extract: &Extract, start: u32, end: u32) -> String {
    extract.text.chars().skip(start as usize).take((end - start) as usize).collect()
}

fn place_of(extract: &Extract, word: &str) -> u32 {
    extract.text[..extract.text.find(word).expect("the word")].chars().count() as u32
}

fn rects_of(extract: &Extract, words: &str) -> Vec<(u32, Rect)> {
    let start = place_of(extract, words);
    pdf::rects(&extract.boxes, start..start + words.chars().count() as u32)
}

/// Returns whether a rectangle holds writer coordinates on a page of 600 by 800 points.
fn holds(rect: &Rect, x: f32, y: f32) -> bool {
    let (x, y) = (x / 600.0, 1.0 - y / 800.0);
    rect.left <= x && x <= rect.left + rect.width && rect.top <= y && y <= rect.top + rect.height
}

#[test]
fn lines_become_paragraphs_and_hyphens_at_line_ends_go() {
    let first =
        ["The wall along the northern bank of the river has settled, and the coun-", "cil asks for a new culvert."];
    let content = lines(50, 700, &first) + &lines(50, 650, &["A second paragraph stands apart."]);
    let read = read(&Writer::default().page(content));
    assert_eq!(
        read.text,
        "The wall along the northern bank of the river has settled, and the council asks for a new culvert.\n\n\
         A second paragraph stands apart."
    );
    let council = place_of(&read, "council");
    let parts: Vec<String> = read
        .boxes
        .iter()
        .filter(|boxed| boxed.start >= council && boxed.end <= council + 7)
        .map(|boxed| slice(&read, boxed.start, boxed.end))
        .collect();
    assert_eq!(parts, ["coun", "cil"]);
    assert_eq!(rects_of(&read, "council").len(), 2);
}

#[test]
fn a_hyphen_before_a_capital_or_a_number_stays() {
    let first =
        ["The line was built between two towns of the valley, by Miller-", "Smith in the years of 1990-", "1995."];
    let read = read(&Writer::default().page(lines(50, 700, &first)));
    assert!(read.text.contains("Miller-Smith"), "{}", read.text);
    assert!(read.text.contains("1990-1995"), "{}", read.text);
}

const LEFT: [&str; 5] = [
    "The left column tells of the wall that",
    "was built along the river before the",
    "war, of its stones and of its cost, as",
    "far as anybody has written it down in",
    "the books of the parish.",
];
const RIGHT: [&str; 5] = [
    "The right column tells of the culvert",
    "which is younger, made of concrete in",
    "two summers, and of all who opposed",
    "it, as the floods came through it into",
    "their cellars.",
];

#[test]
fn two_columns_are_read_one_after_the_other() {
    let head = text(150, 740, 12, "A heading that stands across both columns of the whole page");
    let rows = (0..5)
        .map(|at| text(50, 700 - 14 * at, 12, LEFT[at as usize]) + &text(320, 700 - 14 * at, 12, RIGHT[at as usize]));
    let read = read(&Writer::default().page(head + &rows.collect::<String>()));
    let order =
        ["A heading", "books of the parish.", "The right column", "their cellars."].map(|words| place_of(&read, words));
    assert!(order.is_sorted(), "{}", read.text);
    assert!(read.text.contains("along the river before the war, of its stones"), "{}", read.text);
}

#[test]
fn a_table_keeps_its_rows() {
    let rows =
        [("Item", "2023", "2024"), ("Wall", "1,200", "1,250"), ("Culvert", "900", "1,900"), ("Gate", "80", "85")];
    let row = |(at, (name, one, two)): (usize, &(&str, &str, &str))| {
        let y = 700 - 14 * at as u32;
        text(50, y, 12, name) + &text(250, y, 12, one) + &text(400, y, 12, two)
    };
    let read = read(&Writer::default().page(rows.iter().enumerate().map(row).collect::<String>()));
    assert_eq!(read.text, "Item\t2023\t2024\nWall\t1,200\t1,250\nCulvert\t900\t1,900\nGate\t80\t85");
}

fn with_furniture() -> Writer {
    const TOLD: [&str; 5] = ["wall", "culvert", "gate", "meadow", "bridge"];
    let page = |number: usize| {
        text(50, 780, 9, "Report on the northern wall")
            + &lines(50, 700, &[&format!("The {} is told of on this page and nowhere else.", TOLD[number - 1])])
            + &text(300, 20, 9, &number.to_string())
    };
    (1..=5).fold(Writer::default(), |writer, number| writer.page(page(number)))
}

#[test]
fn running_heads_and_page_numbers_are_not_of_the_text() {
    let read = read(&with_furniture());
    assert!(!read.text.contains("Report on"), "{}", read.text);
    let lines: Vec<&str> = read.text.split("\n\n").collect();
    assert_eq!(lines.len(), 5);
    assert!(lines.iter().all(|line| line.starts_with("The ") && line.ends_with("else.")), "{lines:?}");
    let pages: Vec<(u32, String)> = read
        .places
        .iter()
        .filter_map(|placed| match placed.place {
            Place::Page { number, .. } => Some((number, slice(&read, placed.chars.start, placed.chars.end))),
            _ => None,
        })
        .collect();
    assert_eq!(pages.len(), 5);
    assert!(pages[2].0 == 3 && pages[2].1.starts_with("The gate "), "{pages:?}");
}

/// A chapter of two pages: its running head counts on, and a list that goes on at the top of a page does not.
#[test]
fn a_head_with_the_number_of_its_page_is_known_by_two_pages() {
    let page = |number: u32| {
        text(50, 780, 9, "Chapter 3: Utilities")
            + &text(500, 780, 9, &(number + 5).to_string())
            + &text(50, 760, 9, &format!("Step {number} is told here."))
            + &lines(50, 700, &["What is told of it differs from page to page, as all that is text does."])
    };
    let read = read(&(1..=2).fold(Writer::default(), |writer, number| writer.page(page(number))));
    assert!(!read.text.contains("Chapter 3"), "{}", read.text);
    assert!(read.text.contains("Step 1 is") && read.text.contains("Step 2 is"), "{}", read.text);
}

#[test]
fn boxes_lie_on_their_words_as_the_page_is_shown() {
    let content = text(100, 600, 20, "Here");
    let upright = read(&Writer::default().page(content.clone()));
    assert!(holds(&upright.boxes[0].rect, 120.0, 607.0), "{:?}", upright.boxes);
    let rotated = read(&Writer::default().page_with(content.clone(), "/Rotate 90"));
    let rect = rotated.boxes[0].rect;
    // A quarter to the right: what was 120 from the left is 120 from the top of a page of 800 by 600.
    let (x, y) = (607.0 / 800.0, 120.0 / 600.0);
    assert!(rect.left < x && x < rect.left + rect.width && rect.top < y && y < rect.top + rect.height, "{rect:?}");
    let cropped = read(&Writer::default().page_with(content, "/CropBox [50 500 350 700]"));
    let rect = cropped.boxes[0].rect;
    let (x, y) = (70.0 / 300.0, 93.0 / 200.0);
    assert!(rect.left < x && x < rect.left + rect.width && rect.top < y && y < rect.top + rect.height, "{rect:?}");
}

#[test]
fn what_lies_outside_of_the_shown_page_is_not_read() {
    let content = text(100, 600, 12, "Shown") + &text(100, 100, 12, "Cut off");
    let read = read(&Writer::default().page_with(content, "/CropBox [0 400 600 800]"));
    assert_eq!(read.text, "Shown");
}

#[test]
fn a_page_that_is_a_picture_is_said_to_have_no_text() {
    let picture = "q 500 0 0 700 50 50 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q\n";
    let read = read(&Writer::default().page(text(50, 700, 12, "A title page.")).page(picture).page(picture));
    assert!(read.notes.contains(&ExtractNote::PagesWithoutText { pages: vec![2, 3], of: 3 }), "{:?}", read.notes);
    assert!(read.notes.contains(&ExtractNote::LeftOut { what: "pictures".to_owned(), count: 2 }), "{:?}", read.notes);
    assert_eq!((read.text.as_str(), read.pages), ("A title page.", Some(3)));
}

#[test]
fn a_scan_with_a_stamp_is_read_beside_it_and_said_to_be_a_picture_where_nobody_can() {
    let picture = "q 90 0 0 140 20 20 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q\n";
    let small = "/CropBox [0 0 120 180]";
    let stamp = picture.to_owned() + &text(24, 30, 8, "Copy 3");
    let layer: String = (0..21).map(|at| text(24, 140 - 5 * at, 4, "word")).collect();
    let photo = "q 40 0 0 60 20 20 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q\n".to_owned() + &text(24, 150, 8, "A photo");
    let writer = Writer::default().page_with(stamp, small).page_with(picture.to_owned() + &layer, small);
    let bytes = writer.page_with(photo, small).bytes();
    let partly = |read: &Extract| {
        let pages = |note: &ExtractNote| match note {
            ExtractNote::PagesPartlyPictures { pages, .. } => Some(pages.clone()),
            _ => None,
        };
        read.notes.iter().find_map(pages).unwrap_or_default()
    };
    let blind = extract("a.pdf", &bytes, &Limits::default(), &|| false).expect("a document");
    assert_eq!(partly(&blind), [1], "a layer of text was read already, and a photo is no scan");
    let table = "4\t1\t1\t1\t1\t0\t50\t200\t300\t50\t-1\t\n\
        5\t1\t1\t1\t1\t1\t120\t200\t200\t50\t95\tculvert\n\
        5\t1\t1\t1\t2\t1\t104\t605\t60\t25\t95\tCopy\n\
        5\t1\t1\t1\t3\t1\t450\t200\t40\t50\t95\tmargin\n";
    let eyes = |page: u32, _: &pdf::Png| {
        assert_eq!(page, 1, "no other page is drawn");
        Some(table.to_owned())
    };
    let read = extract_seeing("a.pdf", &bytes, &Limits::default(), &|| false, Some(&eyes)).expect("a document");
    assert!(read.text.contains("culvert") && !read.text.contains("margin"), "{}", read.text);
    assert_eq!(read.text.matches("Copy").count(), 1, "what is written there is not read twice: {}", read.text);
    assert!(read.notes.contains(&ExtractNote::PagesRecognised { pages: vec![1], of: 3 }), "{:?}", read.notes);
    assert_eq!(partly(&read), [] as [u32; 0]);
}

#[test]
fn a_page_that_is_a_picture_is_read_by_eyes_and_its_words_stand_where_they_are_seen() {
    let picture = "q 80 0 0 100 20 20 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q\n";
    let small = "/CropBox [0 0 120 180]";
    let writer = Writer::default().page(text(50, 700, 12, "A title page."));
    let writer = writer.page_with(picture, small).page_with(picture, small);
    // 500 pixels are 120 points across: 300 dots to the inch.
    let eyes = |page: u32, png: &pdf::Png| {
        assert!(png.width.abs_diff(500) < 2 && png.height.abs_diff(750) < 2, "{} by {}", png.width, png.height);
        let words = "4\t1\t1\t1\t1\t0\t50\t200\t300\t50\t-1\t\n\
            5\t1\t1\t1\t1\t1\t50\t200\t80\t50\t96\tThe\n\
            5\t1\t1\t1\t1\t2\t150\t200\t200\t50\t95\tculvert\n";
        (page == 2).then(|| words.to_owned())
    };
    let limits = Limits::default();
    let read = extract_seeing("a.pdf", &writer.bytes(), &limits, &|| false, Some(&eyes)).expect("a document");
    assert_eq!(read.text, "A title page.\n\nThe culvert");
    assert!(read.notes.contains(&ExtractNote::PagesRecognised { pages: vec![2], of: 3 }), "{:?}", read.notes);
    assert!(read.notes.contains(&ExtractNote::PagesWithoutText { pages: vec![3], of: 3 }), "{:?}", read.notes);
    let [(2, seen)] = rects_of(&read, "culvert")[..] else { panic!("one rectangle on the second page") };
    let near = |is: f32, wanted: f32| (is - wanted).abs() < 0.01;
    assert!(near(seen.left, 0.3) && near(seen.width, 0.4) && near(seen.top, 200.0 / 750.0), "{seen:?}");
}

#[test]
fn ligatures_are_letters_and_unknown_glyphs_are_counted() {
    let font = "/Encoding << /Differences [1 /fi /ffl /g17] >>".to_owned();
    let writer = Writer { font, ..Writer::default() };
    let read = read(&writer.page("BT /F1 12 Tf 50 700 Td (A \\001ne wa\\002e and \\003) Tj ET"));
    assert_eq!(read.text, "A fine waffle and \u{fffd}");
    assert!(read.notes.contains(&ExtractNote::Unreadable { characters: 1 }), "{:?}", read.notes);
}

#[test]
fn what_is_read_from_right_to_left_comes_in_the_order_of_reading() {
    // Seen from left to right: "gimel bet alef", 12 and "dalet": read as dalet, 12, alef bet gimel.
    let map = "begincmap 1 begincodespacerange <00> <FF> endcodespacerange 4 beginbfchar <61> <05D0> <62> <05D1> \
               <63> <05D2> <64> <05D3> endbfchar endcmap";
    let writer = Writer { font: "/ToUnicode 100 0 R".to_owned(), objects: vec![stream("", map)], ..Writer::default() };
    let read = read(&writer.page(text(50, 700, 12, "cba 12 d")));
    assert_eq!(read.text, "\u{5d3} 12 \u{5d0}\u{5d1}\u{5d2}");
}

#[test]
fn bookmarks_are_headings_to_the_next_of_their_level() {
    let outline = [
        "<< /Type /Outlines /First 101 0 R /Last 103 0 R >>".to_owned(),
        format!("<< /Title (The Wall) /Dest [{FIRST_PAGE} 0 R /Fit] /Next 103 0 R /First 102 0 R /Parent 100 0 R >>"),
        format!("<< /Title (Cost) /Dest [{FIRST_PAGE} 0 R /Fit] /Parent 101 0 R >>"),
        format!("<< /Title (The Culvert) /A << /S /GoTo /D [{} 0 R /Fit] >> /Parent 100 0 R >>", FIRST_PAGE + 2),
    ];
    let first = lines(50, 700, &["The  wall"])
        + &lines(50, 660, &["It stands."])
        + &lines(50, 620, &["Cost"])
        + &lines(50, 580, &["Much."]);
    let writer = Writer { catalog: "/Outlines 100 0 R".to_owned(), objects: outline.to_vec(), ..Writer::default() };
    let read = read(&writer.page(first).page(lines(50, 700, &["It is younger."])));
    let headings: Vec<(u8, &str, String)> = read
        .places
        .iter()
        .filter_map(|placed| match &placed.place {
            Place::Heading { level, text } => {
                Some((*level, text.as_str(), slice(&read, placed.chars.start, placed.chars.end)))
            }
            _ => None,
        })
        .collect();
    let expected = [
        (1, "The Wall", "The wall\n\nIt stands.\n\nCost\n\nMuch.\n\n".to_owned()),
        (2, "Cost", "Cost\n\nMuch.\n\n".to_owned()),
        (1, "The Culvert", "It is younger.".to_owned()),
    ];
    assert_eq!(headings, expected);
}

#[test]
fn without_an_outline_larger_lines_are_headings() {
    let prose =
        ["The wall along the northern bank of the river has settled over the years, and", "it will be built anew."];
    let content = text(50, 740, 24, "Northern wall") + &text(50, 700, 16, "Its state") + &lines(50, 670, &prose);
    let read = read(&Writer::default().page(content + &lines(50, 600, &prose)));
    let headings: Vec<(u8, &str)> = read
        .places
        .iter()
        .filter_map(|placed| match &placed.place {
            Place::Heading { level, text } => Some((*level, text.as_str())),
            _ => None,
        })
        .collect();
    assert_eq!(headings, [(1, "Northern wall"), (2, "Its state")]);
}

#[test]
fn labels_and_metadata_are_told() {
    let info = "/Title (\\376\\377\\000W\\000a\\000l\\000l) /Author (Ada Moor; Bo Lund) /CreationDate (D:20240131120000+01'00')";
    let labels = "/PageLabels << /Nums [0 << /S /r >> 2 << /S /D >>] >>";
    let writer = Writer { info: info.to_owned(), catalog: labels.to_owned(), ..Writer::default() };
    let words = ["One.", "Two.", "Three."];
    let read = read(&words.iter().fold(writer, |writer, word| writer.page(text(50, 700, 12, word))));
    assert_eq!(read.metadata.title.as_deref(), Some("Wall"));
    assert_eq!(read.metadata.authors, ["Ada Moor", "Bo Lund"]);
    assert_eq!(read.metadata.date.as_deref(), Some("2024-01-31T12:00:00+01:00"));
    let labels: Vec<Option<String>> = read
        .places
        .iter()
        .filter_map(|placed| match &placed.place {
            Place::Page { label, .. } => Some(label.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(labels, [Some("i".to_owned()), Some("ii".to_owned()), Some("1".to_owned())]);
}

#[test]
fn a_damaged_document_gives_what_can_be_read() {
    let bytes = with_furniture().bytes();
    let cut = bytes.len() - 400;
    let read = extract("a.pdf", &bytes[..cut], &Limits::default(), &|| false).expect("a part");
    assert!(read.text.contains("The bridge is told"), "{}", read.text);
    assert!(read.notes.iter().any(|note| matches!(note, ExtractNote::Damaged { .. })), "{:?}", read.notes);
    let nothing = extract("a.pdf", b"%PDF-1.4\nnothing at all", &Limits::default(), &|| false);
    assert!(matches!(nothing, Err(Refusal::Damaged { .. })), "{nothing:?}");
}

#[test]
fn a_locked_document_is_refused_and_an_empty_password_opens() {
    let locked = include_bytes!("../fixtures/documents/locked.pdf");
    let refused = extract("a.pdf", locked, &Limits::default(), &|| false);
    assert_eq!(refused, Err(Refusal::Encrypted));
    let owned = include_bytes!("../fixtures/documents/locked-for-changes.pdf");
    let read = extract("a.pdf", owned, &Limits::default(), &|| false).expect("a text");
    assert_eq!(read.text, "Nobody may change this.");
}

#[test]
fn limits_and_the_wish_to_stop_are_obeyed() {
    let bytes = with_furniture().bytes();
    let two = extract("a.pdf", &bytes, &Limits { pages: 2, ..Limits::default() }, &|| false).expect("a part");
    assert!(two.notes.contains(&ExtractNote::CutShort { what: "pages".to_owned(), limit: 2 }), "{:?}", two.notes);
    assert!(!two.text.contains("gate"), "{}", two.text);
    assert_eq!(extract("a.pdf", &bytes, &Limits::default(), &|| true), Err(Refusal::Stopped));
    let small = extract("a.pdf", &bytes, &Limits { unpacked: 100, ..Limits::default() }, &|| false);
    assert!(matches!(small, Err(Refusal::TooLarge { .. })), "{small:?}");
}

#[test]
fn a_part_that_unpacks_to_too_much_is_not_unpacked() {
    use std::io::Write;
    let packed = |bytes: &[u8]| {
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(bytes).expect("zeros");
        encoder.finish().expect("packed")
    };
    let once = packed(&vec![b' '; 2 << 20]);
    let bomb = |bytes: &[u8], filter: &str| {
        let mut pdf =
            format!("%PDF-1.7\n1 0 obj\n<< /Length {} /Filter {filter} >>\nstream\n", bytes.len()).into_bytes();
        pdf.extend_from_slice(bytes);
        pdf.extend_from_slice(b"\nendstream\nendobj\n");
        extract("a.pdf", &pdf, &Limits { unpacked: 1 << 20, ..Limits::default() }, &|| false)
    };
    assert!(matches!(bomb(&once, "/FlateDecode"), Err(Refusal::TooLarge { .. })));
    assert!(matches!(bomb(&packed(&once), "[/FlateDecode /FlateDecode]"), Err(Refusal::TooLarge { .. })));
    assert!(matches!(bomb(&packed(b"small"), "/FlateDecode"), Err(Refusal::Damaged { .. })));
    let runs = [129, b' '].repeat(20_000);
    for (bytes, filter, why) in [
        (&runs, "/RunLengthDecode", "another packing"),
        (&runs, "/RL", "its short name"),
        (&runs, "/Run#4cengthDecode", "a letter of its name by number"),
        (&packed(&runs), "[/Fl /RL]", "two packings"),
        (&once, "7 0 R", "a name that stands elsewhere"),
    ] {
        assert!(matches!(bomb(bytes, filter), Err(Refusal::TooLarge { .. })), "{why}");
    }
}

#[test]
fn parts_of_an_encrypted_document_that_unpack_to_too_much_are_not_unpacked() {
    let bytes = include_bytes!("../fixtures/documents/encrypted-bomb.pdf");
    let within = |unpacked: u64| extract("a.pdf", bytes, &Limits { unpacked, ..Limits::default() }, &|| false);
    assert_eq!(within(64 << 20).expect("a text").text, "The wall is 5 m long.");
    let refused = within(3 << 20);
    assert!(
        matches!(refused, Err(Refusal::TooLarge { .. })),
        "its objects unpack to 2 MB, with half of 3: {refused:?}"
    );
}

#[test]
fn a_page_with_a_picture_of_too_many_pixels_is_not_drawn() {
    let picture = stream(
        "/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /BitsPerComponent 1 /ColorSpace /DeviceGray",
        "x",
    );
    let writer = Writer { objects: vec![picture], ..Writer::default() };
    let entries = "/Resources << /XObject << /I 100 0 R >> >>";
    let bytes = writer.page_with("q 500 0 0 700 0 0 cm /I Do Q", entries).bytes();
    assert!(matches!(pdf::draw(&bytes, 1, 100), Err(Refusal::TooLarge { .. })));
}

#[test]
fn a_field_that_no_appearance_is_given_for_is_read() {
    let field = "<< /Subtype /Widget /Rect [100 600 300 620] /FT /Tx /T (Name) /V (Ada Moor) >>".to_owned();
    let writer = Writer { objects: vec![field], ..Writer::default() };
    let read = read(&writer.page_with(text(50, 700, 12, "Name"), "/Annots [100 0 R]"));
    assert_eq!(read.text, "Name\n\nAda Moor");
    assert!(holds(&rects_of(&read, "Ada")[0].1, 102.0, 606.0), "{:?}", read.boxes);
}

#[test]
fn a_map_to_unicode_that_is_partly_broken_still_tells_the_rest() {
    // The interpreter gives a map up at an empty meaning.
    let map = "begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange 3 beginbfchar <0001> <> <0002> <0041> \
               <0003> <00420043> endbfchar endcmap";
    let objects = vec![
        stream("", map),
        "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Some /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) \
         /Supplement 0 >> /DW 500 >>"
            .to_owned(),
        "<< /Type /Font /Subtype /Type0 /BaseFont /Some /Encoding /Identity-H /DescendantFonts [101 0 R] /ToUnicode 100 0 R >>"
            .to_owned(),
    ];
    let entries = "/Resources << /Font << /F2 102 0 R >> >>";
    let writer = Writer { objects, ..Writer::default() };
    let read = read(&writer.page_with("BT /F2 12 Tf 50 700 Td <000100020003> Tj ET", entries));
    assert_eq!(read.text, "ABC");
}

#[test]
fn a_drawn_page_shows_its_words_where_their_boxes_are() {
    let bytes = Writer::default().page_with(text(100, 600, 40, "Here"), "/Rotate 90").bytes();
    let read = extract("a.pdf", &bytes, &Limits::default(), &|| false).expect("a text");
    let drawn = pdf::draw(&bytes, 1, 400).expect("a picture");
    assert_eq!((drawn.width, drawn.height), (400, 300));
    let mut reader = png::Decoder::new(std::io::Cursor::new(&drawn.bytes)).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    reader.next_frame(&mut pixels).expect("pixels");
    let dark: Vec<(u32, u32)> = (0..300u32)
        .flat_map(|y| (0..400u32).map(move |x| (x, y)))
        .filter(|(x, y)| pixels[((y * 400 + x) * 3) as usize] < 100)
        .collect();
    assert!(dark.len() > 50, "{} dark pixels", dark.len());
    let rect = read.boxes[0].rect;
    let (left, right) = (rect.left * 400.0 - 1.0, (rect.left + rect.width) * 400.0 + 1.0);
    let (top, bottom) = (rect.top * 300.0 - 1.0, (rect.top + rect.height) * 300.0 + 1.0);
    let outside = |(x, y): &&(u32, u32)| {
        let (x, y) = (*x as f32, *y as f32);
        x < left || x > right || y < top || y > bottom
    };
    assert_eq!(dark.iter().find(outside), None, "{rect:?}");
}

#[test]
fn a_page_is_drawn_no_larger_than_the_limit() {
    let bytes = Writer::default().page_with(text(1, 50, 12, "Long"), "/MediaBox [0 0 10 90000]").bytes();
    let drawn = pdf::draw(&bytes, 1, 100_000).expect("a picture");
    assert!(drawn.width >= 1 && drawn.height <= 6_000, "{} by {}", drawn.width, drawn.height);
    assert!(matches!(pdf::draw(&bytes, 2, 100), Err(Refusal::Damaged { .. })));
    assert!(matches!(pdf::draw(&bytes, 0, 100), Err(Refusal::Damaged { .. })));
}

#[test]
fn a_quote_of_one_line_is_one_rectangle_and_a_part_of_a_word_its_part() {
    let read = read(&Writer::default().page(lines(50, 700, &["One two three four."])));
    let whole = rects_of(&read, "two three");
    assert_eq!(whole.len(), 1);
    let part = rects_of(&read, "hree")[0].1;
    let word = rects_of(&read, "three")[0].1;
    assert!(
        part.left > word.left
            && part.width < word.width
            && (part.left + part.width - word.left - word.width).abs() < 1e-4
    );
}

/// A form that draws what stands in `content`, with `inner` as the form `/X`.
fn form(content: &str, inner: &str) -> String {
    let resources = format!("/Resources << /Font << /F1 3 0 R >> {inner} >>");
    stream(&format!("/Type /XObject /Subtype /Form /BBox [0 0 600 800] {resources}"), content)
}

fn refusal_of(writer: &Writer) -> String {
    let read = extract("a.pdf", &writer.bytes(), &Limits::default(), &|| false);
    read.expect_err("too much").to_string()
}

/// A document whose page draws the first of these forms; each draws the next one.
fn forms(contents: &[&str]) -> Writer {
    let named = |at: usize| format!("/XObject << /X {at} 0 R >>");
    let objects = (101..).zip(contents).map(|(next, content)| form(content, &named(next))).collect();
    let resources = format!("/Resources << /Font << /F1 3 0 R >> {} >>", named(100));
    Writer { objects, ..Writer::default() }.page_with("/X Do", &resources)
}

#[test]
fn a_page_that_draws_too_much_is_refused_before_it_is_drawn() {
    let ten = "/X Do ".repeat(10);
    let inner = [&*ten; 9];
    assert!(refusal_of(&forms(&inner)).contains("bytes that a page draws"), "each draws the next ten times");
    let shared = text(50, 700, 12, "The wall is old.");
    let read = read(&forms(&["/X Do", "/X Do", &shared]));
    assert_eq!(read.text, "The wall is old.", "a few forms are no harm");
    assert!(pdf::draw(&forms(&inner).bytes(), 1, 100).is_err(), "nor is it drawn for a window");
}

#[test]
fn what_the_interpreter_would_hold_at_once_is_refused() {
    let check = |content: String, expected: &str| {
        let refused = refusal_of(&Writer::default().page(content));
        assert!(refused.contains(expected), "{refused}");
    };
    check("q ".repeat(10_001), "saved states");
    check(format!("BT /F1 1 Tf ({}) Tj ET", "a".repeat(300_000)), "shown at once");
    check(format!("BT /F1 1 Tf [{}] TJ ET", "(abcdefghij)".repeat(30_000)), "shown at once");
    let content = stream("", &"0 g ".repeat(25_000));
    let many_times = format!("/Contents [{}]", "100 0 R ".repeat(700));
    let objects = vec![content];
    let many = Writer { objects, ..Writer::default() }.page_with("", &many_times);
    let bytes = String::from_utf8(many.bytes()).expect("ASCII").replace("/Contents 201 0 R", "");
    let refused = extract("a.pdf", bytes.as_bytes(), &Limits::default(), &|| false).expect_err("too much");
    assert!(refused.to_string().contains("bytes that a page draws"), "{refused}");
}

#[test]
fn a_page_of_too_many_words_is_refused_and_one_is_left_when_it_is_called_off() {
    let words = format!("BT /F1 1 Tf 9 9 Td ({}) Tj 0 9 Td (a) Tj ET", "a ".repeat(1_100));
    let limits = Limits { entries: 100, ..Limits::default() };
    let refused = extract("a.pdf", &Writer::default().page(words).bytes(), &limits, &|| false).expect_err("too many");
    assert!(refused.to_string().contains("words of a page"), "{refused}");
    let page = text(50, 700, 12, "word").repeat(3_000);
    let checks = AtomicU32::new(0);
    let stop = || checks.fetch_add(1, Ordering::Relaxed) > 1;
    let stopped = extract("a.pdf", &Writer::default().page(page).bytes(), &Limits::default(), &stop);
    assert_eq!(stopped.map(|read| read.text.len()), Err(Refusal::Stopped), "it is asked within a page");
}

/// Each of them is looked for through all that follows.
#[test]
fn streams_that_do_not_end_are_refused() {
    let unclosed = format!("%PDF-1.7\n{}", "1 0 obj<</Length 9>>stream\n".repeat(40_000));
    let refused = extract("a.pdf", unclosed.as_bytes(), &Limits::default(), &|| false).expect_err("no end");
    assert!(refused.to_string().contains("streams that do not end"), "{refused}");
    let distant = unclosed + "endstream endobj";
    assert!(extract("a.pdf", distant.as_bytes(), &Limits::default(), &|| false).is_err(), "nor with one end for all");
}
