//! A mailbox cut into its messages.

/// The messages of a mailbox: each begins with a line `From `, at the start or after an empty line.
pub(super) fn messages(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut starts: Vec<usize> = memchr::memmem::find_iter(bytes, b"\nFrom ").map(|at| at + 1).collect();
    starts.retain(|start| is_separator(&bytes[..*start], &bytes[*start..]));
    starts.insert(0, 0);
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([bytes.len()]).collect();
    starts.into_iter().zip(ends).map(|(start, end)| {
        let message = &bytes[start..end];
        memchr::memchr(b'\n', message).map_or(&message[..0], |line| &message[line + 1..])
    })
}

/// Lines that began with `From ` were marked when they were put into the mailbox.
pub(super) fn unquoted(message: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(message.len());
    for line in message.split_inclusive(|byte| *byte == b'\n') {
        let marks = line.iter().take_while(|byte| **byte == b'>').count();
        let is_marked = marks > 0 && line[marks..].starts_with(b"From ");
        out.extend_from_slice(&line[usize::from(is_marked)..]);
    }
    out
}

/// A paragraph may begin with "From" too: a message has an address and a date in its first line, or headers below it.
fn is_separator(before: &[u8], from: &[u8]) -> bool {
    let mut lines = from.split(|byte| *byte == b'\n');
    let first = String::from_utf8_lossy(lines.next().unwrap_or_default()).into_owned();
    let is_apart = before.ends_with(b"\n\n") || before.ends_with(b"\r\n\r\n");
    let has_headers = headers(lines) >= 2;
    if is_apart { has_date(&first) || has_headers } else { has_date(&first) && has_headers }
}

/// `From anna@example.org Tue Mar  3 10:00:00 2026`, with or without an offset.
fn has_date(line: &str) -> bool {
    const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    let words: Vec<&str> = line.split_whitespace().skip(1).collect();
    let Some(day) = words.iter().position(|word| DAYS.contains(word)).filter(|day| *day <= 1) else { return false };
    let rest = &words[day + 1..];
    let is_time =
        |word: &&str| word.split(':').count() >= 2 && word.bytes().all(|byte| byte == b':' || byte.is_ascii_digit());
    let is_year = |word: &&str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    rest.len() <= 6 && rest.iter().any(is_time) && rest.iter().any(is_year)
}

/// Counts the headers directly below a line; none where a line among them is no header.
fn headers<'l>(lines: impl Iterator<Item = &'l [u8]>) -> usize {
    const LOOKED_AT: usize = 40;
    let mut count = 0;
    for line in lines.take(LOOKED_AT).take_while(|line| !line.trim_ascii().is_empty()) {
        let name = line.iter().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')).count();
        match line.get(name) {
            Some(b':') if name > 0 => count += 1,
            Some(b' ' | b'\t') if name == 0 && count > 0 => {}
            _ => return 0,
        }
    }
    count
}
