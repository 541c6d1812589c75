//! Lenient reading of a model's JSON: the list that was asked for, behind thoughts, in a fence, between prose, or cut off.

use std::borrow::Cow;

use crate::extraction::final_channel;

use serde_json::value::RawValue;

use super::MAX_DEPTH;
use super::mend::tidied;
use crate::fields::ObjectFields;

/// The list that an answer is searched for.
pub(crate) struct ListQuery {
    /// Name of the list's entries, in the plural.
    pub(crate) items: &'static str,
    /// The fields that such a list may stand in: the one that was asked for, and what else is taken for it.
    pub(crate) lists: &'static [&'static str],
    /// The fields that an item by itself has: the first, and one of the others.
    pub(crate) marks: (&'static str, &'static [&'static str]),
}

/// The list, each item still as text.
pub(crate) struct OpList {
    pub(crate) items: Vec<Box<RawValue>>,
    pub(crate) repairs: Vec<String>,
    /// Name of the list, where that is not the one asked for.
    pub(crate) called: Option<String>,
    /// The answer stops in mid-item, for which a null stands at the end of the list.
    pub(crate) cut_off: bool,
}

/// Most places where a list is looked for in one text: prose holds few brackets, and a bomb of them costs no more.
const MAX_TRIES: usize = 16;

/// Items may stand one by one, so this is above any list that is asked for.
const MAX_REGIONS: usize = 200_000;

pub(crate) fn list(raw: &str, sought: &ListQuery) -> Result<OpList, String> {
    let answer = after_thoughts(raw.trim_start_matches('\u{feff}'));
    let texts: Vec<&str> = fenced(answer).into_iter().chain([answer]).collect();
    let mut regions = Vec::new();
    for text in texts {
        let from = regions.len();
        find_regions(text, &mut regions)?;
        // The longest is the answer; what else stands in brackets beside it is an example or a remark.
        regions[from..].sort_by_key(|region: &AnswerRegion<'_>| std::cmp::Reverse(region.text.len()));
    }
    found(&regions, sought).ok_or_else(|| match regions.is_empty() {
        true => "no JSON found".to_owned(),
        false => format!("JSON found, but no list of {} in it", sought.items),
    })
}

/// Returns the answer behind the thoughts: a model often tries out JSON there.
fn after_thoughts(raw: &str) -> &str {
    if let Some(answer) = final_channel(raw) {
        return answer;
    }
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

struct AnswerRegion<'a> {
    text: &'a str,
    closed: bool,
    /// The text as strict JSON, if it is that or nearly.
    json: Option<Cow<'a, str>>,
}

impl<'a> AnswerRegion<'a> {
    /// Returns whether a text is in it: both are cut from one answer.
    fn holds(&self, text: &str) -> bool {
        let (own, its) = (self.text.as_bytes().as_ptr_range(), text.as_bytes().as_ptr_range());
        own.start < its.start && its.end <= own.end
    }

    fn list(&self, sought: &ListQuery) -> Option<ListCandidate<'a>> {
        Some(ListCandidate {
            regions: vec![self.text],
            list: as_list(self.json.as_deref()?, sought)?,
            mended: self.is_mended(),
        })
    }

    fn is_mended(&self) -> bool {
        matches!(self.json, Some(Cow::Owned(_)))
    }
}

/// The place where a list was found.
struct ListCandidate<'a> {
    regions: Vec<&'a str>,
    list: RawList,
    mended: bool,
}

fn find_regions<'a>(text: &'a str, regions: &mut Vec<AnswerRegion<'a>>) -> Result<(), String> {
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
                let region = &text[start..start + len];
                let json = tidied(region);
                at = if json.is_some() { start + len } else { start + 1 };
                regions.push(AnswerRegion { text: region, closed: true, json });
            }
            Balance::Open => {
                regions.push(AnswerRegion { text: &text[start..], closed: false, json: None });
                at = start + 1;
            }
            Balance::TooDeep => return Err(format!("nested deeper than {MAX_DEPTH} levels")),
        }
        // Those that are JSON do not overlap, so only others could make this worse than linear.
        let is_broken = regions.last().is_some_and(|region| region.json.is_none());
        if (tries >= MAX_TRIES && is_broken) || regions.len() >= MAX_REGIONS {
            break;
        }
    }
    Ok(())
}

/// Returns whether what follows the bracket can be JSON: `[see below]` cannot.
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
fn string_end(bytes: &[u8], at: usize) -> usize {
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

/// A list that stands by itself, else what can be read of one that is cut off or has an item that is no JSON, else items
/// that stand one by one, else a list in something that is no JSON.
fn found(regions: &[AnswerRegion<'_>], sought: &ListQuery) -> Option<OpList> {
    let broken: Vec<&AnswerRegion<'_>> = regions.iter().filter(|region| region.json.is_none()).collect();
    let is_within = |text: &str| broken.iter().any(|region| region.holds(text));
    let lists = || regions.iter().filter_map(|region| region.list(sought));
    let whole = lists().find(|candidate| !is_within(candidate.regions[0]));
    let named = || lists().find(|candidate| candidate.regions[0].starts_with('{') && !candidate.list.items.is_empty());
    let bare = || lists().find(|candidate| !candidate.list.items.is_empty());
    let best = whole.or_else(named).or_else(|| read_of_broken(regions, &broken));
    let best = best.or_else(|| singles(regions, sought)).or_else(bare)?;
    let ListCandidate { regions: texts, mut list, mended } = best;
    if list.cut_off || texts.iter().any(|text| is_within(text)) {
        list.repairs = vec!["the list is not whole JSON: what could be read of it was taken".to_owned()];
    }
    if mended {
        list.repairs.push("faults of syntax were mended".to_owned());
    }
    Some(list.found())
}

/// The objects that stand in the outermost list that is no JSON, and not in one of them that is none.
fn read_of_broken<'a>(regions: &[AnswerRegion<'a>], broken: &[&AnswerRegion<'a>]) -> Option<ListCandidate<'a>> {
    let list = broken.iter().filter(|region| region.text.starts_with('[')).min_by_key(|region| region.text.as_ptr())?;
    let begun: Vec<_> = broken.iter().filter(|one| one.text.starts_with('{') && list.holds(one.text)).collect();
    let is_item = |region: &&AnswerRegion<'a>| {
        let is_object = region.json.as_ref().is_some_and(|json| json.starts_with('{'));
        is_object && list.holds(region.text) && !begun.iter().any(|one| one.holds(region.text))
    };
    let mut found: Vec<&AnswerRegion<'a>> = regions.iter().filter(is_item).collect();
    found.sort_by_key(|region| region.text.as_ptr());
    found.dedup_by_key(|region| region.text.as_ptr());
    let cut_off = begun.iter().any(|region| !region.closed);
    let read = |region: &&AnswerRegion<'a>| RawValue::from_string(region.json.as_deref()?.to_owned()).ok();
    let mut items: Vec<_> = found.iter().filter_map(read).collect();
    items.extend(cut_off.then(|| RawValue::NULL.to_owned()));
    (!items.is_empty()).then(|| ListCandidate {
        regions: found.iter().map(|region| region.text).collect(),
        mended: found.iter().any(|region| region.is_mended()),
        list: RawList { items, cut_off, ..RawList::default() },
    })
}

/// The items that stand one by one.
fn singles<'a>(regions: &[AnswerRegion<'a>], sought: &ListQuery) -> Option<ListCandidate<'a>> {
    let is_item =
        |region: &&AnswerRegion<'a>| region.json.as_deref().is_some_and(|json| as_single(json, sought).is_some());
    let mut found: Vec<&AnswerRegion<'a>> = regions.iter().filter(is_item).collect();
    // In their order; what stands in a fence was found twice.
    found.sort_by_key(|region| region.text.as_ptr());
    found.dedup_by_key(|region| region.text.as_ptr());
    let items = found.iter().filter_map(|region| as_single(region.json.as_deref()?, sought)).collect();
    let note = format!("the {} stood by themselves, not in a list", sought.items);
    (!found.is_empty()).then(|| ListCandidate {
        regions: found.iter().map(|region| region.text).collect(),
        mended: found.iter().any(|region| region.is_mended()),
        list: RawList { items, repairs: vec![note], ..RawList::default() },
    })
}

#[derive(Default)]
struct RawList {
    items: Vec<Box<RawValue>>,
    repairs: Vec<String>,
    called: Option<String>,
    cut_off: bool,
}

/// `[{…}, …]`, `[]`, or an object with such a list in a field that is sought.
fn as_list(text: &str, sought: &ListQuery) -> Option<RawList> {
    let mut list = RawList::default();
    if text.starts_with('[') {
        list.items = serde_json::from_str(text).ok()?;
        list.open_lists();
        let one_among_them = list.items.is_empty() || list.items.iter().any(|item| item.get().starts_with('{'));
        return one_among_them.then_some(list);
    }
    let fields = fields(text)?;
    let named = |name: &str| fields.iter().rev().find(|(key, _)| key.eq_ignore_ascii_case(name));
    let (index, (name, items)) = sought.lists.iter().enumerate().find_map(|(at, name)| Some((at, named(name)?)))?;
    list.items = serde_json::from_str(items.get()).ok()?;
    list.open_lists();
    list.called = (index > 0).then(|| name.clone().into_owned());
    Some(list)
}

impl RawList {
    fn found(self) -> OpList {
        OpList { items: self.items, repairs: self.repairs, called: self.called, cut_off: self.cut_off }
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

fn as_single(text: &str, sought: &ListQuery) -> Option<Box<RawValue>> {
    let fields = fields(text)?;
    let has = |name: &str| fields.iter().any(|(key, _)| key.eq_ignore_ascii_case(name));
    let (first, others) = sought.marks;
    (has(first) && others.iter().any(|name| has(name))).then(|| RawValue::from_string(text.to_owned()).ok()).flatten()
}

fn fields(text: &str) -> Option<Vec<(Cow<'_, str>, &RawValue)>> {
    serde_json::from_str::<ObjectFields<'_, &RawValue>>(text).ok().map(|fields| fields.0)
}
