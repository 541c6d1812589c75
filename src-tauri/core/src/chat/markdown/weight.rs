//! The weight of a block: no less than its bytes as JSON for the window, whose messages are bounded.

use super::{Inline, MarkdownBlock, MarkdownTable};

/// Length of the JSON around the content of each, with the comma after it.
const PARAGRAPH: usize = r#"{"kind":"paragraph","content":[]},"#.len();
const HEADING: usize = r#"{"kind":"heading","level":1,"content":[]},"#.len();
const CODE: usize = r#"{"kind":"code","language":null,"text":"","continues":false},"#.len();
const LIST: usize = r#"{"kind":"list","ordered":false,"start":4294967295,"items":[],"continues":false},"#.len();
const QUOTE: usize = r#"{"kind":"quote","blocks":[]},"#.len();
const TABLE: usize = r#"{"kind":"table","align":[],"head":[],"rows":[],"continues":false},"#.len();
const RULE: usize = r#"{"kind":"rule"},"#.len();
const TEXT: usize = r#"{"kind":"text","text":""},"#.len();
const SPAN: usize = r#"{"kind":"emphasis","content":[]},"#.len();
const LINK: usize = r#"{"kind":"link","url":"","content":[]},"#.len();
const LABEL: usize = r#"{"kind":"label","label":""},"#.len();
const TASK: usize = r#"{"kind":"task","done":false},"#.len();
const BRACKETS: usize = "[],".len();
const ALIGN: usize = r#""center","#.len();

pub fn weight(block: &MarkdownBlock) -> usize {
    match block {
        MarkdownBlock::Paragraph(content) => PARAGRAPH + inlines(content),
        MarkdownBlock::Heading { content, .. } => HEADING + inlines(content),
        MarkdownBlock::Code { language, text, .. } => CODE + language.as_deref().map_or(0, escaped) + escaped(text),
        MarkdownBlock::List { items, .. } => LIST + items.iter().map(|item| BRACKETS + blocks(item)).sum::<usize>(),
        MarkdownBlock::Quote(inner) => QUOTE + blocks(inner),
        MarkdownBlock::Table(table) => of_table(table),
        MarkdownBlock::Rule => RULE,
    }
}

fn blocks(blocks: &[MarkdownBlock]) -> usize {
    blocks.iter().map(weight).sum()
}

fn of_table(table: &MarkdownTable) -> usize {
    let row = |cells: &Vec<Vec<Inline>>| BRACKETS + cells.iter().map(|cell| BRACKETS + inlines(cell)).sum::<usize>();
    TABLE + table.align.len() * ALIGN + row(&table.head) + table.rows.iter().map(row).sum::<usize>()
}

fn inlines(content: &[Inline]) -> usize {
    let one = |inline: &Inline| match inline {
        Inline::Text(text) | Inline::Code(text) => TEXT + escaped(text),
        Inline::Strong(content) | Inline::Emphasis(content) | Inline::Strike(content) => SPAN + inlines(content),
        Inline::Link { url, content } => LINK + escaped(url) + inlines(content),
        Inline::Label(label) => LABEL + label.to_string().len(),
        Inline::Citation { id, .. } => LABEL + TASK + id.len(),
        Inline::Break | Inline::Task { .. } | Inline::Mark(_) => TASK,
    };
    content.iter().map(one).sum()
}

/// Characters that control are never in a block, so only these take more than their bytes.
fn escaped(text: &str) -> usize {
    text.len() + text.bytes().filter(|byte| matches!(byte, b'"' | b'\\' | b'\n' | b'\t')).count()
}
