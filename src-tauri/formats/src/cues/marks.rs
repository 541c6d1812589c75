//! Lines of a cue without their marks: tags, placings and references, with the voices that they name.

use crate::draft::one_line;

/// Characters of a tag or a placing.
const MARK: usize = 200;

/// A line of a cue, or the part of one that a voice speaks.
pub(super) struct CueLine {
    /// The voice that a tag names: `<v Anna>Hello</v>`.
    pub(super) voice: Option<String>,
    pub(super) text: String,
}

/// The lines of a cue that have words. A voice holds until it is closed, over the ends of lines.
pub(super) fn lines(body: &[&str]) -> Vec<CueLine> {
    let mut voice = None;
    let mut lines = Vec::new();
    // Writers of another format of subtitles leave its sign for a line end.
    for line in body.iter().flat_map(|line| line.split("\\N")) {
        lines.extend(parts(line, &mut voice));
    }
    lines
}

fn parts(line: &str, voice: &mut Option<String>) -> Vec<CueLine> {
    let mut parts = vec![CueLine { voice: voice.clone(), text: String::new() }];
    let mut rest = line;
    while let Some(at) = rest.find(['<', '{', '&']) {
        let (before, mark) = rest.split_at(at);
        push(&mut parts, before);
        let (end, meaning) = read_mark(mark);
        match meaning {
            CueMark::Chars(chars) => push(&mut parts, chars),
            CueMark::Voice(name) => {
                voice.clone_from(&name);
                parts.push(CueLine { voice: name, text: String::new() });
            }
        }
        rest = &mark[end..];
    }
    push(&mut parts, rest);
    parts.iter_mut().for_each(|part| part.text = one_line(&part.text));
    parts.retain(|part| !part.text.is_empty());
    parts
}

fn push(parts: &mut [CueLine], text: &str) {
    if let Some(last) = parts.last_mut() {
        last.text.push_str(text);
    }
}

enum CueMark<'m> {
    /// The characters that it stands for; none for a tag.
    Chars(&'m str),
    /// A voice begins, or the one that was open ends.
    Voice(Option<String>),
}

/// A tag, a placing or a reference: how long it is, and its meaning.
fn read_mark(mark: &str) -> (usize, CueMark<'_>) {
    const REFERENCES: [(&str, &str); 7] = [
        ("&amp;", "&"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&nbsp;", "\u{a0}"),
        ("&lrm;", ""),
        ("&rlm;", ""),
        ("&quot;", "\""),
    ];
    if let Some((reference, char)) = REFERENCES.iter().find(|(reference, _)| mark.starts_with(reference)) {
        return (reference.len(), CueMark::Chars(char));
    }
    let close = match mark.as_bytes() {
        [b'<', next, ..] if next.is_ascii_alphanumeric() || *next == b'/' => '>',
        [b'{', b'\\', ..] => '}',
        _ => return (1, CueMark::Chars(&mark[..1])),
    };
    // What has no end nearby is no mark.
    let found = mark.char_indices().take(MARK).find(|(_, char)| *char == close);
    let Some((end, _)) = found else { return (1, CueMark::Chars(&mark[..1])) };
    let inside = &mark[1..end];
    if inside.trim() == "/v" {
        return (end + 1, CueMark::Voice(None));
    }
    let voice = inside.strip_prefix('v').filter(|rest| rest.starts_with([' ', '.', '\t']));
    let voice = voice.and_then(|rest| rest.split_once([' ', '\t'])).map(|(_, name)| one_line(name));
    let voice = voice.filter(|voice| !voice.is_empty());
    (end + 1, voice.map_or(CueMark::Chars(""), |voice| CueMark::Voice(Some(voice))))
}
