//! Web pages.

use factly_formats::ExtractNote;
use rstest::rstest;

use crate::support::{cells, headings, read, text_of};

#[rstest]
#[case::blocks("<p>One <b>bold</b>\n word.</p><div>Two<br>lines</div>", "One bold word.\n\nTwo\nlines")]
#[case::entities("<p>Caf&eacute; &amp; &#8364;5 &lt;b&gt;</p>", "Café & €5 <b>")]
#[case::headings("<h2>The  wall</h2>It stands.", "The wall\n\nIt stands.")]
#[case::lists("<ul><li>a<li>b<ol start=3><li>c</ol></ul><p>d", "- a\n- b\n  3. c\n\nd")]
#[case::scripts("<script>if (a<b) alert('</p>')</script><style>p{}</style><p>Seen</p><noscript>No</noscript>", "Seen")]
#[case::hidden("<div hidden><div>No</div></div><div style='display: none'>No</div><p>Seen</p>", "No\n\nNo\n\nSeen")]
#[case::pre("<pre>a\n  b</pre>", "a\n  b")]
#[case::table("<table><tr><th>Part<th>Cost<tr><td>Wall<td>7</table>", "Part\tCost\nWall\t7")]
#[case::table_for_layout("<table><tr><td><table><tr><td>a<td>b</table><td>c</table>", "a\tb\n\nc")]
#[case::closed_as_xml("<title/><script/><p>a</p><p/><p>b</p>", "a\n\nb")]
#[case::never_closed("<div><p>a<b>b<p>c</i></div></div></div>d", "ab\n\nc\n\nd")]
#[case::ruby("<p><ruby>東<rp>(</rp><rt>とう</rt><rp>)</rp></ruby>京</p>", "東京")]
fn a_page_as_text(#[case] html: &str, #[case] expected: &str) {
    assert_eq!(text_of("a.html", html.as_bytes()), expected);
}

#[test]
fn a_cell_knows_its_heads_through_spans() {
    let html = "<table><tr><th>Part</th><th>Year</th><th colspan=2>Cost</th></tr>
        <tr><td rowspan=2>Wall</td><td>2024</td><td>7</td><td>8</td></tr><tr><td>2025</td><td>9</td></tr></table>";
    let read = read("a.html", html.as_bytes()).expect("a page");
    assert_eq!(read.text, "Part\tYear\tCost\nWall\t2024\t7\t8\n\t2025\t9");
    let expected = ["7@1!C2|Wall|Cost", "8@1!D2|Wall|", "2025@1!B3|Part: Wall|Year", "9@1!C3|Part: Wall|Cost"];
    for cell in expected {
        assert!(cells(&read).contains(&cell.to_owned()), "{cell} in {:?}", cells(&read));
    }
}

/// Sentences of prose, no two alike.
fn prose(of: &str, sentences: usize) -> String {
    let sentence =
        |n: usize| format!("In section {n} of the {of} the engineers, after long debate, measured the wall again. ");
    (0..sentences).map(sentence).collect()
}

fn page(article: &str, aside: &str) -> String {
    format!(
        "<html lang=en><head><title>The wall stands</title><meta name=author content='A. Brook'>
        <meta property='article:published_time' content='2026-03-01'></head><body>
        <nav><ul><li><a href=/>Home</a><li><a href=/x>Imprint of the site</a></ul></nav>
        <article><h1>The wall stands</h1>{article}<img src=https://example.org/a.png><img src=data:image/png;base64,AA>
        </article><div class=comments>{aside}</div><footer>Copyright by somebody</footer></body></html>"
    )
}

#[test]
fn of_an_article_the_main_content_is_read() {
    let article: String =
        (0..6).map(|n| format!("<h2>Part {n}</h2><p>{}</p>", prose(&format!("part {n}"), 4))).collect();
    let read = read("a.html", page(&article, "").as_bytes()).expect("a page");
    assert!(read.text.contains("In section 3 of the part 5"), "{}", read.text);
    assert!(!read.text.contains("Imprint") && !read.text.contains("Copyright"), "{}", read.text);
    assert_eq!(read.metadata.title.as_deref(), Some("The wall stands"));
    assert_eq!(
        (read.metadata.authors, read.metadata.date),
        (vec!["A. Brook".to_owned()], Some("2026-03-01".to_owned()))
    );
    for note in [("remote content", 1), ("pictures", 1), ("navigation", 1)] {
        let note = ExtractNote::LeftOut { what: note.0.to_owned(), count: note.1 };
        assert!(read.notes.contains(&note), "{note:?} in {:?}", read.notes);
    }
}

#[test]
fn where_the_main_content_would_lose_over_a_fifth_the_page_is_read_whole() {
    let aside: String = (0..20).map(|n| format!("<p>{}</p>", prose(&format!("comment {n}"), 2))).collect();
    let article = format!("<p>{}</p>", prose("part", 12));
    let read = read("a.html", page(&article, &aside).as_bytes()).expect("a page");
    assert!(
        read.text.contains("section 1 of the comment 19") && read.text.contains("section 11 of the part"),
        "{}",
        read.text
    );
}

#[test]
fn what_stands_under_a_heading_goes_to_the_next_of_its_level() {
    let read = read("a.html", b"<h1>A</h1><p>a</p><h2>B</h2><p>b</p><h1>C</h1><p>c</p>").expect("a page");
    let heading = |level, text: &str, words: &str| (level, text.to_owned(), words.to_owned());
    assert_eq!(
        headings(&read),
        [heading(1, "A", "A\n\na\n\nB\n\nb\n\n"), heading(2, "B", "B\n\nb\n\n"), heading(1, "C", "C\n\nc")]
    );
}

#[test]
fn a_page_in_the_encoding_that_it_names_is_read_in_it() {
    let mut bytes = b"<html><head><meta charset=\"windows-1251\"></head><body><p>".to_vec();
    bytes.extend(encoding_rs::WINDOWS_1251.encode("Мост").0.iter());
    let read = read("a.html", &bytes).expect("a page");
    assert_eq!((read.text.as_str(), read.notes), ("Мост", Vec::new()));
}

#[test]
fn nested_elements_are_read_without_a_tree() {
    let html = "<div><b>".repeat(50_000) + "deep";
    assert_eq!(text_of("a.html", html.as_bytes()), "deep");
}
