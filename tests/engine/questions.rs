//! Structured questions: what is asked, what an answer becomes, and that a round is one turn and one step.

use crate::{library, world};
use factly_core::facts::Status;
use factly_core::inputs::{Quick, Stage};
use factly_core::questions::QuestionName;
use factly_engine::discovery::DiscoveryChange;
use factly_engine::error::Code;
use factly_engine::facts::{Fact, FactFilter};
use factly_engine::inputs::Parsing;
use factly_engine::questions::{
    AnswerContent, AnswerGiven, AnswerRound, QuestionState, QuestionView, RoundReport, Sheet,
};
use factly_engine::task::CancelToken;
use library::{Fixture, empty};
use uuid::Uuid;

const DRILLING: &str = "project.constraints.drillingAllowed";
const VISITORS: &str = "project.summary.expectedVisitors";

fn answer(name: &str, quick: Option<Quick>, text: &str) -> AnswerGiven {
    let name = QuestionName::parse(name).expect("a question's name");
    AnswerGiven { name, content: AnswerContent { quick, text: text.into() } }
}

fn round(items: &[&str], answers: Vec<AnswerGiven>) -> AnswerRound {
    AnswerRound { items: items.iter().map(|item| (*item).to_owned()).collect(), answers, ..AnswerRound::default() }
}

fn finish(at: &Fixture, discovery: Uuid, round: &AnswerRound) -> RoundReport {
    at.library.questions().finish_round(discovery, round, &CancelToken::default()).expect("a round")
}

fn sheet(at: &Fixture, discovery: Uuid, items: &[&str]) -> Sheet {
    let items: Vec<String> = items.iter().map(|item| (*item).to_owned()).collect();
    at.library.questions().sheet(discovery, &items).expect("a sheet")
}

fn find<'s>(sheet: &'s Sheet, name: &str) -> Option<&'s QuestionView> {
    sheet.open.iter().chain(&sheet.done).find(|question| question.name.to_string() == name)
}

fn state(at: &Fixture, discovery: Uuid, items: &[&str], name: &str) -> Option<QuestionState> {
    find(&sheet(at, discovery, items), name).map(|question| question.state)
}

fn facts(at: &Fixture, discovery: Uuid) -> Vec<Fact> {
    at.library.facts().facts(discovery, &FactFilter::default(), None, 1_000).unwrap().facts
}

/// `status scope text` of each, in the order of the ledger.
fn ledger(at: &Fixture, discovery: Uuid) -> Vec<String> {
    let line = |fact: &Fact| {
        let item = fact.scope.item_id().map(|id| format!("{id} ")).unwrap_or_default();
        format!("{} {item}{}", fact.status.as_str(), fact.text)
    };
    facts(at, discovery).iter().map(line).collect()
}

#[test]
fn a_round_is_one_bundle_one_run_and_one_step() {
    let at = empty();
    let id = at.discovery("Hall");
    let before = sheet(&at, id, &[]);
    let answers = vec![
        answer(DRILLING, Some(Quick::No), ""),
        answer(VISITORS, None, "two hundred people"),
        answer("project.summary.audience", Some(Quick::Idk), ""),
        answer("project.budget.cap", Some(Quick::Irrelevant), "The city pays."),
    ];
    let report = finish(&at, id, &round(&[], answers));
    assert_eq!(ledger(&at, id)[..2], ["accepted Drilling allowed: no", "accepted Expected visitors: 200 people"]);
    assert_eq!(report.unread, None);
    let became: Vec<usize> = report.became.iter().map(|became| became.facts.len()).collect();
    assert_eq!(became[..3], [1, 1, 0], "each answer tells what it became: {became:?}");

    let bundles = at.library.inputs().bundles(id, None, 10).unwrap();
    assert_eq!(bundles.total, 1, "a round is one turn");
    let view = at.library.inputs().bundle(report.bundle).unwrap();
    assert!(view.hash_ok);
    assert!(view.text.contains(&format!("A1(qId={DRILLING}): quick=NO text=\"\"")), "{}", view.text);
    assert!(view.text.contains(&format!("Q1(id={DRILLING}): May holes be drilled at the venue?")));
    assert_eq!(bundles.bundles[0].run.as_ref().unwrap().stats.ops_in, u32::try_from(facts(&at, id).len()).unwrap());
    let fact = &facts(&at, id)[0];
    let evidence = at.library.facts().fact_detail(fact.id).unwrap().fact.evidence.unwrap();
    assert_eq!(evidence.quote, format!("A1(qId={DRILLING}): quick=NO"), "an answer's own words prove it");

    let after = sheet(&at, id, &[]);
    let states = |name: &str| state(&at, id, &[], name).unwrap();
    assert_eq!(states(DRILLING), QuestionState::Resolved);
    assert_eq!(states("project.summary.audience"), QuestionState::Tried, "who does not know leaves it open");
    assert_eq!(after.open.last().unwrap().name.to_string(), "project.summary.audience", "and is asked last");
    assert_eq!(states("project.budget.cap"), QuestionState::Irrelevant);
    assert_eq!((after.filled, after.rounds), (2, 1));

    assert_eq!(at.library.undo().undo(Some(id)).unwrap().done.unwrap(), "Answer 4 questions");
    assert_eq!(ledger(&at, id), [""; 0], "one step takes the round back, its facts and its answers");
    let drafts_aside = |mut sheet: Sheet| {
        sheet.open.iter_mut().for_each(|question| question.draft = AnswerContent::default());
        sheet
    };
    assert_eq!(drafts_aside(sheet(&at, id, &[])), before);
    at.library.undo().redo(Some(id)).unwrap();
    assert_eq!(sheet(&at, id, &[]), after);
}

#[test]
fn an_answer_about_an_item_is_a_fact_of_that_item() {
    let at = empty();
    let id = at.discovery("Stand");
    for name in ["Backdrop", "Floor"] {
        at.library.items().item_add(id, name, &[]).unwrap();
    }
    let answers = vec![
        answer("item.dimensions.width@i1", None, "600 cm"),
        answer("item.dimensions.width@i2", None, "It is 8 m wide."),
        answer("item.materials.main@i1", None, "birch plywood"),
    ];
    let report = finish(&at, id, &round(&["i1", "i2"], answers));
    let expected = ["accepted i1 Width: 600 cm", "accepted i2 Width: 8 m", "accepted i1 Main material: birch plywood"];
    assert_eq!(ledger(&at, id), expected);
    let text = at.library.inputs().bundle_text(report.bundle).unwrap();
    assert!(text.contains("scope=multiItem\nitemRefs=[{id:\"i1\",name:\"Backdrop\"}, {id:\"i2\",name:\"Floor\"}]"));
    assert!(text.contains("Q1(id=item.dimensions.width@i1): Backdrop: How wide is it?"), "{text}");
    assert_eq!(state(&at, id, &["i1"], "item.materials.main@i1"), Some(QuestionState::Resolved));
    assert_eq!(state(&at, id, &["i2"], "item.materials.main@i2"), Some(QuestionState::Open), "of the other it is not");
    let none = sheet(&at, id, &[]);
    assert!(none.open.iter().all(|question| question.item.is_empty()), "the project's scope asks about no item");
}

#[test]
fn an_answer_of_several_lines_or_with_quotes_is_proven_by_its_own_words() {
    let at = empty();
    let id = at.discovery("Hall");
    let (venue, client) = ("project.logistics.venue", "project.summary.client");
    finish(&at, id, &round(&[], vec![answer(venue, None, "Hall 3\nGate B"), answer(client, None, "\"Craft\"\tNorth")]));
    let found = facts(&at, id);
    let states: Vec<_> = found.iter().map(|fact| (fact.status, fact.needs_review, fact.reason.to_string())).collect();
    assert_eq!(
        states,
        vec![(Status::Accepted, false, String::new()); 2],
        "the bundle escapes them, and they say no more than was said"
    );
    let quote = &at.library.facts().fact_detail(found[0].id).unwrap().fact.evidence.unwrap().quote;
    assert_eq!(quote, "Hall 3\\nGate B", "to the letter of the bundle");
}

#[test]
fn a_question_resolves_when_a_fact_comes_from_elsewhere_and_is_open_again_when_it_goes() {
    let at = empty();
    let id = at.discovery("Hall");
    assert_eq!(state(&at, id, &[], DRILLING), Some(QuestionState::Open));
    finish(&at, id, &round(&[], vec![answer(DRILLING, Some(Quick::Idk), "")]));
    assert_eq!(state(&at, id, &[], DRILLING), Some(QuestionState::Tried));
    at.add(id, "Drilling is not allowed in the hall.", Parsing::Now);
    assert_eq!(state(&at, id, &[], DRILLING), Some(QuestionState::Resolved));
    let fact = find(&sheet(&at, id, &[]), DRILLING).unwrap().fact.clone().unwrap();
    assert_eq!((fact.status, fact.text.as_str()), (Status::Accepted, "Drilling allowed: no"));
    at.library.facts().reject(&[fact.id]).unwrap();
    assert_eq!(state(&at, id, &[], DRILLING), Some(QuestionState::Tried), "rejected, it proves nothing");
    at.library.undo().undo(Some(id)).unwrap();
    assert_eq!(state(&at, id, &[], DRILLING), Some(QuestionState::Resolved));
}

#[test]
fn what_is_high_risk_or_no_value_waits_for_the_analyst() {
    let at = empty();
    let id = at.discovery("Hall");
    let answers = vec![
        answer("project.budget.total", None, "€12,000"),
        answer("project.summary.expectedVisitors", None, "a great many, I hope"),
    ];
    finish(&at, id, &round(&[], answers));
    assert_eq!(ledger(&at, id)[0], "proposed Total budget: €12,000.00");
    assert_eq!(state(&at, id, &[], "project.budget.total"), Some(QuestionState::Waiting), "it is not asked twice");
    assert_eq!(state(&at, id, &[], VISITORS), Some(QuestionState::Tried), "a note fills no key");
    assert!(ledger(&at, id)[1..].iter().all(|line| line.starts_with("proposed a great many")), "{:?}", ledger(&at, id));
}

#[test]
fn who_answers_that_it_is_irrelevant_closes_it_with_the_reason_until_it_is_asked_again() {
    let at = empty();
    let id = at.discovery("Hall");
    finish(&at, id, &round(&[], vec![answer(DRILLING, Some(Quick::Irrelevant), "Nothing is fixed to it.")]));
    let closed = find(&sheet(&at, id, &[]), DRILLING).unwrap().clone();
    assert_eq!((closed.state, closed.answer.text.as_str()), (QuestionState::Irrelevant, "Nothing is fixed to it."));
    let name = QuestionName::parse(DRILLING).unwrap();
    at.library.questions().reopen_question(id, &name).unwrap();
    assert_eq!(state(&at, id, &[], DRILLING), Some(QuestionState::Tried));
    at.library.undo().undo(Some(id)).unwrap();
    assert_eq!(state(&at, id, &[], DRILLING), Some(QuestionState::Irrelevant));
}

#[test]
fn words_beside_i_do_not_know_and_irrelevant_fill_nothing() {
    const CLIENT: &str = "project.summary.client";
    let rows = [
        (CLIENT, Quick::Idk, "Ask Maria on Monday", QuestionState::Tried, "the question was left open"),
        (CLIENT, Quick::Irrelevant, "It is our own project", QuestionState::Irrelevant, "closed as irrelevant"),
        (VISITORS, Quick::Idk, "200 people", QuestionState::Tried, "the question was left open"),
        (VISITORS, Quick::Irrelevant, "There are 200 visitors.", QuestionState::Irrelevant, "closed as irrelevant"),
    ];
    for (name, quick, text, expected, why) in rows {
        let at = empty();
        let id = at.discovery("Hall");
        let report = finish(&at, id, &round(&[], vec![answer(name, Some(quick), text)]));
        assert_eq!(ledger(&at, id), [format!("proposed {text}")], "{name}: a note, for the analyst to see");
        assert_eq!(state(&at, id, &[], name), Some(expected), "{name}: {quick:?} {text:?}");
        let note = at.library.facts().fact_detail(report.became[0].facts[0].id).unwrap().fact;
        assert!(note.reason.to_string().contains(why), "{name}: {}", note.reason);
        at.library.facts().accept(&[note.id]).unwrap();
        assert_eq!(state(&at, id, &[], name), Some(expected), "{name}: accepted, the note is still no value");
    }
}

#[test]
fn a_half_answered_round_is_kept_and_an_undone_one_is_half_answered_again() {
    let at = empty();
    let id = at.discovery("Hall");
    let name = QuestionName::parse(DRILLING).unwrap();
    let half = AnswerContent { quick: Some(Quick::No), text: "the ceil".into() };
    at.library.questions().keep_answer(id, Some(&name), &half).unwrap();
    at.library.questions().keep_answer(id, None, &AnswerContent { quick: None, text: "By the way".into() }).unwrap();
    let path = at.library.path().to_owned();
    drop(at.library);
    let library = factly_engine::Library::open(&path, world::fixed()).unwrap();
    let at = Fixture { library, folder: at.folder };
    let restored = sheet(&at, id, &[]);
    assert_eq!((&find(&restored, DRILLING).unwrap().draft, restored.draft.as_str()), (&half, "By the way"));
    assert_eq!(at.library.undo().undo(Some(id)).unwrap().done, None, "writing is no step of undo");

    let answers = vec![AnswerGiven { name, content: half.clone() }];
    let report = finish(&at, id, &AnswerRound { answers, free: "By the way".into(), ..AnswerRound::default() });
    assert_eq!(report.became.last().unwrap().name, None, "what was said freely tells what it became too");
    let sent = sheet(&at, id, &[]);
    assert_eq!((&find(&sent, DRILLING).unwrap().draft, sent.draft.as_str()), (&AnswerContent::default(), ""));
    at.library.undo().undo(Some(id)).unwrap();
    let again = sheet(&at, id, &[]);
    assert_eq!((&find(&again, DRILLING).unwrap().draft, again.draft.as_str()), (&half, "By the way"));
}

/// Sends an answer to [`DRILLING`] and something said freely, as the window does: both are kept first.
fn send(at: &Fixture, discovery: Uuid, text: &str) {
    write(at, discovery, text);
    let answers = vec![answer(DRILLING, None, text)];
    finish(at, discovery, &AnswerRound { answers, free: text.into(), ..AnswerRound::default() });
}

fn write(at: &Fixture, discovery: Uuid, text: &str) {
    let (name, answer) = (QuestionName::parse(DRILLING).unwrap(), AnswerContent { quick: None, text: text.into() });
    at.library.questions().keep_answer(discovery, Some(&name), &answer).unwrap();
    at.library.questions().keep_answer(discovery, None, &answer).unwrap();
}

/// Returns the draft answer to [`DRILLING`], and the free text.
fn written(at: &Fixture, discovery: Uuid) -> (String, String) {
    let sheet = sheet(at, discovery, &[]);
    (find(&sheet, DRILLING).unwrap().draft.text.clone(), sheet.draft)
}

fn both(text: &str) -> (String, String) {
    (text.into(), text.into())
}

#[test]
fn undo_and_redo_of_a_round_leave_what_was_written_since() {
    let at = empty();
    let id = at.discovery("Hall");
    send(&at, id, "asked twice");
    write(&at, id, "newer");
    let undone = at.library.undo().undo(Some(id)).unwrap();
    assert_eq!(written(&at, id), both("newer"));
    assert_eq!(undone.kept_drafts, 2, "the answer and what was said freely are not drafts again, which is told");
    assert_eq!(at.library.undo().redo(Some(id)).unwrap().kept_drafts, 0);
    assert_eq!(written(&at, id), both("newer"), "what is sent again takes nothing else along");
    write(&at, id, "");
    assert_eq!(at.library.undo().undo(Some(id)).unwrap().kept_drafts, 0);
    assert_eq!(written(&at, id), both("asked twice"), "with nothing in its place it is there again");
    write(&at, id, "asked twice, and more");
    at.library.undo().redo(Some(id)).unwrap();
    assert_eq!(written(&at, id), both("asked twice, and more"), "it was changed before it was sent again");
}

#[test]
fn each_round_gives_its_own_answer_back() {
    let at = empty();
    let id = at.discovery("Hall");
    send(&at, id, "the first");
    send(&at, id, "the second");
    assert_eq!(at.library.undo().undo(Some(id)).unwrap().kept_drafts, 0);
    assert_eq!(written(&at, id), both("the second"));
    assert_eq!(at.library.undo().undo(Some(id)).unwrap().kept_drafts, 2);
    assert_eq!(written(&at, id), both("the second"), "the later answer is the newer draft");
    at.library.undo().redo(Some(id)).unwrap();
    assert_eq!(written(&at, id), both("the second"));
    at.library.undo().redo(Some(id)).unwrap();
    assert_eq!(written(&at, id), both(""), "both are sent");
    let went = at.library.undo().go_to(Some(id), None).unwrap();
    assert_eq!((went.step_count, went.kept_drafts, written(&at, id)), (2, 2, both("the second")));
}

#[test]
fn of_two_drafts_no_third_is_made() {
    let at = empty();
    let id = at.discovery("Hall");
    let name = QuestionName::parse(DRILLING).unwrap();
    let (sent, newer) = (
        AnswerContent { quick: Some(Quick::No), text: String::new() },
        AnswerContent { quick: None, text: "So".into() },
    );
    at.library.questions().keep_answer(id, Some(&name), &sent).unwrap();
    finish(&at, id, &round(&[], vec![answer(DRILLING, Some(Quick::No), "")]));
    at.library.questions().keep_answer(id, Some(&name), &newer).unwrap();
    at.library.undo().undo(Some(id)).unwrap();
    assert_eq!(find(&sheet(&at, id, &[]), DRILLING).unwrap().draft, newer, "“no” and “So” were never one answer");
}

#[test]
fn a_round_is_all_of_it_or_nothing() {
    let at = empty();
    let id = at.discovery("Hall");
    at.library.items().item_add(id, "Backdrop", &[]).unwrap();
    let yes = || answer(DRILLING, Some(Quick::Yes), "");
    let rows = [
        ("nothing is answered", round(&[], vec![]), Code::Empty),
        ("an answer says nothing", round(&[], vec![yes(), answer(VISITORS, None, " ")]), Code::Empty),
        ("one is answered twice", round(&[], vec![yes(), yes()]), Code::Invalid),
        ("no such key", round(&[], vec![yes(), answer("project.no.key", None, "6")]), Code::Invalid),
        ("no such question", round(&[], vec![yes(), answer("q7", None, "6")]), Code::NotFound),
        ("no such item", round(&[], vec![yes(), answer("item.dimensions.width@i9", None, "6")]), Code::NotFound),
        ("no such item in its scope", round(&["i9"], vec![yes()]), Code::NotFound),
        ("an item's key without its item", round(&[], vec![answer("item.dimensions.width", None, "6")]), Code::Invalid),
        (
            "a width by yes",
            round(&["i1"], vec![answer("item.dimensions.width@i1", Some(Quick::Yes), "")]),
            Code::Invalid,
        ),
        (
            "a key of another stage",
            round(&[], vec![answer("project.decisions.supplier", None, "Holz AG")]),
            Code::Invalid,
        ),
        ("a book", round(&[], vec![answer(VISITORS, None, &"x".repeat(9_000))]), Code::TooLarge),
    ];
    for (rule, round, code) in rows {
        let refused = at.library.questions().finish_round(id, &round, &CancelToken::default()).expect_err(rule);
        assert_eq!(refused.code, code, "{rule}: {refused}");
    }
    assert_eq!(
        (ledger(&at, id).len(), at.library.inputs().bundles(id, None, 10).unwrap().total),
        (0, 0),
        "nothing was stored"
    );
    let change = DiscoveryChange { stage: Some(Stage::Planning), ..DiscoveryChange::default() };
    at.library.discoveries().update(id, change).unwrap();
    finish(&at, id, &round(&[], vec![answer("project.decisions.supplier", None, "Holz AG")]));
    assert_eq!(ledger(&at, id), ["accepted Supplier: Holz AG"]);
}

#[test]
fn an_answer_that_contradicts_what_stands_is_for_the_analyst_to_decide() {
    let at = empty();
    let id = at.discovery("Hall");
    at.add(id, "Drilling is not allowed in the hall.", Parsing::Now);
    finish(&at, id, &round(&[], vec![answer(DRILLING, Some(Quick::Yes), "")]));
    let lines = ledger(&at, id);
    assert!(lines.contains(&"conflict Drilling allowed: yes".to_owned()), "{lines:?}");
    assert!(lines.contains(&"accepted Drilling allowed: no".to_owned()), "nothing is overwritten: {lines:?}");
}

#[test]
fn what_nobody_knew_is_in_the_block_of_open_questions_until_it_is_known() {
    let at = empty();
    let id = at.discovery("Hall");
    let block = || {
        let blocks = at.library.knowledge().blocks(id, None).unwrap();
        blocks.into_iter().find(|block| block.key.as_str() == "project.openQuestions").unwrap().markdown
    };
    finish(&at, id, &round(&[], vec![answer(DRILLING, Some(Quick::Idk), "")]));
    assert!(block().contains("May holes be drilled at the venue?"), "{}", block());
    let before = block();
    at.add(id, "Drilling is not allowed in the hall.", Parsing::Now);
    assert_ne!(block(), before, "what is known by now resolves it");
    at.library.undo().undo(Some(id)).unwrap();
    assert_eq!(block(), before);
    at.library.undo().undo(Some(id)).unwrap();
    assert!(!block().contains("drilled"), "a round that was taken back asked nothing: {}", block());
}
