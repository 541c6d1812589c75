//! A document's Markdown as it is shown while it is written: by paragraphs, headings set apart, a citation by its label.

/// A paragraph, or a heading without its signs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewParagraph {
    pub text: String,
    pub is_heading: bool,
}

/// Returns the paragraphs of a text, and whether what comes next goes on with the last of them.
pub fn text_blocks(text: &str) -> (Vec<PreviewParagraph>, bool) {
    let mut blocks: Vec<PreviewParagraph> = Vec::new();
    let mut goes_on = false;
    for line in text.split_inclusive('\n') {
        let heading = line.trim_start().trim_start_matches('#').strip_prefix(' ').filter(|_| is_heading(line));
        match blocks.last_mut().filter(|_| goes_on && heading.is_none()) {
            _ if line.trim().is_empty() => goes_on = false,
            Some(block) => block.text.push_str(line),
            None => {
                goes_on = heading.is_none();
                blocks
                    .push(PreviewParagraph { text: heading.unwrap_or(line).to_owned(), is_heading: heading.is_some() });
            }
        }
    }
    let is_open = !blocks.is_empty() && (goes_on || !text.ends_with('\n'));
    let last = blocks.len().saturating_sub(1);
    for (at, block) in blocks.iter_mut().enumerate() {
        // What comes next goes on with the last one after its line end.
        let text = if is_open && at == last { &block.text } else { block.text.trim_end_matches('\n') };
        block.text = labelled(text);
    }
    (blocks, is_open)
}

fn is_heading(line: &str) -> bool {
    let line = line.trim_start();
    let signs = line.bytes().take_while(|byte| *byte == b'#').count();
    (1..=6).contains(&signs) && line[signs..].starts_with(' ')
}

/// `[F-1](factly://fact/…)` is read as `[F-1]`.
fn labelled(text: &str) -> String {
    const ADDRESS: &str = "](factly://";
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(ADDRESS) {
        let Some(end) = after.find(|letter: char| letter == ')' || letter.is_whitespace()) else { break };
        shown.push_str(before);
        match after[end..].strip_prefix(')') {
            Some(behind) => {
                shown.push(']');
                rest = behind;
            }
            None => {
                shown.push_str(ADDRESS);
                rest = after;
            }
        }
    }
    shown + rest
}

#[cfg(test)]
mod tests {
    use super::text_blocks;

    /// Each block on a line, a heading behind `#`, and `…` where the last goes on.
    fn shown(text: &str) -> String {
        let (blocks, is_open) = text_blocks(text);
        let lines = blocks.iter().map(|block| format!("{}{:?}", if block.is_heading { "#" } else { "" }, block.text));
        lines.collect::<Vec<_>>().join(" ") + if is_open { " …" } else { "" }
    }

    #[test]
    fn a_text_is_shown_by_paragraphs_and_headings() {
        assert_eq!(shown(""), "");
        assert_eq!(shown("\n\n"), "");
        assert_eq!(shown("## Costs\nThe wall\nis long. "), "#\"Costs\" \"The wall\\nis long. \" …");
        assert_eq!(shown("One.\n \n\nTwo.\n"), "\"One.\" \"Two.\\n\" …");
        assert_eq!(shown("One.\n\n"), "\"One.\"");
        assert_eq!(shown("One.\n# Tit"), "\"One.\" #\"Tit\" …");
        assert_eq!(shown("#one ####### seven"), "\"#one ####### seven\" …");
    }

    #[test]
    fn a_citation_is_shown_by_its_label() {
        assert_eq!(shown("It is [F-1](factly://fact/01-2), yes."), "\"It is [F-1], yes.\" …");
        assert_eq!(
            shown("It is [F-1](factly://fact/01 2), [x](http://y)"),
            "\"It is [F-1](factly://fact/01 2), [x](http://y)\" …"
        );
        assert_eq!(shown("It is [F-1](factly://fa"), "\"It is [F-1](factly://fa\" …");
    }
}
