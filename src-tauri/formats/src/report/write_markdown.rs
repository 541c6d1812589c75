//! Markdown out of blocks.

use super::block::{ReportBlock, RunContent, Shape, Style, TableAlign, TextRun};

/// Writes blocks as a body.
#[must_use]
pub fn body_of(blocks: &[ReportBlock]) -> String {
    let mut out = String::new();
    for (at, block) in blocks.iter().enumerate() {
        if at > 0 {
            out.push_str(between(&blocks[at - 1], block));
        }
        out.push_str(&write(block));
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

/// Items of a list stand line under line, everything else an empty line apart.
pub(crate) const fn between(above: &ReportBlock, below: &ReportBlock) -> &'static str {
    if above.is_item() && below.is_item() { "\n" } else { "\n\n" }
}

/// Writes a block as Markdown, without a line end.
#[must_use]
pub(crate) fn write(block: &ReportBlock) -> String {
    let inside = inside(block);
    let (first, rest) = margins(block);
    let lines = inside.split('\n').enumerate();
    let lines = lines.map(|(at, line)| if at == 0 { format!("{first}{line}") } else { format!("{rest}{line}") });
    lines.map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

/// Returns the text before the first line of a block, and before the others.
fn margins(block: &ReportBlock) -> (String, String) {
    let quote = if block.quote { "> " } else { "" };
    let depth = usize::from(block.lists);
    let outer = "   ".repeat(depth.saturating_sub(1));
    match &block.shape {
        Shape::Bullet => (format!("{quote}{outer}-  "), format!("{quote}{outer}   ")),
        Shape::Number { number, .. } => (format!("{quote}{outer}{number}. "), format!("{quote}{outer}   ")),
        _ => (format!("{quote}{}", "   ".repeat(depth)), format!("{quote}{}", "   ".repeat(depth))),
    }
}

fn inside(block: &ReportBlock) -> String {
    match &block.shape {
        Shape::Heading(level) => format!("{} {}", "#".repeat(usize::from(*level)), inline(&block.runs)),
        Shape::Code { language } => {
            let text = super::block::words(&block.runs);
            let fence = if text.contains("```") { "~~~~" } else { "```" };
            format!("{fence}{language}\n{text}\n{fence}")
        }
        Shape::Html => super::block::words(&block.runs),
        Shape::Rule => "---".to_owned(),
        Shape::Table { rows, aligns } => table(rows, aligns),
        Shape::Text | Shape::Bullet | Shape::Number { .. } => inline(&block.runs),
    }
}

fn table(rows: &[Vec<Vec<TextRun>>], aligns: &[TableAlign]) -> String {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let row = |row: &Vec<Vec<TextRun>>| {
        let cell = |at: usize| {
            row.get(at).map_or_else(String::new, |cell| {
                inline(cell).replace('|', "\\|").replace("  \n", " ").replace('\n', " ")
            })
        };
        format!("| {} |", (0..width).map(cell).collect::<Vec<_>>().join(" | "))
    };
    let mark = |at: usize| match aligns.get(at) {
        Some(TableAlign::Left) => ":---",
        Some(TableAlign::Center) => ":---:",
        Some(TableAlign::Right) => "---:",
        _ => "---",
    };
    let rule = format!("| {} |", (0..width).map(mark).collect::<Vec<_>>().join(" | "));
    let mut lines: Vec<String> = rows.iter().map(row).collect();
    lines.insert(1.min(lines.len()), rule);
    lines.join("\n")
}

/// Writes runs as Markdown.
#[must_use]
pub(crate) fn inline(runs: &[TextRun]) -> String {
    let mut out = String::new();
    let mut at = 0;
    while at < runs.len() {
        let link = &runs[at].link;
        let end = (at..runs.len()).find(|next| runs[*next].link != *link).unwrap_or(runs.len());
        match link {
            Some(target) => {
                out.push('[');
                styled(&runs[at..end], &mut out);
                out.push_str(&format!("]({})", address(target)));
            }
            None => styled(&runs[at..end], &mut out),
        }
        at = end;
    }
    out
}

const MARKS: [&str; 3] = ["~~", "**", "*"];

/// Returns the marks that a style has.
const fn marks(style: &Style) -> [bool; 3] {
    [style.strike, style.bold, style.italic]
}

fn styled(runs: &[TextRun], out: &mut String) {
    let mut open: Vec<usize> = Vec::new();
    for (at, run) in runs.iter().enumerate() {
        let wanted: Vec<usize> = (0..MARKS.len()).filter(|mark| marks(&run.style)[*mark]).collect();
        let text = if let RunContent::Text(text) = &run.content { text.as_str() } else { "" };
        let keep = open.iter().zip(&wanted).take_while(|(a, b)| a == b).count();
        close_marks(&mut open, keep, out);
        // Signs of emphasis stand at words, never at spaces.
        let lead = text.len() - text.trim_start().len();
        let opens = wanted.len() > keep;
        if opens {
            out.push_str(&text[..lead]);
        }
        wanted[keep..].iter().for_each(|mark| out.push_str(MARKS[*mark]));
        open = wanted;
        let text = if opens { &text[lead..] } else { text };
        match &run.content {
            RunContent::Text(_) if run.style.code => out.push_str(&code(text)),
            RunContent::Text(_) => out.push_str(&escaped(text, out.is_empty() || out.ends_with('\n'))),
            content => out.push_str(&special(content)),
        }
        let next = runs.get(at + 1).map(|next| next.style).unwrap_or_default();
        let stays = open.iter().take_while(|mark| marks(&next)[**mark]).count();
        close_marks(&mut open, stays, out);
    }
    close_marks(&mut open, 0, out);
}

/// Closes marks before the spaces that the text ends with.
fn close_marks(open: &mut Vec<usize>, keep: usize, out: &mut String) {
    if open.len() <= keep {
        return;
    }
    let end = out.trim_end_matches(' ').len();
    let spaces = out.split_off(end);
    open.drain(keep..).rev().for_each(|mark| out.push_str(MARKS[mark]));
    out.push_str(&spaces);
}

fn special(content: &RunContent) -> String {
    match content {
        RunContent::Text(text) => text.clone(),
        RunContent::Break => "  \n".to_owned(),
        RunContent::Image { target, alt, named: true } => image_by_name(target, alt),
        RunContent::Image { target, alt, .. } => format!("![{}]({})", escaped(alt, false), address(target)),
        RunContent::Note(mark) => format!("[^{mark}]"),
        RunContent::Citation { label, target: Some(target) } => format!("[{label}]({target})"),
        RunContent::Citation { label, target: None } => format!("[{label}]"),
    }
}

fn address(target: &str) -> String {
    let is_plain = !target.is_empty()
        && !target.contains(|char: char| char.is_whitespace() || matches!(char, '(' | ')' | '<' | '>'));
    if is_plain { target.to_owned() } else { format!("<{}>", target.replace(['<', '>', '\n'], "")) }
}

fn code(text: &str) -> String {
    let mut fence = "`".to_owned();
    while text.contains(&fence) {
        fence.push('`');
    }
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// Words that mean nothing else as Markdown.
fn escaped(text: &str, at_line_start: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let chars: Vec<char> = text.chars().collect();
    for (at, char) in chars.iter().copied().enumerate() {
        let before = at.checked_sub(1).map(|at| chars[at]);
        let after = chars.get(at + 1).copied();
        let is_sign = match char {
            '\\' => after.is_some_and(|after| after.is_ascii_punctuation()),
            '`' | '*' => true,
            '_' => !(before.is_some_and(char::is_alphanumeric) && after.is_some_and(char::is_alphanumeric)),
            '[' => true,
            ']' => after == Some('(') || after == Some('['),
            '<' => after.is_some_and(|after| after.is_ascii_alphabetic() || matches!(after, '/' | '!' | '?')),
            '~' => true,
            '&' => {
                text[text.char_indices().nth(at).map_or(0, |(at, _)| at)..].split_once(';').is_some_and(|(name, _)| {
                    name.len() < 32 && name[1..].chars().all(|char| char.is_ascii_alphanumeric() || char == '#')
                })
            }
            _ => at == 0 && at_line_start && begins_block(&chars),
        };
        if is_sign {
            out.push('\\');
        }
        out.push(char);
        let is_number = at_line_start && after.is_some_and(|after| matches!(after, '.' | ')')) && char.is_ascii_digit();
        if is_number
            && chars[..=at].iter().all(char::is_ascii_digit)
            && chars.get(at + 2).is_none_or(|char| *char == ' ')
        {
            out.push('\\');
        }
    }
    match out
        .strip_prefix("☐ ")
        .map(|rest| ("[ ] ", rest))
        .or_else(|| out.strip_prefix("☑ ").map(|rest| ("[x] ", rest)))
    {
        Some((mark, rest)) if at_line_start => format!("{mark}{rest}"),
        _ => out,
    }
}

fn begins_block(chars: &[char]) -> bool {
    let then_space = chars.get(1).is_none_or(|char| *char == ' ');
    match chars.first() {
        Some('#') => chars.iter().find(|char| **char != '#').is_none_or(|char| *char == ' '),
        Some('-' | '+') => then_space || chars.iter().all(|char| matches!(char, '-' | ' ')),
        Some('>' | '|') => true,
        Some('=') => chars.iter().all(|char| *char == '='),
        _ => false,
    }
}

/// `[IMAGE:name caption]`.
#[must_use]
pub fn image_by_name(name: &str, caption: &str) -> String {
    let caption = caption.replace(['[', ']', '\n'], " ");
    format!("[IMAGE:{name} {}", caption.trim()).trim_end().to_owned() + "]"
}
