//! The text that a model puts around its own where it goes on with it, and that is no part of the document: a line to
//! the reader that it goes on, and the beginning of a code block that is open already.
//!
//! Only what can be nothing else is taken for either. A line of the document that speaks of going on stays, and so does the
//! beginning of a code block within one of another language.

/// A line to the reader is short.
const MOST_CHARS: usize = 160;
/// As are the words in brackets that say the same.
const MOST_WORDS: usize = 4;
/// Beginnings of a line to the reader: an assent, or that something is here.
const BEGINNINGS: [&str; 12] = [
    "sure",
    "certainly",
    "of course",
    "ok",
    "okay",
    "absolutely",
    "here is",
    "here's",
    "here are",
    "gerne",
    "natürlich",
    "hier ist",
];
/// Words it says of the text, at the beginning of a word.
const GOING_ON: [&str; 4] = ["continu", "fortsetzung", "fortgesetzt", "rest of the"];
/// Words that no document says of itself.
const LEFT_OFF: [&str; 4] = ["i left off", "we left off", "i stopped", "ich aufgehört"];

/// Returns how many bytes at the beginning of `next` tell the reader that the text goes on.
pub(super) fn announcement(before: &str, next: &str) -> usize {
    let indent = next.len() - next.trim_start().len();
    let Some((line, after)) = next[indent..].split_once('\n') else { return 0 };
    let text = after.trim_start_matches(['\n', '\r']);
    let has_blank_line = text.len() < after.len();
    if text.is_empty() || !is_announcement(line.trim(), has_blank_line) {
        return 0;
    }
    match goes_on_in_line(before, text) {
        true => next.len() - text.len(),
        // The break between two paragraphs is the document's own.
        false => indent + line.trim_end_matches('\r').len(),
    }
}

fn is_announcement(line: &str, has_blank_line: bool) -> bool {
    if line.chars().count() > MOST_CHARS {
        return false;
    }
    let bare = line.trim_matches(['*', '_', '(', ')', '[', ']', ' ']).to_lowercase().replace('’', "'");
    let says = |words: &[&str]| words.iter().any(|word| has_word_that_begins(&bare, word));
    let is_bracketed = line.trim_start_matches(['*', '_']).starts_with(['(', '[']);
    if is_bracketed && bare.split_whitespace().count() <= MOST_WORDS {
        return GOING_ON.iter().any(|word| bare.starts_with(word));
    }
    if !has_blank_line || !bare.ends_with([':', '.', '!', '…']) {
        return false;
    }
    let begins = BEGINNINGS.iter().any(|words| {
        bare.strip_prefix(words).is_some_and(|rest| rest.starts_with([' ', ',', '!', '.', '-', '—', ':']))
    });
    says(&LEFT_OFF) || begins && says(&GOING_ON)
}

fn has_word_that_begins(text: &str, word: &str) -> bool {
    let is_border = |at: usize| text[..at].chars().next_back().is_none_or(|before| !before.is_alphanumeric());
    text.match_indices(word).any(|(at, _)| is_border(at))
}

/// Returns whether a text goes on within the line, or the word, that the one before it breaks off in; or begins a line
/// that was begun already.
fn goes_on_in_line(before: &str, text: &str) -> bool {
    let Some(last) = before.chars().next_back() else { return true };
    let is_open = last.is_alphanumeric() || matches!(last, ',' | ';' | '-' | '–');
    let goes_on = text.starts_with(|first: char| first.is_lowercase() || ",;.:!?)".contains(first));
    last.is_whitespace() || is_open && goes_on
}

/// Returns how many bytes at the beginning of `next` open a code block again that is open at the end of `before`.
pub(super) fn reopened_fence(before: &str, next: &str) -> usize {
    let indent = next.len() - next.trim_start().len();
    let line = next[indent..].split_inclusive('\n').next().unwrap_or_default();
    let Some(again) = CodeFence::parse(line).filter(|again| !again.info.is_empty() && line.ends_with('\n')) else {
        return 0;
    };
    let is_same = open_fence(before).is_some_and(|open| (open.mark, open.info) == (again.mark, again.info));
    if is_same { indent + line.len() } else { 0 }
}

/// The line that begins or ends a code block.
struct CodeFence<'t> {
    mark: char,
    length: usize,
    info: &'t str,
}

impl<'t> CodeFence<'t> {
    fn parse(line: &'t str) -> Option<Self> {
        let trimmed = line.trim_start_matches(' ');
        let mark = trimmed.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
        let info = trimmed.trim_start_matches(mark);
        let length = trimmed.len() - info.len();
        let is_fence = length >= 3 && line.len() - trimmed.len() <= 3 && !(mark == '`' && info.contains('`'));
        is_fence.then(|| Self { mark, length, info: info.trim() })
    }

    fn ends(&self, open: &Self) -> bool {
        self.mark == open.mark && self.length >= open.length && self.info.is_empty()
    }
}

/// The beginning of the code block that is open at the end of a text.
fn open_fence(text: &str) -> Option<CodeFence<'_>> {
    let mut open: Option<CodeFence<'_>> = None;
    for fence in text.lines().filter_map(CodeFence::parse) {
        match &open {
            None => open = Some(fence),
            Some(begun) if fence.ends(begun) => open = None,
            Some(_) => {}
        }
    }
    open
}
