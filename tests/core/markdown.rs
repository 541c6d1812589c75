//! An answer's Markdown as blocks: what each construct becomes, what hostile text becomes, and that a stream gives the
//! same blocks as the whole.

#[path = "markdown/shown.rs"]
mod shown;

use factly_core::chat::markdown::{
    Inline, MAX_DEPTH, MAX_WEIGHT, MarkdownBlock, Stream, address, blocks, weight, without_links,
};
use proptest::prelude::*;
use shown::shown;

fn check(text: &str, expected: &str) {
    assert_eq!(shown(&blocks(text)), expected, "the blocks of {text:?}");
}

#[test]
fn paragraphs_and_what_stands_in_them() {
    check("", "");
    check(" \n\n \n", "");
    check("One line.", "P:One line.");
    check("One line\nand its next.\n\nAnother.", "P:One line↵and its next. ¶ P:Another.");
    check("hard  \nbreak and\\\nanother", "P:hard⏎break and⏎another");
    check("**strong** and *emphasis* and __both _in_ one__", "P:b{strong} and i{emphasis} and b{both i{in} one}");
    check("***both***", "P:i{b{both}}");
    check("~~gone~~", "P:s{gone}");
    check("5~10 m and 20~30 m", "P:5~10 m and 20~30 m");
    check("`code *as it is* F-1`", "P:`code *as it is* F-1`");
    check("``a ` b``", "P:`a ` b`");
    check("half **open", "P:half **open");
    check("\\*not\\* emphasis, &amp; &lt;b&gt; &nbsp;&copy;", "P:*not* emphasis, & <b> \u{a0}©");
    check("a_snake_case word", "P:a_snake_case word");
    check("one\r\ntwo\r\rthree", "P:one↵two ¶ P:three");
}

#[test]
fn headings_rules_and_quotes() {
    check("# One\n###### Six\ntext", "H1:One ¶ H6:Six ¶ P:text");
    check("#hashtag", "P:#hashtag");
    check("Title\n=====\nSub\n---\ntext", "H1:Title ¶ H2:Sub ¶ P:text");
    check("text\n# Title *now* #", "P:text ¶ H1:Title i{now}");
    check("a\n\n---\n\n***\nb", "P:a ¶ HR ¶ HR ¶ P:b");
    check("> quoted\n> on\n\n> again", "Q[P:quoted↵on] ¶ Q[P:again]");
    check("> a\n> > b\n>\n> - c", "Q[P:a ¶ Q[P:b] ¶ UL[P:c]]");
    check("> lazy\nline", "Q[P:lazy↵line]");
}

#[test]
fn lists() {
    check("- a\n- b", "UL[P:a | P:b]");
    check("* a\n\n* b\n\n\n* c\n\nafter", "UL[P:a | P:b | P:c] ¶ P:after");
    check("3. three\n4. four", "OL3[P:three | P:four]");
    check("1) a\n2) b", "OL1[P:a | P:b]");
    check("- a\n  - b\n    - c\n- d", "UL[P:a ¶ UL[P:b ¶ UL[P:c]] | P:d]");
    check("1. one\n\n   its second\n\n2. two", "OL1[P:one ¶ P:its second | P:two]");
    check("- [ ] open\n- [x] done\n- [X] done too", "UL[P:☐open | P:☑done | P:☑done too]");
    check("Steps:\n- a\n- b\n\n\n- c", "P:Steps: ¶ UL[P:a | P:b | P:c]");
    check("- a\n- b\n\nText.\n\n- c", "UL[P:a | P:b] ¶ P:Text. ¶ UL[P:c]");
    check("- **F-1** first", "UL[P:b{@F-1} first]");
    check("-\n- b", "UL[ | P:b]");
    check("- a\n\n  ```sh\n  ls\n\n  pwd\n  ```\n\n  after\n- b", "UL[P:a ¶ C(sh):ls↵↵pwd↵ ¶ P:after | P:b]");
    check("1. ```\n   code\n   ```\n2. next", "OL1[C:code↵ | P:next]");
    check("1. ```\n   never closed\n\nText **after**.", "OL1[C:never closed↵↵] ¶ P:Text b{after}.");
    check("999999999999. no list", "P:999999999999. no list");
}

#[test]
fn code() {
    check("```rust\nfn main() {}\n```", "C(rust):fn main() {}↵");
    check("~~~\na\n```\nb\n~~~\nafter", "C:a↵```↵b↵ ¶ P:after");
    check(
        "text\n```\na\n\n\n# not a title\n- nor an item\n```\ntext",
        "P:text ¶ C:a↵↵↵# not a title↵- nor an item↵ ¶ P:text",
    );
    check("````\n```\n````", "C:```↵");
    check("```\nhalf open", "C:half open");
    check("```\nhalf open\n\nstill **code**\n", "C:half open↵↵still **code**↵");
    check("    indented\n\n    still\n\ntext", "C:indented↵↵still↵ ¶ P:text");
    check("```\"><script>\nx\n```", "C:x↵");
    check("```c++ title=\"a\"\nx\n```", "C(c++):x↵");
    check("```not `a fence\ntext", "P:```not `a fence↵text");
}

#[test]
fn tables() {
    check("| a | b |\n|---|:-:|\n| 1 | **2** |\n| 3 |\n\nafter", "T-^(a, b / 1, b{2} / 3) ¶ P:after");
    check("a | b\n-: | :-\n`x` | F-1", "T><(a, b / `x`, @F-1)");
    check("| a |\n|---|\n| one<br>two \\| three |", "T-(a / one⏎two | three)");
    check("Text\n\n| a |\n|---|\n| 1 |", "P:Text ¶ T-(a / 1)");
    check("| no | table |\n| at | all |", "P:| no | table |↵| at | all |");
    check("| a | b |\n|---|---|\n| 1 | 2 | too many |", "T--(a, b / 1, 2)");
}

#[test]
fn links_lead_to_pages_and_mailboxes_and_are_written_as_they_lead() {
    check("[site](https://example.org/a?b=c#d)", "P:[site→https://example.org/a?b=c#d]");
    check("[**bold** `code`](http://example.org 'title')", "P:[b{bold} `code`→http://example.org/]");
    check(
        "<https://example.org> <anna@example.org>",
        "P:[https://example.org→https://example.org/] [anna@example.org→mailto:anna@example.org]",
    );
    check(
        "see https://example.org/a_b_c. And (http://example.org/x(y)), or not",
        "P:see [https://example.org/a_b_c→https://example.org/a_b_c]. And ([http://example.org/x(y)→http://example.org/x(y)]), or not",
    );
    check("**https://example.org**", "P:b{[https://example.org→https://example.org/]}");
    check("[a]\n\n[a]: https://example.org", "P:[a] ¶ P:[a]: [https://example.org→https://example.org/]");
    check("[a]\n[b]: https://example.org", "P:[a]↵[b]: [https://example.org→https://example.org/]");
    check("[//]: # (hidden words)\n", "P:[//]: # (hidden words)");
    check("[F-1](https://example.org)", "P:[F-1→https://example.org/]");
    check("[](https://example.org)", "P:[https://example.org/→https://example.org/]");
    check("xhttps://example.org https:// http://?", "P:xhttps://example.org https:// http://?");
}

#[test]
fn a_link_to_anything_else_is_its_words() {
    for to in [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "java&#10;script:alert(1)",
        "&#x6A;avascript:alert(1)",
        "data:text/html,alert(1)",
        "vbscript:x",
        "file:///etc/passwd",
        "tauri://localhost/",
        "ipc://localhost/",
        "http:",
        "https:///",
        "//example.org",
        "/etc/passwd",
        "#fragment",
        "x",
        "",
        "blob:https://example.org/1",
        "ftp://example.org",
        "smb://example.org/x",
        "tel:110",
        "mailto:nobody",
        "https://bank.example@example.org/",
        "https://user:word@example.org/",
    ] {
        check(&format!("[words](<{to}>)"), "P:words");
        assert_eq!(address(to), None, "{to} is no address");
    }
    check("[**bold** and F-1](javascript:alert(1)) after", "P:b{bold} and @F-1 after");
    check("<javascript:alert(1)>", "P:javascript:alert(1)");
}

#[test]
fn an_address_hides_nothing() {
    let rows = [
        ("https://exаmple.org/", Some("https://xn--exmple-4nf.org/")),
        ("https://example.org/\u{65e5}", Some("https://example.org/%E6%97%A5")),
        ("HTTPS://EXAMPLE.ORG", Some("https://example.org/")),
        ("https:\\\\example.org\\a", Some("https://example.org/a")),
        ("https://example.org/\u{202e}gpj.exe", None),
        ("https://example.org/a\u{200b}b", None),
        ("https://exa\u{ad}mple.org/", Some("https://example.org/")),
        ("https://example.org/a\u{0}b", None),
        ("https://example.org/a\tb", None),
        ("mailto:anna@example.org?attach=/etc/passwd", Some("mailto:anna@example.org")),
        ("https://0x7f.1/", Some("https://127.0.0.1/")),
    ];
    for (text, expected) in rows {
        assert_eq!(address(text).as_deref(), expected, "the address of {text:?}");
    }
    assert_eq!(
        address(&format!("https://example.org/{}", "a".repeat(3_000))),
        None,
        "nobody can look at so long a one"
    );
    check("a\u{202e}b\u{2066}c\u{7}d", "P:abcd");
    check("&#x202e;a `\u{202e}b`\n\n```\n\u{202e}c\n```", "P:a `b` ¶ C:c↵");
    check("[a\u{202e}b](https://example.org/&#x202e;x)", "P:ab");
}

#[test]
fn an_image_is_a_link_and_raw_html_is_text() {
    check("![a plan](https://example.org/p.png)", "P:[a plan→https://example.org/p.png]");
    check("![](https://example.org/p.png)", "P:[https://example.org/p.png→https://example.org/p.png]");
    check("![leak](data:image/png;base64,AAAA)", "P:leak");
    check("[![alt](https://example.org/p.png)](https://example.org)", "P:[alt→https://example.org/]");
    check("<img src=x onerror=alert(1)>", "P:<img src=x onerror=alert(1)>");
    check("a <b>bold</b><br/>c", "P:a <b>bold</b>⏎c");
    check("<script>\nalert(1)\n</script>\n\ntext", "P:<script>↵alert(1)↵</script> ¶ P:text");
    check("<!-- hidden -->\n\n<style>*{}</style>", "P:<!-- hidden --> ¶ P:<style>*{}</style>");
    check("<div>\n**not read**\n</div>\n\n**read**", "P:<div>↵**not read**↵</div> ¶ P:b{read}");
    check("&lt;script&gt;", "P:<script>");
}

#[test]
fn labels() {
    check("F-1 rests on I-12, N-3 and R-4; see O-5.", "P:@F-1 rests on @I-12, @N-3 and @R-4; see @O-5.");
    check("[F-1] and [F-1, F-2,N-3]", "P:@F-1 and @F-1, @F-2, @N-3");
    check("(F-1) F-1/F-2 F-1's F-1: \u{201c}F-1\u{201d}", "P:(@F-1) @F-1/@F-2 @F-1's @F-1: “@F-1”");
    check("F\u{2011}7 [F\u{2010}8]", "P:@F-7 @F-8");
    check("`F-1` \\[F-1\\]", "P:`F-1` @F-1");
    check(
        "XF-1 F-1a F-1-2 f-1 F-01 F-0 F- F-1.5 A-1 F-99999999999999999999 _F-1_",
        "P:XF-1 F-1a F-1-2 f-1 F-01 F-0 F- F-1.5 A-1 F-99999999999999999999 i{@F-1}",
    );
    check("[F-1, x] [F-1", "P:[@F-1, x] [@F-1");
    check("# About F-1", "H1:About @F-1");
    check("F-1.", "P:@F-1.");
}

#[test]
fn what_is_nested_deep_is_flattened() {
    for text in ["> ".repeat(900), "- ".repeat(900), ">".repeat(2_000), "1. ".repeat(600)] {
        let found = blocks(&format!("{text}words"));
        assert!(depth(&found) <= MAX_DEPTH + 1, "{} deep", depth(&found));
        assert!(format!("{found:?}").contains("words"), "the words are still there");
    }
    let stars: String = (0..400).map(|_| "*_").collect();
    let open = format!("{stars}words{}", stars.chars().rev().collect::<String>());
    assert!(format!("{:?}", blocks(&open)).contains("words"), "emphasis within emphasis keeps its words");
    check(&format!("{}x{}", "[".repeat(900), "]".repeat(900)), &format!("P:{}x{}", "[".repeat(900), "]".repeat(900)));
}

fn depth(blocks: &[MarkdownBlock]) -> usize {
    let inner = |block: &MarkdownBlock| match block {
        MarkdownBlock::Quote(inner) => depth(inner),
        MarkdownBlock::List { items, .. } => items.iter().map(|item| depth(item)).max().unwrap_or(0),
        _ => 0,
    };
    blocks.iter().map(|block| 1 + inner(block)).max().unwrap_or(0)
}

#[test]
fn a_long_block_is_cut_and_goes_on() {
    let code: String = (0..300).map(|n| format!("let line_{n} = \"{n}\";\n")).collect();
    let found = blocks(&format!("```rust\n{code}```\nafter"));
    let mut read = String::new();
    for (at, block) in found[..found.len() - 1].iter().enumerate() {
        let MarkdownBlock::Code { language, text, continues } = block else { panic!("{block:?}") };
        assert_eq!((language.as_deref(), *continues), (Some("rust"), at > 0), "each part says what it is");
        read.push_str(text);
    }
    assert_eq!(read, code, "the parts together are the code");
    assert_eq!(shown(&found[found.len() - 1..]), "P:after", "the fence is closed where it was");

    let rows: String = (0..400).map(|n| format!("| {n} | some words | {} |\n", n * 7)).collect();
    let found = blocks(&format!("| n | words | seven |\n|---|:--|--:|\n{rows}\nafter"));
    let mut count = 0;
    for (at, block) in found[..found.len() - 1].iter().enumerate() {
        let MarkdownBlock::Table(table) = block else { panic!("{block:?}") };
        assert_eq!((table.head.len(), table.align.len(), table.continues), (3, 3, at > 0), "each part has the head");
        count += table.rows.len();
    }
    assert_eq!(count, 400, "no row is lost or doubled");

    let items: String = (10..=99).map(|n| format!("{n}. an item of some words\n    - and one in it\n")).collect();
    let found = blocks(&items);
    let mut next = 10;
    for (at, block) in found.iter().enumerate() {
        let MarkdownBlock::List { start, items, continues } = block else { panic!("{block:?}") };
        assert_eq!((*start, *continues), (Some(next), at > 0), "the numbers go on");
        assert!(
            items.iter().all(|item| item.len() == 2),
            "an item is cut from what stands in it: {}",
            shown(&found[at..=at])
        );
        next += items.len() as u32;
    }
    assert_eq!(next, 100);
}

#[test]
fn a_megabyte_without_a_line_end_is_cut_at_words() {
    let text = "- one # two 1. three ".repeat(50_000);
    let found = blocks(&text);
    let mut words = 0;
    for block in &found[1..] {
        let MarkdownBlock::Paragraph(content) = block else { panic!("the middle of a line begins no {block:?}") };
        let [Inline::Text(text)] = content.as_slice() else { panic!("{content:?}") };
        words += text.split_whitespace().count();
    }
    assert!(words > 299_000, "{words} words of 300,000 in {} paragraphs", found.len());
    let solid = blocks(&"x".repeat(1 << 20));
    assert!(solid.len() > 500, "what has no words is cut anywhere");
}

#[test]
fn what_has_ended_is_settled_and_what_may_still_change_is_not() {
    let check = |text: &str, settled: &str, open: &str| {
        let mut stream = Stream::default();
        stream.push(text);
        let update = stream.update();
        let (before, after) = update.blocks.split_at(update.settled);
        assert_eq!((shown(before).as_str(), shown(after).as_str()), (settled, open), "of {text:?} so far");
    };
    check("One.\n", "", "P:One.");
    check("One.\n\nTw", "", "P:One. ¶ P:Tw");
    check("One.\n\nTwo\n", "P:One.", "P:Two");
    check("One.\n# Title\ntext\n", "P:One. ¶ H1:Title", "P:text");
    check("One.\n```\ncode\n", "P:One.", "C:code↵");
    check("```\ncode\n\n```\ntext\n", "C:code↵↵", "P:text");
    check("- a\n\n", "", "UL[P:a]");
    check("- a\n\n- b\n", "", "UL[P:a | P:b]");
    check("- a\n\ntext\n", "UL[P:a]", "P:text");
    check("Words\n-", "", "P:Words");
    check("Words\n--", "", "P:Words");
    check("Words\n- a", "", "P:Words ¶ UL[P:a]");
    check("```\ncode\n``", "", "C:code↵");
}

/// Pieces of Markdown, with those that make it hostile.
const PIECES: [&str; 64] = [
    "a",
    "word ",
    "two words",
    "\n",
    "\n",
    "\n\n",
    "\n\n",
    " ",
    "  ",
    "    ",
    "\t",
    "\r\n",
    "\r",
    "- ",
    "* ",
    "1. ",
    "12) ",
    "# ",
    "## ",
    "> ",
    "```",
    "```rust\n",
    "~~~\n",
    "`",
    "``",
    "*",
    "**",
    "_",
    "__",
    "~~",
    "~",
    "---\n",
    "===",
    "| a | b |\n",
    "|---|---|\n",
    "|:-",
    "|",
    "[",
    "]",
    "](https://example.org)",
    "](javascript:x)",
    "![",
    "<",
    ">",
    "<b>",
    "<!--",
    "-->",
    "<script>\n",
    "https://example.org/",
    "F-1",
    "[F-1, N-2]",
    "[ ] ",
    "[a]: https://example.org\n",
    "\\",
    "&amp;",
    "&#x202e;",
    "\u{202e}",
    "\u{0}",
    "é",
    "日本語。",
    "👩\u{200d}🚀",
    "\"",
    "5~10",
    "\u{a0}",
];

fn text() -> impl Strategy<Value = String> {
    let pieces = |most| prop::collection::vec(prop::sample::select(&PIECES[..]), 0..most).prop_map(|all| all.concat());
    let long = (0..PIECES.len(), 1usize..900).prop_map(|(piece, times)| PIECES[piece].repeat(times));
    prop_oneof![4 => pieces(40), 2 => pieces(1_500), 1 => (pieces(20), long, pieces(20)).prop_map(|(a, b, c)| a + &b + &c)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 150 } else { 20_000 }))]

    #[test]
    fn a_stream_gives_the_blocks_of_the_whole(text in text(), lengths in prop::collection::vec(1usize..200, 1..40)) {
        let mut stream = Stream::default();
        let mut shown: Vec<MarkdownBlock> = Vec::new();
        let mut settled: Vec<MarkdownBlock> = Vec::new();
        let mut letters = text.chars();
        for length in lengths.iter().cycle() {
            let piece: String = letters.by_ref().take(*length).collect();
            if piece.is_empty() {
                break;
            }
            stream.push(&piece);
            let update = stream.update();
            prop_assert_eq!(update.from, settled.len(), "an update begins where the settled blocks end");
            settled.extend_from_slice(&update.blocks[..update.settled]);
            shown.truncate(update.from);
            shown.extend(update.blocks);
        }
        stream.finish();
        let last = stream.update();
        shown.truncate(last.from);
        shown.extend(last.blocks);
        prop_assert_eq!(&shown[..settled.len()], &settled[..], "what was settled stays");
        prop_assert_eq!(shown, blocks(&text), "in pieces or whole, the blocks are the same");
    }

    #[test]
    fn no_block_leads_anywhere_else_or_is_too_heavy(text in text()) {
        for block in blocks(&text) {
            prop_assert!(weight(&block) <= MAX_WEIGHT, "{} is too heavy", weight(&block));
            prop_assert!(depth(std::slice::from_ref(&block)) <= MAX_DEPTH + 1);
            let mut links = Vec::new();
            shown::links_of(&block, &mut links);
            for url in links {
                let known = ["http://", "https://", "mailto:"].iter().any(|scheme| url.starts_with(scheme));
                prop_assert!(known && url.is_ascii(), "{url}");
                prop_assert_eq!(address(&url), Some(url.clone()), "an address is its own address");
            }
            let hidden = |c: char| c.is_control() && !matches!(c, '\n' | '\t') || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
            prop_assert!(!shown(&[block]).contains(hidden), "nothing reorders or controls a line");
        }
    }

    #[test]
    fn no_word_is_lost(words in prop::collection::vec("[a-z]{1,12}", 1..600), joins in prop::collection::vec(0..8usize, 1..30)) {
        let joins = joins.iter().map(|join| [" ", "\n", "\n\n", "\n- ", "\n> ", "\n# ", "\n1. ", " **"][*join]);
        let text: String = words.iter().zip(joins.cycle()).map(|(word, join)| format!("{word}{join}")).collect();
        let shown = shown(&blocks(&text));
        let mut at = 0;
        for word in &words {
            let found = shown[at..].find(word.as_str());
            prop_assert!(found.is_some(), "{} is lost", word);
            at += found.unwrap() + word.len();
        }
    }
}

#[test]
fn a_text_without_its_links_says_the_same_words() {
    let rows = [
        ("The wall is [840 m](https://a.example/wall) long.", "The wall is 840 m long."),
        ("See [**the** report](<https://a.example/a b> \"title\"), page 3.", "See **the** report, page 3."),
        ("![a plan](https://a.example/p.png) shows it.", "a plan shows it."),
        ("[![a plan](https://a.example/p.png)](https://a.example)!", "a plan!"),
        ("It is so (<https://a.example>).", "It is so ()."),
        ("It is [https://a.example](https://a.example).", "It is ."),
        ("`[a](b)` and [F-1] stay, as does 2 < 3.", "`[a](b)` and [F-1] stay, as does 2 < 3."),
        ("```\n[a](b)\n```\n", "```\n[a](b)\n```\n"),
        ("- [one](https://a.example)\n- two\n", "- one\n- two\n"),
        ("[one][1] more\n\n[1]: https://a.example\n", "one more\n\n[1]: https://a.example\n"),
        ("[](https://a.example)", ""),
        ("Größe [ä](https://a.example) ö", "Größe ä ö"),
    ];
    for (text, expected) in rows {
        assert_eq!(without_links(text), expected, "{text}");
    }
}
