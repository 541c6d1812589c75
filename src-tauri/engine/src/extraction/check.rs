//! Everything about ops that needs no ledger: where their quotes stand, and what those do not say.

use crate::facts::missing_from;
use std::borrow::Cow;
use std::ops::Range;

use factly_core::evidence::{Alignment, Evidence, EvidenceClaim, EvidenceText, Located, Missing, nearest, support};
use factly_core::extraction::blocks::{TextStructure, review};
use factly_core::extraction::offline;
use factly_core::extraction::op::{FactOp, OpKind};
use factly_core::extraction::salience::{RankedText, SalienceReason};
use factly_core::extraction::{unanswered, wording};
use factly_core::facts::{Candidate, Policy, Route, Scope, check, remark};
use factly_core::inputs::{BundleSection, Quick};
use factly_core::items::{ItemResolution, Items, sentence_around};
use factly_core::keys::{KeyDef, NOTE_KEY, Registry};
use factly_core::language::sentence::around;
use factly_core::message;
use factly_core::message::UserMessage;
use factly_core::questions::QuestionName;
use factly_core::values::Value;

use crate::facts::Hint;
use crate::store::bundles::BundleRow;

/// An answer with more quotes that stand nowhere is not worth the time to look for what is near them.
const HINTS_A_RUN: usize = 500;

/// Most bytes between the lead-in of a statement and its quote.
const LED_WITHIN: usize = 4_000;

const TYPED_WEIGHS: u8 = 15;
const CONFLICT_WEIGHS: u8 = 20;

/// Ops that were checked: what goes to the ledger, and what is told of each.
pub(super) struct CheckedOps {
    pub(super) candidates: Vec<Candidate>,
    pub(super) checks: Vec<OpCheck>,
}

pub(super) struct OpCheck {
    pub(super) alignment: Option<Alignment>,
    /// The reason Factly must not accept it by itself.
    pub(super) doubt: Option<UserMessage>,
    /// The nearest text to a quote that does not occur in the source.
    pub(super) hint: Option<Hint>,
}

pub(super) fn check_ops<'o>(
    ops: impl Iterator<Item = &'o FactOp>,
    source: &EvidenceText<'_>,
    registry: &Registry,
    items: &Items<'_>,
    bundle: &BundleRow,
    (scene, structure): (&RankedText<'_>, &TextStructure),
) -> CheckedOps {
    let mut hints_left = HINTS_A_RUN;
    let policy = if bundle.location.is_some() { Policy::default() } else { Policy::of_a_chat() };
    let mut checked = CheckedOps { candidates: Vec::new(), checks: Vec::new() };
    for op in ops {
        let located = source.locate(&claim_of(op));
        let row = row_with_heads(op, &located, source, structure);
        let plain = row.as_ref().map(|quote| FactOp { value: quote.as_str().into(), ..op.clone() });
        let headed = op.value.as_str();
        let (op, lead) = without_lead(plain.as_ref().unwrap_or(op), &located, source);
        let op = as_written(op, registry, source);
        let op = op.as_ref();
        let support = |value: &Value, evidence: &Evidence| {
            let mut missing = missing_from(source, value, evidence);
            missing.extend(off_topic(source, registry, &op.key, value, evidence));
            missing
        };
        let candidate = match unanswered_by(&located, source) {
            Some((quick, evidence)) => remark(op, evidence.clone(), quick, support),
            None => {
                let (scope, unclear) = scope_of(op, &located, registry, items, source);
                let op = if scope == op.scope { Cow::Borrowed(op) } else { Cow::Owned(FactOp { scope, ..op.clone() }) };
                let candidate = check(&op, &located, registry, bundle.stage, &policy, support);
                let unclear = unclear.filter(|_| candidate.route == Route::Typed);
                let unclear = two_readings(&candidate, registry, source).or(unclear);
                let doubt = in_its_block(&candidate, source, structure).or(unclear).or(candidate.doubt.clone());
                let doubt = doubt.or_else(|| unsure(&candidate, source, structure, registry));
                Candidate { doubt, ..candidate }
            }
        };
        let (alignment, hint) = match located {
            Located::Found { alignment, .. } => (Some(alignment), None),
            Located::Unverified { .. } => (None, (hints_left > 0).then(|| hint_for(op, source)).flatten()),
        };
        hints_left -= usize::from(hint.is_some());
        let candidate = ranked(candidate, op, scene);
        let candidate = lead.iter().fold(candidate, |candidate, lead| candidate.introduced(lead));
        let headed = row.and(headed);
        let candidate = headed.into_iter().fold(candidate, |candidate, headed| candidate.with_heads(headed));
        checked.checks.push(OpCheck { alignment, doubt: candidate.doubt.clone(), hint });
        checked.candidates.push(candidate);
    }
    checked
}

/// An op whose figure, where it is given in words, is read as its source writes numbers.
fn as_written<'o>(op: Cow<'o, FactOp>, registry: &Registry, source: &EvidenceText<'_>) -> Cow<'o, FactOp> {
    let Some(key) = registry.get(&op.key).filter(|_| op.value.is_string()) else { return op };
    let value = Value::retyped(&op.value, &key.expect().written(source.number_format()));
    if value == op.value { op } else { Cow::Owned(FactOp { value, ..op.into_owned() }) }
}

/// A candidate with how much it is worth a look: the value of a key more than what is merely said, and a contradiction most.
fn ranked(mut candidate: Candidate, op: &FactOp, scene: &RankedText<'_>) -> Candidate {
    if let Some(evidence) = &candidate.content.evidence {
        let rated = scene.rate(evidence.span).shown_as(&candidate.content.text);
        let typed = if candidate.route == Route::Typed { rated.raised(TYPED_WEIGHS, None) } else { rated };
        candidate.content.salience = match op.op {
            OpKind::Conflict => typed.raised(CONFLICT_WEIGHS, Some(SalienceReason::Contradiction)),
            _ => typed,
        };
    }
    candidate
}

/// An op without what leads in to its statement, and that, if it is a sentence of the source shortly before the quote: of
/// a part of one nobody could tell what was left out.
fn without_lead<'o>(op: &'o FactOp, located: &Located, source: &EvidenceText<'_>) -> (Cow<'o, FactOp>, Option<String>) {
    let note_parts = op.value.as_str().filter(|_| op.key == NOTE_KEY).map(wording::parts);
    let (Some((Some(lead), words)), Located::Found { evidence, .. }) = (note_parts, located) else {
        return (Cow::Borrowed(op), None);
    };
    let (text, quote) = (source.text(), source.index().bytes_of(evidence.span));
    let section = source.section_around(&quote).map_or(quote.start, |section| section.start);
    let from = text.floor_char_boundary(quote.start.saturating_sub(LED_WITHIN)).max(section);
    let before = &text[from..quote.start];
    if !offline::sentences(before).into_iter().any(|sentence| wording::plain(&before[sentence]) == lead) {
        return (Cow::Borrowed(op), None);
    }
    (Cow::Owned(FactOp { value: words.into(), ..op.clone() }), Some(lead.to_owned()))
}

/// The plain words of a row that an op says with the heads of its columns: those stand above it in the source, and not in
/// the quote.
fn row_with_heads(
    op: &FactOp,
    located: &Located,
    source: &EvidenceText<'_>,
    structure: &TextStructure,
) -> Option<String> {
    let Located::Found { evidence, .. } = located else { return None };
    let note_text = op.value.as_str().filter(|_| op.key == NOTE_KEY)?;
    let quote = source.index().bytes_of(evidence.span);
    let (row, cells) = structure.row_around(&quote)?;
    let words = if *row == quote {
        Some(offline::row_words(source.text(), cells))
    } else {
        offline::cell_words(source.text(), cells, &quote)
    };
    words.filter(|words| words == note_text).map(|_| wording::plain(&evidence.quote))
}

/// Returns how the answer that a quote is taken from leaves its question without one.
fn unanswered_by<'l>(located: &'l Located, source: &EvidenceText<'_>) -> Option<(Quick, &'l Evidence)> {
    let Located::Found { evidence, .. } = located else { return None };
    let lines = (evidence.section == BundleSection::UserAnswers).then(|| words_around(source, evidence).1)?;
    Some((lines.lines().find_map(unanswered)?, evidence))
}

/// Returns the scope of an op, by the words around its quote, and why the analyst should look. Only a field of items
/// speaks of one.
fn scope_of(
    op: &FactOp,
    located: &Located,
    registry: &Registry,
    items: &Items<'_>,
    source: &EvidenceText<'_>,
) -> (Scope, Option<UserMessage>) {
    let Located::Found { evidence, .. } = located else { return (Scope::Project, None) };
    if !registry.get(&op.key).is_some_and(KeyDef::is_of_an_item) {
        return (Scope::Project, None);
    }
    let (quote, sentence) = words_around(source, evidence);
    if let Some(item) = item_in_question(sentence, evidence.section).and_then(|name| items.known_reference(name)) {
        return (Scope::Item { item_id: item.to_owned() }, None);
    }
    match items.resolve(quote, sentence, op.scope.item_id()) {
        ItemResolution::Item { reference, doubt } => (Scope::Item { item_id: reference }, doubt),
        ItemResolution::Unclear(why) => (Scope::Project, Some(why)),
        ItemResolution::Unnamed => (Scope::Project, Some(message!("it is not said which item is meant"))),
    }
}

/// Returns what the block of a quote tells against accepting what it says unseen.
fn in_its_block(candidate: &Candidate, source: &EvidenceText<'_>, structure: &TextStructure) -> Option<UserMessage> {
    let evidence = candidate.content.evidence.as_ref()?;
    review::doubt(structure, source.text(), &source.index().bytes_of(evidence.span))
}

/// The readings of a figure in a text that does not tell how it writes numbers.
fn two_readings(candidate: &Candidate, registry: &Registry, source: &EvidenceText<'_>) -> Option<UserMessage> {
    let (evidence, key) = (candidate.content.evidence.as_ref()?, registry.get(&candidate.content.key)?);
    let read = candidate.route == Route::Typed && evidence.section != BundleSection::UserAnswers;
    let json = serde_json::from_str(&candidate.content.value).ok().filter(|_| read)?;
    let value = Value::from_json(&json, &key.expect()).ok()?;
    support::two_readings(&value, &evidence.quote, source.number_format())
}

/// Returns what only the words around a quote tell against accepting what it says unseen: a statement is a whole
/// sentence with its subject, and a word of the key is beside a value.
fn unsure(
    candidate: &Candidate,
    source: &EvidenceText<'_>,
    structure: &TextStructure,
    registry: &Registry,
) -> Option<UserMessage> {
    let evidence = candidate.content.evidence.as_ref()?;
    match candidate.route {
        Route::Statement => {
            let (quote, sentence) = sentence_of(source, structure, evidence);
            let is_whole = offline::is_whole(quote, sentence) && !goes_on_from_line(source, evidence);
            (!is_whole).then(|| message!("it is not a whole sentence"))
        }
        Route::Typed => {
            let key = registry.get(&candidate.content.key)?;
            let question = answered_question(source, evidence);
            if question.name.as_ref().is_some_and(|name| name.path() == Some(key.path.as_str())) {
                return None;
            }
            let (_, sentence) = sentence_of(source, structure, evidence);
            let unsaid = support::check_topic(key, sentence, question.words.as_deref());
            unsaid.map(|_| message!("nothing beside it says that it is “{}”", UserMessage::whole(key.label.clone())))
        }
        Route::Note | Route::Unverified => None,
    }
}

/// Returns whether the line before a quote breaks off in its paragraph, so that the quote may only be its end.
fn goes_on_from_line(source: &EvidenceText<'_>, evidence: &Evidence) -> bool {
    let start = source.index().bytes_of(evidence.span).start;
    let quote = &source.text()[start..];
    let Some(line) = source.text()[..start].trim_end_matches([' ', '\t', '>']).strip_suffix('\n') else { return false };
    let breaks_off = line.trim_end_matches([' ', '\t']).ends_with(|c: char| c.is_alphanumeric() || c == ',');
    breaks_off && quote.starts_with(|c: char| c.is_lowercase() || c.is_numeric())
}

/// A quote, and the sentence that it stands in; of an answer, what was answered.
fn sentence_of<'s>(source: &'s EvidenceText<'_>, structure: &TextStructure, evidence: &Evidence) -> (&'s str, &'s str) {
    let text = source.text();
    let bytes = source.index().bytes_of(evidence.span);
    let quote = text.get(bytes.clone()).unwrap_or_default();
    let Some(mut section) = source.section_around(&bytes) else { return (quote, quote) };
    if evidence.section == BundleSection::UserAnswers {
        section = line_around(text, &bytes, &section);
        section.start += text[section.clone()].find("): ").map_or(0, |name| name + 3).min(bytes.start - section.start);
    }
    let sentence = structure.sentence_at(text, &bytes, &section).unwrap_or_else(|| around(text, &bytes, &section));
    (quote, text.get(sentence).unwrap_or(quote))
}

/// A quote, and the sentence that it stands in; the whole line of an answer.
fn words_around<'s>(source: &'s EvidenceText<'_>, evidence: &Evidence) -> (&'s str, &'s str) {
    let text = source.text();
    let bytes = source.index().bytes_of(evidence.span);
    let quote = text.get(bytes.clone()).unwrap_or_default();
    let Some(section) = source.section_around(&bytes) else { return (quote, quote) };
    let around = match evidence.section {
        BundleSection::UserAnswers => line_around(text, &bytes, &section),
        _ => sentence_around(text, &bytes, &section),
    };
    (quote, text.get(around).unwrap_or(quote))
}

fn line_around(text: &str, bytes: &Range<usize>, within: &Range<usize>) -> Range<usize> {
    let start = text[within.start..bytes.start].rfind('\n').map_or(within.start, |at| within.start + at + 1);
    let end = text[bytes.end..within.end].find('\n').map_or(within.end, |at| bytes.end + at);
    start..end
}

/// The item that a question asked about, by the line of its answer.
fn item_in_question(line: &str, section: BundleSection) -> Option<&str> {
    let name = question_name(line).filter(|_| section == BundleSection::UserAnswers)?;
    // What it asks about stands behind the last sign, as the name of a question has it.
    QuestionName::parse(name)?.item().is_some().then(|| name.rsplit_once('@')).flatten().map(|(_, item)| item)
}

/// Returns what keeps a value from being what its quote says of its key. The quote or the question of its line must
/// speak of the key: of a yes or no always, of an amount or a day only where it is said of another key.
fn off_topic(
    source: &EvidenceText<'_>,
    registry: &Registry,
    path: &str,
    value: &Value,
    evidence: &Evidence,
) -> Vec<Missing> {
    let Some(key) = registry.get(path) else { return Vec::new() };
    let question = answered_question(source, evidence);
    if question.name.is_some_and(|name| name.path() == Some(key.path.as_str())) {
        return Vec::new();
    }
    let (quote, question_words) = (evidence.quote.as_str(), question.words.as_deref());
    let of_another = match value {
        Value::Boolean(_) => support::check_topic(key, quote, question_words),
        _ => support::check_rivals(registry, key, quote, question_words),
    };
    let otherwise = || support::check_attached(registry, key, value, quote, question_words);
    of_another.or_else(otherwise).into_iter().collect()
}

/// The question that a quote answers, if it does.
#[derive(Default)]
struct AnsweredQuestion {
    name: Option<QuestionName>,
    words: Option<String>,
}

fn answered_question(source: &EvidenceText<'_>, evidence: &Evidence) -> AnsweredQuestion {
    let line = (evidence.section == BundleSection::UserAnswers).then(|| words_around(source, evidence).1);
    let Some(name) = line.and_then(question_name) else { return AnsweredQuestion::default() };
    let words = || {
        let answers = source.section_around(&source.index().bytes_of(evidence.span))?;
        // The questions stand before the answers, and nothing that anybody could write does.
        let named =
            |line: &'_ str| Some(line.split_once("(id=")?.1.strip_prefix(name)?.strip_prefix("): ")?.to_owned());
        source.text()[..answers.start].lines().find_map(named)
    };
    AnsweredQuestion { name: QuestionName::parse(name), words: words() }
}

/// The name of the question that a line answers.
fn question_name(line: &str) -> Option<&str> {
    Some(line.split_once("(qId=")?.1.split_once("):")?.0)
}

pub(super) fn claim_of(op: &FactOp) -> EvidenceClaim<'_> {
    let Some(evidence) = &op.evidence else { return EvidenceClaim::default() };
    EvidenceClaim {
        quote: &evidence.quote,
        start: evidence.start_char,
        end: evidence.end_char,
        section: evidence.source_section.as_deref().and_then(BundleSection::parse),
    }
}

fn hint_for(op: &FactOp, source: &EvidenceText<'_>) -> Option<Hint> {
    let quote =
        op.evidence.as_ref().map(|evidence| evidence.quote.as_str()).filter(|quote| !quote.trim().is_empty())?;
    Some(match nearest(source, quote) {
        Some(near) => {
            Hint { claimed_quote: quote.to_owned(), passage: near.passage, diff: near.diff, differs: near.differs }
        }
        None => Hint { claimed_quote: quote.to_owned(), passage: String::new(), diff: Vec::new(), differs: Vec::new() },
    })
}
