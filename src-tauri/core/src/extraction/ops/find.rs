//! Finding the list that was asked for in an answer: behind thoughts, in a fence, between prose, or broken.

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::MAX_DEPTH;
use super::mend::{Mended, mend};
use crate::fields::Fields;

/// What an answer is searched for.
pub(crate) struct Sought {
    /// What one of the list is called, in the plural.
    pub(crate) items: &'static str,
    /// The fields that such a list may stand in: the one that was asked for, and what else is taken for it.
    pub(crate) lists: &'static [&'static str],
    /// What an item has that stands by itself: the first, and one of the others.
    pub(crate) marks: (&'static str, &'static [&'static str]),
}

/// The list, each item still as text.
pub(crate) struct Found {
    pub(crate) items: Vec<Box<RawValue>>,
    pub(crate) repairs: Vec<String>,
    /// What the list was called, where that is not what was asked for.
    pub(crate) called: Option<String>,
    /// The answer stops in mid-item.
    pub(crate) cut_off: bool,
}

/// How many places a list is looked for in one text: prose holds few brackets, and a bomb of them costs no more.
const MAX_TRIES: usize = 16;

/// Items may stand one by one, so this is above any list that is asked for.
const MAX_REGIONS: usize = 200_000;

pub(crate) fn list(raw: &str, sought: &Sought) -> Result<Found, String> {
    let answer = after_thoughts(raw.trim_start_matches('\u{feff}'));
    let texts: Vec<&str> = fenced(answer).into_iter().chain([answer]).collect();
    let mut regions = Vec::new();
    for text in texts {
        let from = regions.len();
        find_regions(text, &mut regions)?;
        // The longest is the answer; what else stands in brackets beside it is an example or a remark.
        regions[from..].sort_by_key(|region: &Region<'_>| std::cmp::Reverse(region.text.len()));
    }
    strict(&regions, sought).map(Ok).or_else(|| repaired(regions.iter(), sought)).unwrap_or_else(|| {
        Err(if regions.is_empty() {
            "no JSON found".to_owned()
        } else {
            format!("JSON found, but no list of {} in it", sought.items)
        })
    })
}

/// What a model thought is not what it answered: it often tries out JSON there.
fn after_thoughts(raw: &str) -> &str {
    let start = raw.trim_start();
    for (open, close) in [("<think>", "</think>"), ("<thinking>", "</thinking>"), ("<reasoning>", "</reasoning>")] {
        if start.get(..open.len()).is_some_and(|head| head.eq_ignore_ascii_case(open)) {
            return start.find(close).map_or("", |at| &start[at + close.len()..]);
        }
        // Some servers swallow the opening tag.
        if let Some((_, rest)) = raw.rsplit_once(close)
            && rest.trim_start().starts_with(['{', '[', '`'])
        {
            return rest;
        }
    }
    raw
}

/// The bodies of Markdown fences. JSON has no raw line break in a string, so no fence can close within one.
fn fenced(text: &str) -> Vec<&str> {
    let mut bodies = Vec::new();
    let mut open: Option<usize> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        if line.trim_start().starts_with("```") {
            match open.take() {
                None => open = Some(end),
                Some(start) => bodies.push(&text[start..at]),
            }
        }
        at = end;
        if bodies.len() == MAX_TRIES {
            break;
        }
    }
    if let Some(start) = open {
        bodies.push(&text[start..]);
    }
    bodies
}

struct Region<'a> {
    text: &'a str,
    closed: bool,
}

impl Region<'_> {
    /// Whether the other stands in it: both are cut from one answer.
    fn holds(&self, other: &Self) -> bool {
        let (own, its) = (self.text.as_bytes().as_ptr_range(), other.text.as_bytes().as_ptr_range());
        own.start < its.start && its.end <= own.end
    }
}

fn find_regions<'a>(text: &'a str, regions: &mut Vec<Region<'a>>) -> Result<(), String> {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut tries = 0;
    while let Some(step) = memchr::memchr2(b'{', b'[', &bytes[at..]) {
        let start = at + step;
        if !opens_json(&bytes[start..]) {
            at = start + 1;
            continue;
        }
        tries += 1;
        match balanced(&bytes[start..]) {
            Balance::Closed(len) => {
                regions.push(Region { text: &text[start..start + len], closed: true });
                at = start + len;
            }
            Balance::Open => {
                regions.push(Region { text: &text[start..], closed: false });
                at = start + 1;
            }
            Balance::TooDeep => return Err(too_deep()),
        }
        // Closed regions do not overlap, so only open ones could make this worse than linear.
        let open_one = regions.last().is_some_and(|region| !region.closed);
        if (tries >= MAX_TRIES && open_one) || regions.len() >= MAX_REGIONS {
            break;
        }
    }
    Ok(())
}

/// Whether what follows the bracket can be JSON: `[see below]` cannot.
fn opens_json(bytes: &[u8]) -> bool {
    let within = bytes[1..].iter().take(4096).position(|byte| !byte.is_ascii_whitespace()).map(|at| &bytes[1 + at..]);
    match (bytes[0], within) {
        (_, None | Some([b'/' | b'#' | b'"' | b'\'' | b'{' | b'[', ..])) => true,
        (b'{', Some(within)) => {
            within[0] == b'}' || within[0].is_ascii_alphabetic() || matches!(within[0], b'_' | 0x80..)
        }
        (_, Some(within)) => within[0] == b']' || begins_with_a_word(within),
    }
}

/// A list may begin with what belongs in none: `null, `, `true, `, `5, `. A lone number is a footnote.
fn begins_with_a_word(within: &[u8]) -> bool {
    let end = within.iter().take(64).position(|byte| matches!(byte, b',' | b']')).filter(|end| within[*end] == b',');
    let word = end.and_then(|end| std::str::from_utf8(&within[..end]).ok()).map(str::trim);
    word.is_some_and(|word| {
        let number = word.starts_with(|first: char| first == '-' || first.is_ascii_digit());
        matches!(word, "null" | "true" | "false") || (number && word.parse::<f64>().is_ok())
    })
}

enum Balance {
    Closed(usize),
    Open,
    TooDeep,
}

fn balanced(bytes: &[u8]) -> Balance {
    let mut depth = 0;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => {
                at = string_end(bytes, at);
                continue;
            }
            b'{' | b'[' => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return Balance::TooDeep;
                }
            }
            b'}' | b']' => {
                depth -= 1;
                if depth == 0 {
                    return Balance::Closed(at + 1);
                }
            }
            _ => {}
        }
        at += 1;
    }
    Balance::Open
}

/// Behind the closing quote of the string that opens at `at`.
pub(super) fn string_end(bytes: &[u8], at: usize) -> usize {
    let mut at = at + 1;
    while let Some(step) = bytes.get(at..).and_then(|rest| memchr::memchr2(b'"', b'\\', rest)) {
        at += step;
        if bytes[at] == b'"' {
            return at + 1;
        }
        at += 2;
    }
    bytes.len()
}

fn strict(regions: &[Region<'_>], sought: &Sought) -> Option<Found> {
    let closed = || regions.iter().filter(|region| region.closed);
    let list = closed().find_map(|region| Some((vec![region], as_list(region.text, sought)?)));
    let (places, list) = list.or_else(|| {
        let singles = closed().filter_map(|region| Some((region, as_single(region.text, sought)?)));
        let (places, items): (Vec<&Region<'_>>, Vec<Box<RawValue>>) = singles.unzip();
        let note = format!("the {} stood by themselves, not in a list", sought.items);
        (!items.is_empty()).then(|| (places, List { items, repairs: vec![note], called: None }))
    })?;
    let around = |region: &&Region<'_>| !region.closed && places.iter().any(|place| region.holds(place));
    let mut broken = regions.iter().filter(around).peekable();
    let mut found = list.found(false);
    if broken.peek().is_some() {
        // What it stands in says more of it: what it breaks off with.
        match repaired(broken, sought) {
            Some(Ok(whole)) if whole.items.len() >= found.items.len() => return Some(whole),
            _ => found.repairs.push("a bracket before it was not closed".to_owned()),
        }
    }
    Some(found)
}

struct List {
    items: Vec<Box<RawValue>>,
    repairs: Vec<String>,
    called: Option<String>,
}

/// `[{…}, …]`, `[]`, or an object with such a list in a field that is sought.
fn as_list(text: &str, sought: &Sought) -> Option<List> {
    let mut list = List { items: Vec::new(), repairs: Vec::new(), called: None };
    if text.starts_with('[') {
        list.items = serde_json::from_str(text).ok()?;
        list.open_lists();
        let one_among_them = list.items.is_empty() || list.items.iter().any(|item| item.get().starts_with('{'));
        return one_among_them.then_some(list);
    }
    let fields = fields(text)?;
    let named = |name: &str| fields.iter().rev().find(|(key, _)| key.eq_ignore_ascii_case(name));
    let (place, (name, items)) = sought.lists.iter().enumerate().find_map(|(at, name)| Some((at, named(name)?)))?;
    list.items = serde_json::from_str(items.get()).ok()?;
    list.open_lists();
    list.called = (place > 0).then(|| name.clone().into_owned());
    Some(list)
}

impl List {
    fn found(self, cut_off: bool) -> Found {
        Found { items: self.items, repairs: self.repairs, called: self.called, cut_off }
    }

    /// Items that stand in a list of their own come out of it.
    fn open_lists(&mut self) {
        let mut opened = false;
        // Ends, since JSON that is nested deeper than MAX_DEPTH does not get here.
        while self.items.iter().any(|item| holds_objects(item)) {
            opened = true;
            let items = std::mem::take(&mut self.items).into_iter();
            self.items = items.flat_map(|item| members(&item).unwrap_or_else(|| vec![item])).collect();
        }
        if opened {
            self.repairs.push("a list within the list was opened".to_owned());
        }
    }
}

fn holds_objects(item: &RawValue) -> bool {
    item.get().starts_with('[')
        && item.get().trim_start_matches(|c: char| c == '[' || c.is_whitespace()).starts_with('{')
}

fn members(item: &RawValue) -> Option<Vec<Box<RawValue>>> {
    holds_objects(item).then(|| serde_json::from_str(item.get()).ok()).flatten()
}

fn as_single(text: &str, sought: &Sought) -> Option<Box<RawValue>> {
    let fields = fields(text)?;
    let has = |name: &str| fields.iter().any(|(key, _)| key.eq_ignore_ascii_case(name));
    let (first, others) = sought.marks;
    (has(first) && others.iter().any(|name| has(name))).then(|| RawValue::from_string(text.to_owned()).ok()).flatten()
}

fn fields(text: &str) -> Option<Vec<(Cow<'_, str>, &RawValue)>> {
    serde_json::from_str::<Fields<'_, &RawValue>>(text).ok().map(|fields| fields.0)
}

/// Mends the longest region that can be mended into a list. Only what opens with a bracket gets here, so that a refusal
/// in prose does not become a string.
fn repaired<'a>(regions: impl Iterator<Item = &'a Region<'a>>, sought: &Sought) -> Option<Result<Found, String>> {
    regions.take(MAX_TRIES / 4).find_map(|region| {
        let Some(Mended { json, closed }) = mend(region.text) else { return Some(Err(too_deep())) };
        let single =
            || as_single(&json, sought).map(|item| List { items: vec![item], repairs: Vec::new(), called: None });
        let mut list = as_list(&json, sought).or_else(single)?;
        let message = if closed { "faults of syntax were mended" } else { "the list was not closed and was mended" };
        list.repairs.insert(0, message.to_owned());
        let cut_off = !closed && !region.text.trim_end().ends_with(['}', ']', '`']);
        Some(Ok(list.found(cut_off)))
    })
}

fn too_deep() -> String {
    format!("nested deeper than {MAX_DEPTH} levels")
}
