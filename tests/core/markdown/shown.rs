//! Blocks in a notation for rows.

use factly_core::chat::markdown::{Align, Block, Inline, Table};

/// Blocks are parted by ¶; a + says that one goes on. ↵ is a line end as written, ⏎ one that is drawn.
pub(crate) fn shown(blocks: &[Block]) -> String {
    joined(blocks, " ¶ ", block)
}

fn joined<T>(all: &[T], between: &str, one: impl Fn(&T) -> String) -> String {
    all.iter().map(one).collect::<Vec<_>>().join(between)
}

fn block(block: &Block) -> String {
    let plus = |continues: bool| if continues { "+" } else { "" };
    match block {
        Block::Paragraph(content) => format!("P:{}", inlines(content)),
        Block::Heading { level, content } => format!("H{level}:{}", inlines(content)),
        Block::Code { language, text, continues } => {
            let language = language.as_ref().map_or(String::new(), |language| format!("({language})"));
            format!("C{}{language}:{}", plus(*continues), text.replace('\n', "↵"))
        }
        Block::List { start, items, continues } => {
            let kind = start.map_or("UL".to_owned(), |start| format!("OL{start}"));
            format!("{kind}{}[{}]", plus(*continues), joined(items, " | ", |item| shown(item)))
        }
        Block::Quote(inner) => format!("Q[{}]", shown(inner)),
        Block::Table(table) => {
            let align = joined(&table.align, "", |align| {
                match align {
                    Align::None => "-",
                    Align::Left => "<",
                    Align::Center => "^",
                    Align::Right => ">",
                }
                .to_owned()
            });
            let row = |cells: &Vec<Vec<Inline>>| joined(cells, ", ", |cell| inlines(cell));
            let rows: Vec<String> = std::iter::once(&table.head).chain(&table.rows).map(row).collect();
            format!("T{align}{}({})", plus(table.continues), rows.join(" / "))
        }
        Block::Rule => "HR".to_owned(),
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
        Inline::Mark(place) => format!("<mark {place}>"),
        Inline::Break => "⏎".to_owned(),
        Inline::Task { done } => if *done { "☑" } else { "☐" }.to_owned(),
    })
}

/// Every address in a block.
pub(crate) fn links_of(block: &Block, out: &mut Vec<String>) {
    match block {
        Block::Paragraph(content) | Block::Heading { content, .. } => in_inlines(content, out),
        Block::List { items, .. } => items.iter().flatten().for_each(|block| links_of(block, out)),
        Block::Quote(inner) => inner.iter().for_each(|block| links_of(block, out)),
        Block::Table(Table { head, rows, .. }) => {
            head.iter().chain(rows.iter().flatten()).for_each(|cell| in_inlines(cell, out));
        }
        Block::Code { .. } | Block::Rule => {}
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
