//! Answers of the sources' own words by the model of meaning that ships: what is found in other words, what is not said,
//! and what holds without the model. `cargo xtask setup` makes its file.

use factly_core::chat::Mode;
use factly_core::chat::sources::record::ReplyOrigin;
use factly_core::discovery::EntityLabel;
use factly_engine::chat::{AnswerUse, MessageView, TurnRequest};
use factly_engine::error::Code;
use factly_engine::inputs::{NewInput, Parsing};
use factly_engine::meaning::model_file;
use factly_engine::store::inputs::InputOrigin;
use factly_engine::task::{CancelToken, NoProgress};

use crate::library::{Fixture, empty};

const LOG: &str = "Keeper's log of the ferry Astrid.\n\nThe crossing to Hallow is nine kilometres. On 3 March 1987 the ferry sank \
     in a storm off the northern pier. Forty-one passengers were aboard, and all of them were saved by fishermen.\n\nThe hull \
     was lifted by a crane in June. Divers needed 190 minutes to fasten the chains. The insurer paid 2.4 million euros for \
     the loss.";
const TALK: &str = "Interviewer: How did people get over to Hallow afterwards?\n\nMarit: We took the mail boat, twice a day, \
     and paid the postman three crowns.\n\nInterviewer: And the harbour master, what did he say?\n\nMarit: He blamed the \
     company, because the pumps had not been looked after.";

fn with_texts() -> (Fixture, uuid::Uuid) {
    let fixture = empty();
    let discovery = fixture.discovery("The ferry");
    for (title, text) in [("Log of the ferry", LOG), ("Talk with Marit", TALK)] {
        let input = NewInput {
            title: Some(title.to_owned()),
            origin: InputOrigin::Paste,
            file_name: None,
            text: text.to_owned(),
        };
        fixture.library.inputs().add_input(discovery, input, Parsing::Later, &NoProgress).unwrap();
    }
    (fixture, discovery)
}

fn ask(fixture: &Fixture, discovery: uuid::Uuid, question: &str) -> MessageView {
    let ask = TurnRequest { text: question.to_owned(), mode: Some(Mode::Sources), ..TurnRequest::default() };
    fixture.library.chat().send(discovery, None, &ask, &CancelToken::default(), &mut |_| {}).unwrap()
}

#[test]
fn a_question_is_answered_in_whatever_words() {
    let (fixture, discovery) = with_texts();
    fixture.library.use_meaning(model_file());
    let check = |question: &str, expected: &str| {
        let answer = ask(&fixture, discovery, question);
        let first = answer.text.split("[source:").next().unwrap().to_owned();
        assert!(first.contains(expected), "{question}\n{}", answer.text);
        assert_eq!(answer.grounding.unwrap().origin, ReplyOrigin::Extract, "{question}");
    };
    // The value that is asked for comes first, in whatever words its sentence has.
    check("On what day did the ferry go under?", "**3 March 1987**");
    check("How long did it take to attach the chains?", "**190 minutes**");
    check("What compensation did the insurance pay?", "2.4 million euros");
    // An interviewer's question is no answer: its answer is.
    check("How did people get over to Hallow?", "mail boat");
    check("Why did the harbour master blame the company?", "pumps");
}

#[test]
fn a_fact_or_an_insight_of_an_answer_is_the_quote_without_the_value_that_opens_it() {
    let (fixture, discovery) = with_texts();
    fixture.library.use_meaning(model_file());
    let answer = ask(&fixture, discovery, "How long did it take to attach the chains?");
    assert!(answer.text.contains("**190 minutes**"), "{}", answer.text);
    let used = fixture.library.chat().use_answer(answer.id, AnswerUse::Insight).unwrap();
    let text = |label: &str| {
        let label = EntityLabel::parse(label).unwrap();
        fixture.library.pipeline().card(discovery, label).unwrap().text
    };
    let texts: Vec<String> = used.added.iter().map(|label| text(label)).collect();
    assert!(texts.contains(&"Divers needed 190 minutes to fasten the chains.".to_owned()), "{texts:?}");
    assert!(texts.iter().all(|text| !text.contains(['*', '“'])), "{texts:?}");
}

#[test]
fn a_question_that_shares_no_word_with_its_answer_may_be_refused_and_shows_it_as_the_nearest() {
    let (fixture, discovery) = with_texts();
    fixture.library.use_meaning(model_file());
    let answer = ask(&fixture, discovery, "When did the ship go down?");
    let (before, nearest) = answer.text.split_once('>').expect("the nearest words are quoted");
    assert!(before.contains("The sources do not say. Nearest, and not an answer:"), "{}", answer.text);
    assert!(nearest.contains("On 3 March 1987 the ferry sank"), "{}", answer.text);
}

#[test]
fn what_the_sources_do_not_say_is_not_answered_by_what_shares_a_word() {
    let (fixture, discovery) = with_texts();
    fixture.library.use_meaning(model_file());
    for question in
        ["What colour was the lighthouse painted?", "Who owns the hotel in Hallow?", "When will the bridge be built?"]
    {
        let answer = ask(&fixture, discovery, question);
        assert_eq!(answer.grounding.unwrap().origin, ReplyOrigin::Guard, "{question}\n{}", answer.text);
        assert!(answer.text.starts_with("The sources do not say."), "{question}\n{}", answer.text);
        let refused = fixture.library.chat().use_answer(answer.id, AnswerUse::Fact).unwrap_err();
        assert_eq!(refused.code, Code::Refused, "{question}: the nearest words are no answer");
    }
}

#[test]
fn without_the_model_the_words_answer_and_it_is_said() {
    let (fixture, discovery) = with_texts();
    let missing = fixture.folder.path().join("nowhere");
    fixture.library.use_meaning(missing.clone());
    fixture.library.retrieval().embed_passages(discovery, &CancelToken::default()).unwrap_err();
    let answer = ask(&fixture, discovery, "How many passengers were aboard?");
    let grounding = answer.grounding.unwrap();
    assert!(answer.text.contains("Forty-one passengers"), "{}", answer.text);
    let reason = grounding.by_words.unwrap().to_string();
    assert!(reason.contains("missing") && reason.contains(&missing.display().to_string()), "{reason}");
    // Put back, it is used at once.
    std::fs::copy(model_file(), &missing).unwrap();
    let answer = ask(&fixture, discovery, "When did the ship go down?");
    assert!(answer.text.contains("3 March 1987") && answer.grounding.unwrap().by_words.is_none(), "{}", answer.text);
}

#[test]
fn a_damaged_model_is_not_used() {
    let (fixture, discovery) = with_texts();
    let damaged = fixture.folder.path().join("damaged");
    let mut bytes = std::fs::read(model_file()).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&damaged, bytes).unwrap();
    fixture.library.use_meaning(damaged);
    let answer = ask(&fixture, discovery, "How many passengers were aboard?");
    assert!(answer.grounding.unwrap().by_words.unwrap().to_string().contains("damaged"));
}

#[test]
fn vectors_are_made_in_the_background_and_not_twice() {
    let (fixture, discovery) = with_texts();
    fixture.library.use_meaning(model_file());
    let status = || fixture.library.retrieval().embedding_status(discovery).unwrap();
    assert_eq!(status().vectors, Some(0));
    let stopped = CancelToken::default();
    stopped.cancel();
    assert!(!fixture.library.retrieval().embed_waiting(&stopped).unwrap(), "it can be stopped");
    assert!(fixture.library.retrieval().embed_waiting(&CancelToken::default()).unwrap(), "and goes on");
    assert_eq!(status().vectors, Some(status().passages));
    // With the vectors there, nothing is made: the model's file is not needed for them.
    fixture.library.use_meaning(fixture.folder.path().join("nowhere"));
    assert!(fixture.library.retrieval().embed_waiting(&CancelToken::default()).unwrap());
}
