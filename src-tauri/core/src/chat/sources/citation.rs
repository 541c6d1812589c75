//! Citations: `[source: id]`, of which only those stand that name a passage which was retrieved.
//!
//! The filter takes an answer while it comes. What may still become a citation is held back, so that no invented one is
//! ever shown; a citation that another one's removal would make is found too. What looks like a citation and is none by
//! the expression (`[Source: a, b]`) gives its valid ids and is removed otherwise. A line of sources that the model wrote
//! itself is left out, since Factly appends its own.

/// Stands at the end of an answer of which a citation was removed.
pub const REMOVED: &str = "(Removed invalid citation)";
/// Begins the line of sources.
const LINE: &str = "Sources: ";

/// Takes an answer piece by piece and gives what of it may be shown.
#[derive(Clone, Debug)]
pub struct CitationFilter {
    valid: Vec<String>,
    /// Text that is not shown yet.
    pending: String,
    /// True if a line was begun before `pending`.
    in_line: bool,
    is_first: bool,
    cited: Vec<String>,
    generated: Vec<String>,
    removed: Vec<String>,
}

/// The outcome of an answer's citations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Citations {
    /// Every id that was cited, each once.
    pub generated: Vec<String>,
    /// Those that were retrieved, in the order of retrieval.
    pub valid: Vec<String>,
    pub removed: Vec<String>,
}

impl Citations {
    /// Returns what is appended to the answer: that a citation was removed, and the line of sources.
    pub fn closing(&self) -> String {
        let removed = if self.removed.is_empty() { String::new() } else { format!("\n\n{REMOVED}") };
        let sources =
            if self.valid.is_empty() { String::new() } else { format!("\n\n{LINE}{}", self.valid.join(", ")) };
        removed + &sources
    }
}

/// Returns a whole answer as it is kept, and what became of its citations.
pub fn validate(answer: &str, retrieved: &[String]) -> (String, Citations) {
    let mut filter = CitationFilter::new(retrieved);
    let mut text = filter.push(answer);
    let (rest, citations) = filter.finish();
    text.push_str(&rest);
    text.push_str(&citations.closing());
    (text, citations)
}

/// Returns the ids of a text's citations by the exact expression, with the bytes of each.
pub fn citations_in(text: &str) -> Vec<(std::ops::Range<usize>, &str)> {
    let tag = |(at, _)| tag_at(text, at).filter(|tag| tag.is_exact).map(|tag| (at..tag.end, tag.ids[0]));
    text.match_indices('[').filter_map(tag).collect()
}

/// Returns an answer without the line of sources that Factly appended, which a window shows as a list.
pub fn without_line(text: &str) -> &str {
    match text.rfind(&format!("\n\n{LINE}")) {
        Some(at) if !text[at + 2..].contains('\n') => &text[..at],
        _ => text,
    }
}

impl CitationFilter {
    pub fn new(retrieved: &[String]) -> Self {
        Self {
            valid: retrieved.to_vec(),
            pending: String::new(),
            in_line: false,
            is_first: true,
            cited: Vec::new(),
            generated: Vec::new(),
            removed: Vec::new(),
        }
    }

    /// Takes more of the answer and returns what may be shown.
    pub fn push(&mut self, text: &str) -> String {
        let mut shown = String::new();
        // One by one, so that the same is shown in whatever pieces the answer comes.
        for c in text.chars().filter(|c| !is_mark(*c)) {
            self.pending.push(c);
            self.reduce(false);
            let end = self.held_from();
            shown.push_str(&self.release(end));
        }
        shown
    }

    /// Returns the rest of the answer, and what became of its citations.
    pub fn finish(mut self) -> (String, Citations) {
        self.reduce(true);
        let end = self.pending.trim_end().len();
        let rest = self.release(end);
        let valid = self.valid.iter().filter(|id| self.cited.contains(id)).cloned().collect();
        (rest, Citations { generated: self.generated, valid, removed: self.removed })
    }

    /// Takes out what is invalid, again where that makes another one.
    fn reduce(&mut self, is_end: bool) {
        loop {
            while let Some(at) = self.first_invalid() {
                self.take_out(at);
            }
            if !self.leave_out_lines(is_end) {
                return;
            }
        }
    }

    fn take_out(&mut self, at: usize) {
        let Some(tag) = tag_at(&self.pending, at) else { return };
        let end = tag.end;
        let retained: Vec<String> = tag.ids.iter().filter_map(|id| known(id, &self.valid).ok()).collect();
        let retained: Vec<String> = retained.iter().map(|id| format!("[source: {id}]")).collect();
        let start = if retained.is_empty() { self.pending[..at].trim_end_matches([' ', '\t']).len() } else { at };
        self.pending.replace_range(start..end, &retained.join(" "));
    }

    /// Returns where the first citation stands that cannot stay as it is, and notes all that it passes.
    fn first_invalid(&mut self) -> Option<usize> {
        let mut at = 0;
        while let Some(open) = self.pending[at..].find('[').map(|found| at + found) {
            at = open + 1;
            let Some(tag) = tag_at(&self.pending, open) else { continue };
            // One that goes over the end of a line is written anew, so that lines are whole.
            let mut is_valid = tag.is_exact && !self.pending[open..tag.end].contains('\n');
            for id in tag.ids.iter().filter(|id| !id.is_empty()) {
                note(&mut self.generated, id);
                match known(id, &self.valid) {
                    Ok(id) => note(&mut self.cited, &id),
                    Err(id) => {
                        note(&mut self.removed, &id);
                        is_valid = false;
                    }
                }
            }
            if !is_valid {
                return Some(open);
            }
        }
        None
    }

    /// Takes out lines of sources that the model wrote itself, and returns whether there was one.
    fn leave_out_lines(&mut self, is_end: bool) -> bool {
        let (mut at, before) = (0, self.pending.len());
        let mut is_whole = !self.in_line;
        while at < self.pending.len() {
            let end = self.pending[at..].find('\n').map(|end| at + end);
            // A citation may go over the end of a line.
            if !is_end && end.is_none_or(|end| end >= self.tag_from()) {
                break;
            }
            let line = &self.pending[at..end.unwrap_or(self.pending.len())];
            match own_line(line).filter(|_| is_whole) {
                Some(ids) => {
                    let unknown = ids.iter().map(|id| known(id, &self.valid)).filter_map(Result::err);
                    let unknown: Vec<String> = unknown.collect();
                    unknown.iter().for_each(|id| note(&mut self.removed, id));
                    self.pending.replace_range(at..end.map_or(self.pending.len(), |end| end + 1), "");
                }
                None => at = end.map_or(self.pending.len(), |end| end + 1),
            }
            is_whole = true;
        }
        self.pending.len() < before
    }

    /// Returns from where on nothing is shown yet: white space at the end, and what may become a citation or a line.
    fn held_from(&self) -> usize {
        let mut end = self.tag_from();
        let line = self.pending[..end].rfind('\n').map_or(0, |at| at + 1);
        if (line > 0 || !self.in_line) && may_be_own_line(&self.pending[line..end]) {
            end = line;
        }
        self.pending[..end].trim_end().len()
    }

    /// Returns from where on all may become citations.
    fn tag_from(&self) -> usize {
        let mut end = self.pending.len();
        while let Some(open) = self.pending[..end].rfind('[').filter(|open| may_be_tag(&self.pending[*open..end])) {
            end = open;
        }
        end
    }

    fn release(&mut self, end: usize) -> String {
        let rest = self.pending.split_off(end);
        let mut shown = std::mem::replace(&mut self.pending, rest);
        if self.is_first {
            shown = shown.trim_start().to_owned();
        }
        self.is_first &= shown.is_empty();
        if !shown.is_empty() {
            self.in_line = !shown.ends_with('\n');
        }
        shown
    }
}

/// A text that opens with `[source:`, up to its bracket.
struct Tag<'t> {
    end: usize,
    ids: Vec<&'t str>,
    /// By the expression `\[source:\s*([A-Za-z0-9_-]+)\]`.
    is_exact: bool,
}

fn tag_at(text: &str, at: usize) -> Option<Tag<'_>> {
    let inner = text.get(at + 1..)?;
    let content = after_name(inner)?;
    let close = content.find(']')?;
    let tag_text = &content[..close];
    let id = tag_text.trim_start_matches(is_space);
    let end = text.len() - content.len() + close + 1;
    if inner.starts_with("source:") && !id.is_empty() && id.chars().all(is_id) {
        return Some(Tag { end, ids: vec![id], is_exact: true });
    }
    if tag_text.trim_start().contains(['[', '\n']) {
        return None;
    }
    let ids = tag_text.split([',', ';', '|']).map(|part| after_name(part.trim()).unwrap_or(part).trim()).collect();
    Some(Tag { end, ids, is_exact: false })
}

/// Returns what stands behind "source:" or "sources:", in any case.
fn after_name(text: &str) -> Option<&str> {
    let name = text.get(..6).filter(|name| name.eq_ignore_ascii_case("source"))?;
    let rest = &text[name.len()..];
    let rest = rest.strip_prefix(['s', 'S']).unwrap_or(rest);
    rest.trim_start_matches([' ', '\t']).strip_prefix(':')
}

/// Returns whether `text`, which begins with a bracket and has not closed it, may become a citation.
fn may_be_tag(text: &str) -> bool {
    let inner = &text[1..];
    if let Some(content) = after_name(inner) {
        return !content.contains([']', '[']) && !content.trim_start().contains('\n');
    }
    // The space at its end goes with an invalid citation behind it.
    "sources".starts_with(&inner.trim_end_matches([' ', '\t']).to_ascii_lowercase())
}

/// Returns the ids of a line of sources, if a line is nothing else.
fn own_line(line: &str) -> Option<Vec<&str>> {
    let ids = ids_of(after_name(line.trim_start_matches(is_before_name))?);
    (!ids.is_empty() && ids.iter().all(|id| is_name(id))).then_some(ids)
}

/// Returns whether what a line begins with may become a line of sources.
fn may_be_own_line(line: &str) -> bool {
    let line = line.trim_start_matches(is_before_name);
    let Some(content) = after_name(line) else {
        return "sources:".starts_with(&line.trim_end_matches([' ', '\t']).to_ascii_lowercase());
    };
    // The last id may not have come whole.
    let whole = content.trim_end_matches(is_in_name);
    ids_of(whole).iter().all(|id| is_name(id))
}

fn ids_of(text: &str) -> Vec<&str> {
    let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '*' | '[' | ']' | '(' | ')');
    let ids = text.split(is_between).filter(|id| !id.is_empty() && !id.eq_ignore_ascii_case("source:"));
    ids.map(|id| id.trim_end_matches('.')).collect()
}

fn is_before_name(c: char) -> bool {
    c.is_whitespace() || matches!(c, '*' | '_' | '#')
}

fn is_name(id: &str) -> bool {
    id.chars().all(is_in_name) && id.contains(|c: char| c.is_ascii_digit() || matches!(c, '-' | '_'))
}

const fn is_in_name(c: char) -> bool {
    is_id(c) || c == '.'
}

/// Returns the id of a passage that was retrieved; some models write it as it is shown, with a full stop.
fn known(id: &str, valid: &[String]) -> Result<String, String> {
    let plain = id.replace('.', "-");
    valid.iter().find(|known| **known == id || **known == plain).cloned().ok_or_else(|| id.to_owned())
}

fn note(ids: &mut Vec<String>, id: &str) {
    if !ids.iter().any(|known| known == id) {
        ids.push(id.to_owned());
    }
}

const fn is_id(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}

/// Returns whether the expression's `\s` takes it.
fn is_space(c: char) -> bool {
    c.is_whitespace() && c != '\u{85}' || c == '\u{feff}'
}

/// Characters that Factly marks sentences with; no answer has any.
const fn is_mark(c: char) -> bool {
    matches!(c, '\u{e000}'..='\u{f8ff}')
}
