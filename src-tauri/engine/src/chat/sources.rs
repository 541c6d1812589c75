//! The context of the Sources mode for one question: passages by retrieval, typed facts, and whether a model is asked.

use std::collections::HashMap;
use std::ops::Range;

use factly_core::chat::MessageState;
use factly_core::chat::sources::extract::{TypedFact, is_missed, similarity as similar};
use factly_core::chat::sources::limits::{MessageRefusal, ModelOutcome, is_open, refusal};
use factly_core::chat::sources::record::{Check, ReplyOrigin};
use factly_core::chat::sources::retrieve::{Retrieved, choose, expanded_query, query, wanted};
use factly_core::chat::sources::{SourceLimits, SourcePassage, SourcesMode, events};
use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::facts::Status;
use factly_core::keys::{KeyDef, NOTE_KEY, Registry, label_in};
use factly_core::language::{Language, detect};
use factly_core::message;
use factly_core::retrieval::PassageId;
use factly_core::text::{CharIndex, Span};
use uuid::Uuid;

use crate::chat::Chat;
use crate::chat::conversation::inputs_of;
use crate::error::{Code, Error, Result};
use crate::facts::{Facts, stored_value};
use crate::lookup::discovery_row;
use crate::prepared::PreparedCache;
use crate::retrieval::{InputScope, Retrieval};
use crate::store::chat_conversations::ConversationRow;
use crate::store::facts::FactRow;
use crate::store::{DiscoverySeq, FactSeq, MessageSeq, Reader};

/// Passages that an answer without a model is made of: by their words, and where their sentences are compared by meaning.
const EXTRACTED: usize = 12;
const COMPARED: usize = 20;
/// Typed facts that are looked at for one question.
const FACTS: u32 = 2_000;
/// Looked back on for the rate and the breaker.
const LOOKED_BACK: u32 = 60;

/// The one who is to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answerer {
    Model,
    BuiltIn,
}

/// A question to the sources.
pub(super) struct SourceQuery<'q> {
    pub(super) conversation: Uuid,
    pub(super) discovery: Uuid,
    pub(super) scope: InputScope,
    pub(super) text: &'q str,
    /// The question before it, which a question without words of its own goes on with.
    pub(super) before: Option<String>,
}

impl Chat<'_> {
    /// Gathers what an answer may rest on.
    pub(super) fn retrieve(
        &self,
        inquiry: &SourceQuery<'_>,
        answerer: Answerer,
        limits: &SourceLimits,
        is_open: bool,
    ) -> Result<SourcesMode> {
        let before = inquiry.before.as_deref();
        let language = detect(inquiry.text).or(self.ctx.language()?).unwrap_or(Language::English);
        let most = match answerer {
            Answerer::Model => wanted(limits),
            Answerer::BuiltIn if Retrieval::new(self.ctx).has_model() => COMPARED,
            Answerer::BuiltIn => EXTRACTED,
        };
        let (with_context, alone) = (query(inquiry.text, before), query(inquiry.text, None));
        let mut looks = vec![(with_context.clone(), with_context.clone())];
        if answerer == Answerer::BuiltIn {
            // A question with one word of its own goes on with the one before it, or does not.
            if alone != with_context {
                looks.push((alone.clone(), alone));
            }
            looks.push((expanded_query(&with_context), with_context.clone()));
        }
        let made = match answerer {
            Answerer::BuiltIn => Retrieval::new(self.ctx).embed_few(inquiry.discovery),
            Answerer::Model => Ok(()),
        };
        let mut by_words = made.err().map(|error| error.message);
        let (mut passages, mut similarity) = (Vec::<SourcePassage>::new(), 0.0_f32);
        for (searched, ranked) in &looks {
            let is_wider = searched != ranked;
            if is_wider && similarity >= limits.min_similarity {
                break;
            }
            let found =
                Retrieval::new(self.ctx).search_meaning(inquiry.discovery, (searched, ranked), &inquiry.scope, most)?;
            by_words = by_words.or_else(|| found.by_words.as_ref().map(|error| error.message.clone()));
            let known = |passage: &SourcePassage| passages.iter().any(|one| one.id == passage.id);
            let more: Vec<SourcePassage> = found.hits.into_iter().map(passage).filter(|one| !known(one)).collect();
            passages.extend(more);
            similarity = similarity.max(if is_wider { 0.0 } else { found.similarity });
            similarity = similarity.max(similar(inquiry.text, before, &passages));
        }
        if answerer == Answerer::BuiltIn {
            self.mark_unanswering(inquiry.discovery, &mut passages)?;
        }
        let is_compared = answerer == Answerer::BuiltIn && self.compare(inquiry, &with_context, &mut passages)?;
        if answerer == Answerer::BuiltIn && !is_compared && is_missed(inquiry.text, &passages) {
            passages.clear();
        }
        self.log(
            inquiry.conversation,
            &events::ChatLogEvent::Retrieval {
                ids: passages.iter().map(|passage| passage.id.as_str()).collect(),
                scores: passages.iter().map(|passage| passage.score).collect(),
            },
        );
        let limits =
            if answerer == Answerer::Model { *limits } else { SourceLimits { top_k: 2 * COMPARED as u32, ..*limits } };
        // Where meaning is known the answer itself tells how probably it is one.
        let similarity = if is_compared { 1.0 } else { similarity };
        let retrieved = choose(passages, similarity, &limits);
        let facts = match (&retrieved, answerer) {
            (Retrieved::Passages(passages), Answerer::BuiltIn) => {
                self.typed_facts(inquiry.discovery, passages, language)?
            }
            _ => Vec::new(),
        };
        let mode = SourcesMode::new(retrieved, facts, is_open).in_language(language);
        Ok(mode.after(before.map(str::to_owned)).found_by_words(by_words))
    }

    /// Marks the words of passages that answer nothing or not any more: those of whoever asks in an interview, and the
    /// quotes of facts that lost a conflict.
    fn mark_unanswering(&self, discovery: Uuid, passages: &mut [SourcePassage]) -> Result<()> {
        self.ctx.read(|r| {
            let inputs = r.input_names(discovery_row(r, discovery)?.seq)?;
            for passage in passages {
                let Some(input) = inputs.iter().find(|input| format!("I-{}", input.label_no) == passage.input) else {
                    continue;
                };
                let text = self.ctx.cache::<PreparedCache>().get(r, input.seq)?;
                let replaced = r.replaced_quotes(input.seq)?.into_iter().filter_map(|(bundle, span)| {
                    let piece = text.piece(bundle)?;
                    Some(Span::new(piece.to_input(span.start), piece.to_input(span.end)))
                });
                passage.replaced = within(passage, replaced);
                if !passage.speaker.is_empty() {
                    passage.interviewer = within(passage, text.asking().iter().copied());
                }
            }
            Ok(())
        })
    }

    /// Adds how near the sentences of passages are to a question in meaning; false where that is not known.
    fn compare(&self, inquiry: &SourceQuery<'_>, question: &str, passages: &mut [SourcePassage]) -> Result<bool> {
        let ids: Vec<PassageId> = passages.iter().filter_map(|passage| PassageId::parse(&passage.id)).collect();
        let likeness =
            Retrieval::new(self.ctx).sentence_likeness(inquiry.discovery, question, &ids)?.unwrap_or_default();
        for (passage, likeness) in passages.iter_mut().zip(likeness) {
            passage.likeness = likeness;
        }
        let is_known = passages.iter().any(|passage| !passage.likeness.is_empty());
        if is_known {
            Retrieval::new(self.ctx).match_words(inquiry.text, inquiry.before.as_deref(), passages)?;
        }
        Ok(is_known)
    }

    /// Refuses a message that comes too often, where that is set.
    pub(super) fn check_rate(&self, conversation: &ConversationRow, limits: &SourceLimits) -> Result<()> {
        if !limits.limits_rate {
            return Ok(());
        }
        let times = self.ctx.read(|r| Ok(r.times_of_questions(conversation.seq, LOOKED_BACK)?))?;
        let Some(refusal) = refusal(&times, self.ctx.world().clock.now_ms()) else { return Ok(()) };
        self.log(conversation.id, &events::ChatLogEvent::RateLimit);
        let what = match refusal {
            MessageRefusal::TooMany => {
                message!("There were 60 messages in the last five minutes ({}).", refusal.status())
            }
            MessageRefusal::Flood => {
                message!("The last messages came less than two seconds apart ({}).", refusal.status())
            }
        };
        Err(Error::new(Code::RateLimited, what)
            .kept("Nothing was sent.")
            .hint("Wait a little, or turn the limit off in the settings."))
    }

    /// Returns whether so many answers of a model failed that none is asked now.
    pub(super) fn is_breaker_open(&self, conversation: &ConversationRow) -> Result<bool> {
        let outcomes = self.ctx.read(|r| Ok(r.outcomes_of_answers(conversation.seq, LOOKED_BACK)?))?;
        let outcome = |state, verification: Option<&str>| match state {
            MessageState::Failed => ModelOutcome::Failed,
            MessageState::Done if origin_of(verification) == ReplyOrigin::Model => ModelOutcome::Answered,
            _ => ModelOutcome::Unasked,
        };
        let outcomes: Vec<(ModelOutcome, i64)> =
            outcomes.iter().map(|one| (outcome(one.state, one.verification.as_deref()), one.ended_at)).collect();
        Ok(is_open(&outcomes, self.ctx.world().clock.now_ms()))
    }

    /// Returns the analyst's last question before a message.
    pub(super) fn previous_question(
        &self,
        conversation: &ConversationRow,
        before: MessageSeq,
    ) -> Result<Option<String>> {
        use factly_core::chat::Role;
        let rows = self.ctx.read(|r| Ok(r.messages_before(conversation.seq, before, 4)?))?;
        Ok(rows.into_iter().find(|row| row.role == Role::User).map(|row| row.text))
    }

    fn typed_facts(&self, discovery: Uuid, passages: &[SourcePassage], language: Language) -> Result<Vec<TypedFact>> {
        self.ctx.read(|r| {
            let seq = discovery_row(r, discovery)?.seq;
            let registry = Facts::new(self.ctx).registry_of(r, seq)?;
            let mut rows = r.accepted_typed_facts(seq, FACTS)?;
            let conflicting = [(Status::Conflict, false), (Status::Conflict, true)];
            rows.extend(r.facts_after(seq, &conflicting, FactSeq(0), FACTS)?);
            let mut items = HashMap::new();
            let typed = rows.into_iter().filter(|row| row.key != NOTE_KEY);
            typed.map(|row| self.typed_fact(r, (seq, &registry, language), row, passages, &mut items)).collect()
        })
    }

    fn typed_fact(
        &self,
        r: &Reader,
        (discovery, registry, language): (DiscoverySeq, &Registry, Language),
        row: FactRow,
        passages: &[SourcePassage],
        items: &mut HashMap<String, String>,
    ) -> Result<TypedFact> {
        let key = registry.get(&row.key);
        let item = row.scope.item_id().unwrap_or_default().to_owned();
        if !item.is_empty() && !items.contains_key(&item) {
            let name = r.item_meant(discovery, &item)?.map(|item| item.name).unwrap_or_default();
            items.insert(item.clone(), name);
        }
        let key_name = key.map_or(row.key.as_str(), |key| label_in(&key.label, language));
        let name = match items.get(&item).filter(|name| !name.is_empty()) {
            Some(item) => format!("{item}: {key_name}"),
            None => key_name.to_owned(),
        };
        Ok(TypedFact {
            label: EntityLabel::new(EntityKind::Fact, row.label_no),
            name,
            names: key.map(names_of).unwrap_or_default(),
            question: key.map(|key| key.question.clone()).unwrap_or_default(),
            value: stored_value(row.value_type, &row.value, key).reading_in(language),
            value_type: row.value_type,
            slot: format!("{} {item}", row.key),
            passage: self.passage_of(r, &row, passages)?,
        })
    }

    /// The passage that has a fact's quote.
    fn passage_of(&self, r: &Reader, row: &FactRow, passages: &[SourcePassage]) -> Result<Option<String>> {
        let Some(evidence) = &row.evidence else { return Ok(None) };
        let Some(input) = &evidence.input else { return Ok(None) };
        let label = format!("I-{}", input.label_no);
        if !passages.iter().any(|passage| passage.input == label) {
            return Ok(None);
        }
        let text = self.ctx.cache::<PreparedCache>().get(r, input.seq)?;
        let Some(piece) = text.piece(evidence.bundle) else { return Ok(None) };
        let span = Span::new(piece.to_input(evidence.found.span.start), piece.to_input(evidence.found.span.end));
        let holds = |passage: &&SourcePassage| {
            let chars = u32::try_from(passage.text.chars().count()).unwrap_or(u32::MAX);
            passage.input == label && passage.start_char <= span.start && span.end <= passage.start_char + chars
        };
        Ok(passages.iter().find(holds).map(|passage| passage.id.clone()))
    }
}

/// The bytes of a passage in spans of its Input.
fn within(passage: &SourcePassage, spans: impl Iterator<Item = Span>) -> Vec<Range<usize>> {
    let index = CharIndex::new(passage.text.as_str());
    let whole = Span::new(passage.start_char, passage.start_char + index.len());
    let overlapping = spans.filter(|span| span.overlaps(whole));
    let of_passage = |at: u32| at.clamp(whole.start, whole.end) - whole.start;
    overlapping.map(|span| index.bytes_of(Span::new(of_passage(span.start), of_passage(span.end)))).collect()
}

/// The Inputs that a turn looks at: those asked for, or the conversation's.
pub(super) fn scope_of(requested: Option<&[Uuid]>, conversation: &ConversationRow) -> InputScope {
    let inputs = requested.map_or_else(|| inputs_of(conversation), <[Uuid]>::to_vec);
    if inputs.is_empty() { InputScope::All } else { InputScope::Inputs(inputs) }
}

pub(super) fn origin_of(verification: Option<&str>) -> ReplyOrigin {
    let check = verification.and_then(|json| serde_json::from_str::<Check>(json).ok());
    check.map_or(ReplyOrigin::Model, |check| check.origin)
}

fn names_of(key: &KeyDef) -> Vec<String> {
    let labels = [key.label.as_str(), label_in(&key.label, Language::German)];
    labels.into_iter().chain(key.all_aliases().map(|(_, alias)| alias)).map(str::to_owned).collect()
}

fn passage(found: crate::retrieval::FoundPassage) -> SourcePassage {
    SourcePassage {
        id: found.id.citation(),
        input: found.label,
        title: found.title,
        heading: found.heading.unwrap_or_default(),
        speaker: found.speaker.unwrap_or_default(),
        text: found.text,
        start_char: found.start_char,
        score: found.score,
        similarity: found.similarity,
        ..SourcePassage::default()
    }
}
