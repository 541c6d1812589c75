//! Writes rows as the drivers do, with as little in them as the schema lets through.

use factly_core::catalogue::CanonicalItem;
use factly_core::chat::{CardStatus, Mode, Tool};
use factly_core::discovery::{EntityKind, EntityLabel, ReviewMark};
use factly_core::inputs::{Quick, ScopeType, Stage};
use factly_core::long_documents::job::JobKind;
use factly_core::long_documents::wallet::Wallet;
use factly_core::reports::suggestion::{SectionSuggestion, SuggestedChange, SuggestionState};
use factly_core::values::{Currency, Money, PartialDate};
use rusqlite::{ToSql, params};

use crate::store::canonical_items::CanonicalContent;
use crate::store::canonical_links::{LineReference, NewCanonicalLink};
use crate::store::chat_cards::{CardEnd, NewCardRow};
use crate::store::chat_messages::{NewAnswer, NewQuestion};
use crate::store::document_chunks::NewChunk;
use crate::store::document_jobs::NewDocumentJob;
use crate::store::document_runs::NewDocumentRun;
use crate::store::entities::{EntityOrigin, NewEntityRow};
use crate::store::items::NewItem;
use crate::store::prices::{PriceContent, PriceOrigin, RateRow};
use crate::store::questions::{AnswerContent, NewRound, QuestionStatus, QuestionToAsk};
use crate::store::reports::SectionRow;
use crate::store::requests::{NewRequest, RequestEnd};
use crate::store::suggestions::NewSuggestion;
use crate::store::variants::HashedEntity;
use crate::store::wallet::{CallUse, ReservationPurpose, WorstCost};
use crate::store::{
    BundleSeq, DiscoverySeq, FactSeq, LabelKind, MessageSeq, Op, RunSeq, Stack, Store, StoreError, Writer,
};

pub(super) const TEXT: &str = "The dam is 149 m long. The council did not approve the budget of €1,200.";

pub(super) fn discovery(writer: &Writer<'_>, title: &str) -> Result<DiscoverySeq, StoreError> {
    let sql = "INSERT INTO discovery (id, title, created_at, updated_at) VALUES (?1, ?2, ?3, ?3)";
    insert(writer, sql, params![writer.next_id(), title, writer.now_ms()]).map(DiscoverySeq)
}

pub(super) fn bundle(writer: &Writer<'_>, discovery: DiscoverySeq, text: &str) -> Result<BundleSeq, StoreError> {
    let chars = text.chars().count();
    let sql = "INSERT INTO turn_bundle (id, discovery, source_type, source_ids, stage, scope, sha256, chars, created_at, text)
               VALUES (?1, ?2, 'chat', '[]', 'ideation', 'project', ?3, ?4, ?5, ?6)";
    let hash = factly_core::inputs::sha256_hex(text);
    let bundle = insert(writer, sql, params![writer.next_id(), discovery, hash, chars as i64, writer.now_ms(), text])?;
    let sql = "INSERT INTO turn_bundle_section (bundle, section, start_char, end_char) VALUES (?1, 'FREE_CHAT', 0, ?2)";
    insert(writer, sql, params![bundle, chars as i64])?;
    Ok(BundleSeq(bundle))
}

/// A run that says how many facts it has.
pub(super) fn run(
    writer: &Writer<'_>,
    discovery: DiscoverySeq,
    bundle: BundleSeq,
    facts: usize,
) -> Result<RunSeq, StoreError> {
    let sql = "INSERT INTO parse_run (id, discovery, bundle, status, model, forced, created_at, attempts)
               VALUES (?1, ?2, ?3, 'succeeded', 'offline', 1, ?4, ?5)";
    insert(writer, sql, params![writer.next_id(), discovery, bundle, writer.now_ms(), facts as i64]).map(RunSeq)
}

/// A run with its facts, as one transaction holds them.
pub(super) fn whole_run(
    writer: &Writer<'_>,
    (discovery, bundle): (DiscoverySeq, BundleSeq),
    facts: usize,
) -> Result<RunSeq, StoreError> {
    let run = run(writer, discovery, bundle, facts)?;
    for at in 0..facts {
        let start = at % 20;
        let quoted = Fact::quoting(discovery, bundle, &TEXT[start..start + 3], start as i64);
        fact(writer, Fact { run: Some(run), ..quoted })?;
    }
    Ok(run)
}

/// The one discovery and bundle that processes share: made by whoever comes first.
pub(super) fn ground(store: &Store) -> Result<(DiscoverySeq, BundleSeq), StoreError> {
    let ground = store.write(Op::silent(), |writer| {
        let count =
            writer.connection().query_row("SELECT count(*) FROM turn_bundle", [], |row| row.get::<_, i64>(0))?;
        if count == 0 {
            bundle(writer, discovery(writer, "Dam")?, TEXT)?;
        }
        Ok((DiscoverySeq(1), BundleSeq(1)))
    });
    ground.map(|written| written.value)
}

/// A fact whose evidence is `quote`, said to stand at `start`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fact<'f> {
    pub(super) discovery: DiscoverySeq,
    pub(super) bundle: BundleSeq,
    pub(super) quote: &'f str,
    pub(super) start: i64,
    pub(super) section: &'f str,
    pub(super) run: Option<RunSeq>,
}

impl<'f> Fact<'f> {
    pub(super) fn quoting(discovery: DiscoverySeq, bundle: BundleSeq, quote: &'f str, start: i64) -> Self {
        Self { discovery, bundle, quote, start, section: "FREE_CHAT", run: None }
    }
}

pub(super) fn fact(writer: &Writer<'_>, fact: Fact<'_>) -> Result<FactSeq, StoreError> {
    let label = writer.take_labels(fact.discovery, LabelKind::Fact, 1)?;
    let end = fact.start + fact.quote.chars().count() as i64;
    let sql = "INSERT INTO fact (id, discovery, label_no, scope_type, key, value_type, value, norm, text, confidence,
                   source_kind, bundle, quote, start_char, end_char, source_section, created_at, run, status, needs_review)
               VALUES (?1, ?2, ?3, 'project', 'note', 'note', json_quote(?4), ?4, ?4, 0.75, 'user', ?5, ?4, ?6, ?7, ?8, ?9,
                   ?10, 'proposed', 0)";
    let row = params![
        writer.next_id(),
        fact.discovery,
        label,
        fact.quote,
        fact.bundle,
        fact.start,
        end,
        fact.section,
        writer.now_ms(),
        fact.run
    ];
    insert(writer, sql, row).map(FactSeq)
}

/// One discovery with one bundle, and as many facts, all in one operation of the library.
pub(super) fn facts(store: &Store, count: usize) -> (DiscoverySeq, BundleSeq) {
    let written = store.write(Op::named(Stack::Library, "Fill"), |writer| {
        let discovery = discovery(writer, "Dam")?;
        let bundle = bundle(writer, discovery, TEXT)?;
        for at in 0..count {
            let start = at % 20;
            fact(writer, Fact::quoting(discovery, bundle, &TEXT[start..start + 3], start as i64))?;
        }
        Ok((discovery, bundle))
    });
    written.unwrap().value
}

fn insert(writer: &Writer<'_>, sql: &str, row: &[&dyn ToSql]) -> Result<i64, StoreError> {
    Ok(writer.connection().prepare_cached(sql)?.insert(row)?)
}

/// Rows in the tables that [`facts`] leaves empty.
pub(super) fn every_table(store: &Store, discovery: DiscoverySeq) {
    first_tables(store, discovery);
    let filled = store.write(Op::named(Stack::Discovery(discovery), "Fill what came later"), |writer| {
        let report = writer.insert_report(discovery, "O-1", "An opening.")?;
        let (id, title, body_md) = (writer.next_id(), "Costs".to_owned(), "€2 m".to_owned());
        let cited = Some(r#"{"F-1":"00000000-0000-0000-0000-000000000001"}"#.to_owned());
        let section = SectionRow { id, rank: 1, depth: 1, title, body_md, cited, appendix: false, heading: None };
        writer.put_report_section(&report, &section)?;
        writer.insert_report_version(&report, "Draft", "{}")?;
        let change = SuggestedChange::Rename { before: "Costs".to_owned(), after: "Money".to_owned() };
        let suggested = SectionSuggestion { section: id, change };
        let made = writer.insert_report_suggestion(&report, ("a model", None), &suggested)?;
        writer.set_report_suggestion(made.id, &suggested, SuggestionState::Accepted)?;
        writer.insert_conversation_of_report(discovery, report.seq)?;
        let sql = "INSERT INTO chat_summary (id, discovery, conversation, last_message, replaced, created_at, text)
                   SELECT ?1, discovery, conversation, seq, 1, created_at, 'They spoke.'
                   FROM chat_message ORDER BY seq LIMIT 1";
        insert(writer, sql, params![writer.next_id()])?;
        writer.insert_document_recipe(discovery, "{}")?;
        long_document(writer, discovery)
    });
    filled.unwrap();
}

/// A run with a chunk that was paid for, and a summary.
fn long_document(writer: &mut Writer<'_>, discovery: DiscoverySeq) -> Result<(), StoreError> {
    let id = writer.next_id();
    let run = writer.insert_document_run(&NewDocumentRun {
        id,
        discovery,
        title: "Wall",
        prompt: "Why?",
        recipe: "{}",
        models: "[]",
        limits: "{}",
        material: "{}",
        cap: Some(1_000),
    })?;
    let job = NewDocumentJob {
        discovery,
        run,
        parent: None,
        kind: JobKind::Write,
        stage: Some(0),
        step: "brief",
        model: Some(0),
        root: None,
        turn_index: 0,
        payload: "{}",
    };
    let seq = writer.insert_document_job(&job)?;
    let found = writer.document_job(seq)?;
    let taken = writer.begin_document_job(&found)?.expect("nobody else took it");
    writer.deposit("USD", 500, Wallet { balance: 500, reserved: 0 })?;
    let worst = WorstCost { cost: 200, input_tokens: 10, input_cost: 10 };
    writer.reserve(ReservationPurpose::Job(&taken), ("USD", "one"), worst)?.expect("there is enough");
    let chunk = NewChunk {
        finish: "stop",
        input_tokens: 10,
        output_tokens: 5,
        counted: "provider",
        seen: "[]",
        raw: "{}",
        text: "Because.",
    };
    writer.insert_chunk(discovery, &taken, &chunk)?;
    let used = CallUse { cost: 20, input_tokens: 10, output_tokens: 5, counted: "provider", note: "" };
    writer.settle(ReservationPurpose::Job(&taken), used)?;
    let call = ReservationPurpose::Call(writer.next_id(), "chat");
    writer.reserve(call, ("USD", "one"), worst)?.expect("there is enough");
    writer.settle(call, used)?;
    writer.insert_document_summary(discovery, seq, ("00", "In short."))
}

/// Rows in those of them that a library of before the tables were declared has.
pub(super) fn first_tables(store: &Store, discovery: DiscoverySeq) {
    let filled = store.write(Op::named(Stack::Discovery(discovery), "Fill the rest"), |writer| {
        let sql = "INSERT INTO input (id, discovery, label_no, title, origin, chars, sha256, added_at, text)
                   VALUES (?1, ?2, 1, 'Note', 'paste', ?3, ?4, ?5, ?6)";
        let (chars, hash) = (TEXT.chars().count() as i64, factly_core::inputs::sha256_hex(TEXT));
        insert(writer, sql, params![writer.next_id(), discovery, chars, hash, writer.now_ms(), TEXT])?;
        let bundle = bundle(writer, discovery, "Nothing more was said.")?;
        run(writer, discovery, bundle, 0)?;
        let sql = "INSERT INTO reaffirmation (fact, bundle, quote, start_char, end_char, source_section)
                   VALUES (1, ?1, 'Nothing', 0, 7, 'FREE_CHAT')";
        insert(writer, sql, params![bundle])?;
        let sql = "INSERT INTO discovery_key (discovery, path, definition) VALUES (?1, 'dam.length', '{}')";
        insert(writer, sql, params![discovery])?;
        insert(writer, "INSERT INTO preference (name, value) VALUES ('theme', 'dark')", params![])?;
        writer.connection().execute("UPDATE fact SET status = 'accepted' WHERE seq < 10", [])?;
        pipeline(writer, discovery)?;
        providers(writer, discovery)?;
        chat(writer, discovery)?;
        items(writer, discovery)?;
        questions(writer, discovery)?;
        memory(writer, discovery)?;
        variants(writer, discovery)?;
        Ok(())
    });
    filled.unwrap();
}

/// An Insight from a fact, edited, marked and suggested.
fn pipeline(writer: &mut Writer<'_>, discovery: DiscoverySeq) -> Result<(), StoreError> {
    let fact = EntityLabel::new(EntityKind::Fact, 1);
    let insight = EntityLabel::new(EntityKind::Insight, writer.take_labels(discovery, EntityKind::Insight, 1)?);
    let (text, origin) = ("The dam is too long.", EntityOrigin::Manual);
    let entity = writer.insert_entity(&NewEntityRow { discovery, label: insight, text, output_type: None, origin })?;
    writer.set_entity_text(entity, 2, "The dam is too short.")?;
    writer.insert_entity_version(entity, 2, "The dam is too short.", None)?;
    writer.insert_link(discovery, fact, insight)?;
    writer.set_mark(discovery, insight, Some(ReviewMark::NeedsReview), Some(r#"{"from":"F-1"}"#))?;
    writer.insert_suggestion(&NewSuggestion {
        discovery,
        kind: EntityKind::Recommendation,
        text: "Build another.",
        output_type: None,
        links: &[insight],
        model: "pasted",
    })?;
    let sql = "INSERT INTO foreign_data (discovery, kind, label_no, name) VALUES (?1, 'N', 1, 'insight-7')";
    insert(writer, sql, params![discovery])?;
    Ok(())
}

/// Two items, of which one was merged into the other.
fn items(writer: &mut Writer<'_>, discovery: DiscoverySeq) -> Result<(), StoreError> {
    let item = |name| NewItem { discovery, name, aliases: &[], description: "" };
    let (remaining, merged) = (writer.insert_item(&item("Dam"))?, writer.insert_item(&item("Wall"))?);
    writer.merge_item(merged, remaining)
}

/// A round with an answer, a question that a model proposed, and an answer that is not sent yet.
fn questions(writer: &mut Writer<'_>, discovery: DiscoverySeq) -> Result<(), StoreError> {
    let answer = AnswerContent { quick: Some(Quick::No), text: "It is a monument".into() };
    let (stage, scope, item_ids) = (Stage::Ideation, ScopeType::Project, "[]");
    let round = writer.insert_round(&NewRound { discovery, stage, scope, item_ids, bundle: BundleSeq(1) })?;
    let question = |key, model| QuestionToAsk { discovery, key, item_id: "", text: "May holes be drilled?", model };
    let added = writer.add_question(&question(Some("project.constraints.drillingAllowed"), None))?;
    writer.answer_question(added, "May holes be drilled?", QuestionStatus::Answered, &answer, round)?;
    writer.add_question(&question(None, Some(("scripted", "nobody said so"))))?;
    writer.save_answer_draft(discovery, "project.budget.total", &answer)
}

/// A canonical item that a line means, a price of it and a rate.
fn memory(writer: &mut Writer<'_>, discovery: DiscoverySeq) -> Result<(), StoreError> {
    let item = CanonicalItem { name: "Concrete".into(), unit: "m³".into(), ..CanonicalItem::default() };
    let canonical = writer.insert_canonical_item(None, CanonicalContent { item: &item, note: "", archived: false })?;
    writer.insert_canonical_link(&NewCanonicalLink {
        discovery,
        of: &LineReference::Item("i1".into()),
        line: "Dam",
        canonical,
        confirmed: true,
        score: Some(970),
        reasons: &[],
    })?;
    let (euro, pound) = (Currency::EUR, Currency::GBP);
    let date = PartialDate::Year { year: 2026 };
    let price = PriceContent {
        price: Money { minor: 9900, currency: euro },
        unit: "m³".into(),
        quantity: None,
        vendor: "Quarry".into(),
        date,
        fact: Some((discovery, 1)),
        origin: PriceOrigin::Fact,
        note: String::new(),
    };
    writer.insert_price(canonical, &price)?;
    let rate = RateRow { id: uuid::Uuid::nil(), from: euro, to: pound, rate: 2.into(), date, note: String::new() };
    writer.insert_rate(&rate)?;
    Ok(())
}

/// Two facts that were kept beside each other.
fn variants(writer: &mut Writer<'_>, discovery: DiscoverySeq) -> Result<(), StoreError> {
    let worded = |no, text| HashedEntity {
        label: EntityLabel::new(EntityKind::Fact, no),
        sha256: factly_core::inputs::sha256_hex(text),
    };
    writer.insert_variant(discovery, (&worded(2, "It is long."), &worded(1, "It has a length.")))
}

/// A request that was allowed and answered.
fn providers(writer: &mut Writer<'_>, discovery: DiscoverySeq) -> Result<(), StoreError> {
    writer.give_consent(discovery, "openai", "https://api.openai.com")?;
    let sent = writer.insert_request(&NewRequest {
        discovery,
        task: "chat",
        run: None,
        message: Some(writer.next_id()),
        provider: "openai",
        model: "m",
        url: "https://api.openai.com/v1/chat/completions",
        headers: "authorization: ***",
        body: "{}",
    })?;
    writer.end_request(
        sent,
        &RequestEnd {
            outcome: "stop",
            status: Some(200),
            answered_by: Some("m"),
            input_tokens: Some(12),
            output_tokens: Some(3),
            cost_nano_usd: None,
            error: None,
        },
    )
}

/// A question in a conversation of its own, and an answer that has begun.
pub(super) fn streaming(writer: &mut Writer<'_>, discovery: DiscoverySeq) -> Result<MessageSeq, StoreError> {
    let conversation = writer.insert_conversation(discovery, Mode::Discovery, "", true)?;
    let question = NewQuestion { discovery, conversation, text: "Delete F-1.", labels: r#"["F-1"]"# };
    let answers = writer.insert_question(&question)?;
    let (id, provider, model) = (writer.next_id(), Some("openai"), Some("m"));
    writer.insert_answer(&NewAnswer { id, discovery, conversation, answers, provider, model })
}

/// A turn whose one card was applied, and a conversation that was named and deleted.
fn chat(writer: &mut Writer<'_>, discovery: DiscoverySeq) -> Result<(), StoreError> {
    let message = streaming(writer, discovery)?;
    writer.keep_answer(message, "Shall")?;
    let (text, calls) = ("Shall I?", r#"[{"text":"Shall I?","calls":[]}]"#);
    // What an answer rests on came later: a library of before has no place for it.
    let sql = "UPDATE chat_message SET state = 'done', text = ?2, calls = ?3, ended_at = ?4 WHERE seq = ?1";
    writer.connection().execute(sql, params![message, text, calls, writer.now_ms()])?;
    let (tool, params, shown) = (Tool::DeleteItem, r#"{"entity_type":"fact","item_id":"F-1"}"#, "{}");
    writer.insert_chat_card(&NewCardRow { discovery, message, position: 0, tool, params, shown })?;
    let card = writer.cards_of_chat_message(message)?[0].seq;
    let operation = writer.operation();
    let end = CardEnd { status: CardStatus::Applied, error: None, became: Some("F-1"), operation, edited: None };
    writer.set_chat_card(card, &end)?;
    let other = writer.insert_conversation(discovery, Mode::Discovery, "", false)?;
    writer.name_conversation(other, "Costs")?;
    writer.hide_conversation(other)
}
