//! Blocks in a notation for rows.

use factly_core::chat::markdown::{ColumnAlign, Inline, MarkdownBlock, MarkdownTable};

/// Blocks are parted by ¶; a + says that one goes on. ↵ is a line end as written, ⏎ one that is drawn.
pub(crate) fn shown(blocks: &[MarkdownBlock]) -> String {
    joined(blocks, " ¶ ", block)
}

fn joined<T>(all: &[T], between: &str, one: impl Fn(&T) -> String) -> String {
    all.iter().map(one).collect::<Vec<_>>().join(between)
}

fn block(block: &MarkdownBlock) -> String {
    let plus = |continues: bool| if continues { "+" } else { "" };
    match block {
        MarkdownBlock::Paragraph(content) => format!("P:{}", inlines(content)),
        MarkdownBlock::Heading { level, content } => format!("H{level}:{}", inlines(content)),
        MarkdownBlock::Code { language, text, continues } => {
            let language = language.as_ref().map_or(String::new(), |language| format!("({language})"));
            format!("C{}{language}:{}", plus(*continues), text.replace('\n', "↵"))
        }
        MarkdownBlock::List { start, items, continues } => {
            let kind = start.map_or("UL".to_owned(), |start| format!("OL{start}"));
            format!("{kind}{}[{}]", plus(*continues), joined(items, " | ", |item| shown(item)))
        }
        MarkdownBlock::Quote(inner) => format!("Q[{}]", shown(inner)),
        MarkdownBlock::Table(table) => {
            let align = joined(&table.align, "", |align| {
                match align {
                    ColumnAlign::None => "-",
                    ColumnAlign::Left => "<",
                    ColumnAlign::Center => "^",
                    ColumnAlign::Right => ">",
                }
                .to_owned()
            });
            let row = |cells: &Vec<Vec<Inline>>| joined(cells, ", ", |cell| inlines(cell));
            let rows: Vec<String> = std::iter::once(&table.head).chain(&table.rows).map(row).collect();
            format!("T{align}{}({})", plus(table.continues), rows.join(" / "))
        }
        MarkdownBlock::Rule => "HR".to_owned(),
    }
}

fn inlines(content: &[Inline]) -> String {
    joined(content, "", |inline| match inline {
        Inline::Text(text) => text.replace('\n', "↵"),
        Inline::Strong(content) => format!("b{{{}}}", inlines(content)),
        Inline::Emphasis(content) => format!("i{{{}}}", inlines(content)),
        Inline::Strike(content) => format!("s{{{}}}", inlines(content)),
        Inline::Code(text) => format!("`{text}`"),
        Inline::Link { url, content } => format!("[{}→{url}]", inlines(content)),
        Inline::Label(label) => format!("@{label}"),
        Inline::Citation { id, .. } => format!("[source: {id}]"),
        Inline::Mark(number) => format!("<mark {number}>"),
        Inline::Break => "⏎".to_owned(),
        Inline::Task { done } => if *done { "☑" } else { "☐" }.to_owned(),
    })
}

/// Every address in a block.
pub(crate) fn links_of(block: &MarkdownBlock, out: &mut Vec<String>) {
    match block {
        MarkdownBlock::Paragraph(content) | MarkdownBlock::Heading { content, .. } => in_inlines(content, out),
        MarkdownBlock::List { items, .. } => items.iter().flatten().for_each(|block| links_of(block, out)),
        MarkdownBlock::Quote(inner) => inner.iter().for_each(|block| links_of(block, out)),
        MarkdownBlock::Table(MarkdownTable { head, rows, .. }) => {
            head.iter().chain(rows.iter().flatten()).for_each(|cell| in_inlines(cell, out));
        }
        MarkdownBlock::Code { .. } | MarkdownBlock::Rule => {}
    }
}

fn in_inlines(content: &[Inline], out: &mut Vec<String>) {
    for inline in content {
        match inline {
            Inline::Link { url, content } => {
                out.push(url.clone());
                in_inlines(content, out);
            }
            Inline::Strong(content) | Inline::Emphasis(content) | Inline::Strike(content) => in_inlines(content, out),
            _ => {}
        }
    }
}
