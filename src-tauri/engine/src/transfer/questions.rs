//! Structured questions and saved views of a discovery, out of the library and into it: rounds, what became of each
//! question, what is written and not sent, filters under a name.
//!
//! The subject of a question or a draft may be hidden here; then that is hidden with it and stays out of the file.

use factly_core::message;
use std::collections::{HashMap, HashSet};

use factly_core::inputs::Quick;
use factly_core::items::number_of;
use factly_core::questions::QuestionName;
use factly_core::transfer::FindingCode;
use factly_core::transfer::questions::{DraftRecord, QuestionRecord, RoundRecord};
use factly_core::transfer::record::ViewRecord;
use serde::Serialize;
use uuid::Uuid;

use crate::audit::{is_filter, name_of_view};
use crate::error::Result;
use crate::questions::MAX_ANSWER_CHARS;
use crate::store::discoveries::DiscoveryRow;
use crate::store::questions::QuestionStatus;
use crate::store::transfer::NamedTable;
use crate::store::{DiscoverySeq, RoundSeq};
use crate::transfer::export::{ExportResult, ExportWriter, failed};
use crate::transfer::index::ListEntry;
use crate::transfer::reader::{ImportReadState, ImportReader};
use crate::transfer::record_sets::QuestionSet;
use crate::transfer::source::Halt;
use crate::transfer::writer::ImportWriter;

// Writing the file.

impl ExportWriter<'_> {
    /// A list that is left out where it is empty, as in the files that were written before there were any.
    pub(super) fn some<T: Serialize>(&mut self, name: &'static str, entries: &[T]) -> ExportResult {
        if entries.is_empty() {
            return Ok(());
        }
        self.out.list(name, |list| entries.iter().try_for_each(|entry| list.add(entry).map_err(failed)))
    }

    pub(super) fn question_set(&mut self, row: &DiscoveryRow) -> ExportResult {
        let mut set = QuestionSet::default();
        let rounds = self.r.round_records(row.seq)?.into_iter();
        set.rounds = rounds.filter(|(bundle, _)| self.bundles.contains(bundle)).map(|(_, round)| round).collect();
        let round_ids: HashSet<Uuid> = set.rounds.iter().map(|round| round.uuid).collect();
        for mut question in self.r.question_records(row.seq)? {
            if self.has_item(&question.item) {
                question.round = question.round.filter(|round| round_ids.contains(round));
                set.questions.push(question);
            }
        }
        for draft in self.r.draft_records(row.seq)? {
            let is_there = match QuestionName::parse(&draft.question) {
                Some(QuestionName::Own(number)) => set.has_number(number),
                Some(QuestionName::Key { item, .. }) => self.has_item(item.as_deref().unwrap_or_default()),
                None => draft.question.is_empty(),
            };
            if is_there {
                set.drafts.push(draft);
            }
        }
        self.some("rounds", &set.rounds)?;
        self.some("questions", &set.questions)?;
        self.some("drafts", &set.drafts)
    }

    pub(super) fn views(&mut self, row: &DiscoveryRow) -> ExportResult {
        let views = self.r.view_records(row.seq)?;
        self.some("views", &views)
    }

    fn has_item(&self, item: &str) -> bool {
        item.is_empty() || self.items.contains(item)
    }
}

// Reading and checking it.

impl ImportReader<'_> {
    pub(super) fn question_set(&mut self, seen: &ImportReadState) -> std::result::Result<(), Halt> {
        let mut set = QuestionSet::default();
        self.rounds(&mut set)?;
        self.questions(&mut set, seen)?;
        self.drafts(&mut set, seen)?;
        Ok(self.sink.question_set(&set)?)
    }

    fn rounds(&mut self, set: &mut QuestionSet) -> std::result::Result<(), Halt> {
        self.own("rounds", &mut |walk, entry| {
            let Some(mut round) = walk.record::<RoundRecord>(entry) else { return Ok(()) };
            walk.time(entry, &mut round.created_at);
            let is_one = ["project", "item", "multiItem"].contains(&round.scope.as_str());
            let is_twice = |other: &RoundRecord| other.uuid == round.uuid || other.bundle == round.bundle;
            if !is_one || round.items.iter().any(|item| number_of(item).is_none()) {
                walk.found(
                    entry,
                    FindingCode::WrongType,
                    message!("No round has this scope, or is about these items."),
                );
            } else if !walk.index.bundles.contains_key(&round.bundle) {
                walk.found(entry, FindingCode::DeadLink, message!("What was said in this round is not in the file."));
            } else if set.rounds.iter().any(is_twice) {
                walk.found(entry, FindingCode::DuplicateRecord, message!("This round is there twice."));
            } else {
                set.rounds.push(round);
            }
            Ok(())
        })
    }

    fn questions(&mut self, set: &mut QuestionSet, seen: &ImportReadState) -> std::result::Result<(), Halt> {
        self.own("questions", &mut |walk, entry| {
            let Some(mut question) = walk.record::<QuestionRecord>(entry) else { return Ok(()) };
            walk.time(entry, &mut question.created_at);
            if !is_question(&question) {
                walk.found(entry, FindingCode::WrongType, message!("No question asks or is answered so."));
                return Ok(());
            }
            walk.check_length(entry, &question.answer);
            if !seen.has_item(&question.item) {
                walk.found(entry, FindingCode::DeadLink, message!("What this question is about is not in the file."));
                return Ok(());
            }
            if question.round.is_some_and(|round| !set.rounds.iter().any(|known| known.uuid == round)) {
                walk.found(entry, FindingCode::DeadLink, message!("The round of this answer is not in the file."));
                question.round = None;
            }
            let is_twice = |other: &QuestionRecord| {
                other.uuid == question.uuid
                    || (&other.key, other.number, &other.item) == (&question.key, question.number, &question.item)
                    || other.number.is_some() && other.number == question.number
            };
            if set.questions.iter().any(is_twice) {
                walk.found(entry, FindingCode::DuplicateRecord, message!("This question is there twice."));
            } else {
                set.questions.push(question);
            }
            Ok(())
        })
    }

    fn drafts(&mut self, set: &mut QuestionSet, seen: &ImportReadState) -> std::result::Result<(), Halt> {
        self.own("drafts", &mut |walk, entry| {
            let Some(draft) = walk.record::<DraftRecord>(entry) else { return Ok(()) };
            let name = QuestionName::parse(&draft.question);
            let is_one = (name.is_some() || draft.question.is_empty()) && is_quick(&draft.quick);
            if !is_one || (draft.quick.is_empty() && draft.answer.is_empty()) {
                walk.found(entry, FindingCode::WrongType, message!("This is no answer to a question."));
                return Ok(());
            }
            walk.check_length(entry, &draft.answer);
            let is_there = match &name {
                Some(QuestionName::Own(number)) => set.has_number(*number),
                Some(QuestionName::Key { item, .. }) => seen.has_item(item.as_deref().unwrap_or_default()),
                None => true,
            };
            if !is_there {
                walk.found(entry, FindingCode::DeadLink, message!("What this answers is not in the file."));
            } else if set.drafts.iter().any(|other| other.question == draft.question) {
                walk.found(entry, FindingCode::DuplicateRecord, message!("This question is answered twice."));
            } else {
                set.drafts.push(draft);
            }
            Ok(())
        })
    }

    pub(super) fn views(&mut self) -> std::result::Result<(), Halt> {
        let (mut ids, mut names) = (HashSet::new(), HashSet::new());
        self.own("views", &mut |walk, entry| {
            let Some(mut view) = walk.record::<ViewRecord>(entry) else { return Ok(()) };
            walk.time(entry, &mut view.saved_at);
            let is_named = name_of_view(&view.name).is_ok_and(|name| name == view.name);
            if !is_named || !is_filter(view.filter.get()) {
                walk.found(entry, FindingCode::WrongType, message!("This is no view of the ledger."));
                return Ok(());
            }
            if !ids.insert(view.uuid) || !names.insert(view.name.to_lowercase()) {
                walk.found(entry, FindingCode::DuplicateRecord, message!("The view “{}” is there twice.", view.name));
                return Ok(());
            }
            Ok(walk.sink.view(&view)?)
        })
    }

    fn check_length(&mut self, entry: &ListEntry<'_>, text: &str) {
        if text.chars().nth(MAX_ANSWER_CHARS).is_some() {
            let what = message!("An answer has at most {} characters.", MAX_ANSWER_CHARS);
            self.found(entry, FindingCode::TooLarge, what);
        }
    }
}

fn is_question(question: &QuestionRecord) -> bool {
    let is_named = match question.number {
        Some(number) => number >= 1 && question.key.is_empty(),
        None => QuestionName::parse(&QuestionName::for_key(&question.key, &question.item).to_string())
            .is_some_and(|name| name.path() == Some(&question.key)),
    };
    is_named
        && !question.text.trim().is_empty()
        && ["registry", "model"].contains(&question.origin.as_str())
        && QuestionStatus::parse(&question.status).is_some()
        && is_quick(&question.quick)
}

fn is_quick(quick: &str) -> bool {
    quick.is_empty() || Quick::parse(quick).is_some()
}

// Writing it into the library.

impl ImportWriter<'_, '_> {
    /// Stores questions and answers; those that are here already stay as they are.
    pub(super) fn put_question_set(&mut self, set: &QuestionSet) -> Result<()> {
        let mut rounds = HashMap::new();
        for round in &set.rounds {
            rounds.extend(self.put_round(round)?.map(|seq| (round.uuid, seq)));
        }
        let mut numbers = HashMap::new();
        for question in &set.questions {
            let number = self.put_question(question, &rounds)?;
            numbers.extend(question.number.zip(number));
        }
        set.drafts.iter().try_for_each(|draft| self.put_draft(draft, &numbers))
    }

    fn put_round(&mut self, round: &RoundRecord) -> Result<Option<RoundSeq>> {
        let (w, at) = self.at()?;
        let Some(bundle) = at.bundles.get(&round.bundle).copied() else { return Ok(None) };
        if let Some(seq) =
            at.is_merge.then(|| w.live_row(NamedTable::Round, at.discovery, round.uuid)).transpose()?.flatten()
        {
            return Ok(Some(RoundSeq(seq)));
        }
        let items: Vec<&str> = round.items.iter().map(|item| at.item(item)).collect();
        let items = serde_json::Value::from_iter(items).to_string();
        let discovery = at.discovery;
        let id = self.id(NamedTable::Round, round.uuid)?;
        Ok(Some(self.at()?.0.insert_imported_round(discovery, id, bundle, &items, round)?))
    }

    /// The number that a question without a key has here.
    fn put_question(&mut self, question: &QuestionRecord, rounds: &HashMap<Uuid, RoundSeq>) -> Result<Option<i64>> {
        let (w, at) = self.at()?;
        let item = at.item(&question.item).to_owned();
        let discovery = at.discovery;
        if at.is_merge {
            if let Some(seq) = w.live_row(NamedTable::Question, discovery, question.uuid)? {
                return Ok(w.number_of_question(seq)?);
            }
            if !question.key.is_empty()
                && w.question(discovery, &QuestionName::for_key(&question.key, &item))?.is_some()
            {
                return Ok(None);
            }
        }
        let round = question.round.and_then(|round| rounds.get(&round).copied());
        if at.is_merge
            && let Some(seq) = w.bring_back_question(discovery, &item, round, question)?
        {
            at.has_brought_back = true;
            return Ok(w.number_of_question(seq)?);
        }
        let id = self.id(NamedTable::Question, question.uuid)?;
        Ok(self.at()?.0.insert_imported_question(discovery, id, &item, round, question)?)
    }

    fn put_draft(&mut self, draft: &DraftRecord, numbers: &HashMap<i64, i64>) -> Result<()> {
        let (w, at) = self.at()?;
        let name = match QuestionName::parse(&draft.question) {
            Some(QuestionName::Own(number)) => {
                QuestionName::Own(numbers.get(&number).copied().unwrap_or(number)).to_string()
            }
            Some(QuestionName::Key { path, item: Some(item) }) => {
                QuestionName::for_key(&path, at.item(&item)).to_string()
            }
            Some(QuestionName::Key { .. }) | None => draft.question.clone(),
        };
        Ok(w.insert_imported_draft(at.discovery, &name, draft)?)
    }

    pub(super) fn put_view(&mut self, view: &ViewRecord) -> Result<()> {
        let (w, at) = self.at()?;
        let is_here = |discovery: DiscoverySeq| -> Result<bool> {
            let name = view.name.to_lowercase();
            Ok(w.saved_views(discovery)?.iter().any(|here| here.id == view.uuid || here.name.to_lowercase() == name))
        };
        let discovery = at.discovery;
        if at.is_merge && is_here(discovery)? {
            return Ok(());
        }
        let mut filter: serde_json::Value = serde_json::from_str(view.filter.get()).unwrap_or_default();
        if let Some(input) = filter["input"].as_str().and_then(|id| at.renamed.get(&Uuid::try_parse(id).ok()?)) {
            filter["input"] = input.to_string().into();
        }
        let filter = filter.to_string();
        if at.is_merge && w.bring_back_view(discovery, &filter, view)? {
            at.has_brought_back = true;
            return Ok(());
        }
        let id = self.id(NamedTable::View, view.uuid)?;
        Ok(self.at()?.0.insert_imported_view(discovery, id, &filter, view)?)
    }
}
