//! The Sources mode from question to kept answer: retrieved, guarded, streamed, validated, checked, summed up; and without
//! a model in the sources' own words.
#![allow(clippy::print_stdout, reason = "a score is to be read")]

use std::fs;

use factly_core::chat::sources::SourceLimits;
use factly_core::chat::sources::prompt::{GUARD, SUMMARIZE};
use factly_core::chat::sources::record::{CitationFault, ReplyOrigin};
use factly_core::chat::{MessageState, Mode};
use factly_core::facts::Status;
use factly_engine::Library;
use factly_engine::chat::{AnswerUse, MessageView, TurnRequest};
use factly_engine::error::{Code, Result};
use factly_engine::facts::FactEdit;
use factly_engine::inputs::{NewInput, Parsing};
use factly_engine::providers::{ProviderKind, Settings};
use factly_engine::store::inputs::InputOrigin;
use factly_engine::task::{CancelToken, NoProgress};
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::chat::scripted_chat::{Chat, at, offline, openai, tokens};
use crate::model_server::{Scripted, Server, Step};

const WALL: &str = "# The wall\n\nThe wall is 840 metres long. It costs 8.6 million euros. The residents of Tanner Street \
     oppose a wall of 1.8 metres, because it would have been overtopped in 2024. Construction begins in April 2027.";
const GAUGE: &str = "# The gauges\n\nTwo gauges at Kelling and at the Furth weir are ordered. The price of the two gauges \
     is 64,000 euros. They give the town another 3.5 hours of warning before the water comes.";

impl Chat {
    fn text(&self, title: &str, text: &str) -> Uuid {
        add(&self.library, self.discovery, title, text)
    }

    fn ask(&self, question: &str) -> MessageView {
        self.try_ask(question).unwrap()
    }

    fn try_ask(&self, question: &str) -> Result<MessageView> {
        let ask = TurnRequest { text: question.to_owned(), mode: Some(Mode::Sources), ..TurnRequest::default() };
        self.library.chat().send(self.discovery, None, &ask, &CancelToken::default(), &mut |_| {})
    }

    fn limit(&self, limits: SourceLimits) {
        let settings = Settings { limits, ..self.library.providers().stored_settings().unwrap() };
        self.library.providers().set_providers(&settings).unwrap();
    }
}

fn add(library: &Library, discovery: Uuid, title: &str, text: &str) -> Uuid {
    let input =
        NewInput { title: Some(title.to_owned()), origin: InputOrigin::Paste, file_name: None, text: text.to_owned() };
    let report = library.inputs().add_input(discovery, input, Parsing::Later, &NoProgress).unwrap();
    report.added[0].id
}

fn with_texts(chat: Chat) -> Chat {
    chat.text("The wall", WALL);
    chat.text("The gauges", GAUGE);
    chat
}

fn system(body: &Value) -> &str {
    body["messages"][0]["content"].as_str().unwrap()
}

#[test]
fn an_answer_is_told_from_what_was_retrieved_and_an_invented_citation_is_never_shown() {
    let server = Server::one(openai("It is 840 metres long [source: I-1-1]. It is old [source: I-9-9].", &[]));
    let chat = with_texts(at(&server, ProviderKind::OpenAi));
    let mut streamed = String::new();
    let ask = TurnRequest { text: "How long is the wall?".into(), mode: Some(Mode::Sources), ..TurnRequest::default() };
    let answer = chat
        .library
        .chat()
        .send(chat.discovery, None, &ask, &CancelToken::default(), &mut |event| {
            if let factly_engine::chat::TurnEvent::Token(words) = event {
                streamed.push_str(words);
            }
        })
        .unwrap();
    let expected = "It is 840 metres long [source: I-1-1]. It is old.\n\n(Removed invalid citation)\n\nSources: I-1-1";
    assert_eq!((answer.text.as_str(), streamed.as_str()), (expected, expected), "what streams is what is kept");
    let system = system(&server.requests()[0].body).to_owned();
    assert!(system.starts_with("You are a helpful AI assistant. Use ONLY the provided source documents"), "{system}");
    assert!(system.contains("id: I-1-1\n") && system.contains("840 metres"), "{system}");
    assert!(system.ends_with("then list citations as: Sources: id1, id2."), "{system}");
    let grounding = answer.grounding.unwrap();
    assert_eq!((grounding.origin, grounding.removed), (ReplyOrigin::Model, vec!["I-9-9".to_owned()]));
    let source = &grounding.sources[0];
    assert_eq!((source.id.as_str(), source.quote.as_str()), ("I-1-1", "The wall is 840 metres long."));
    assert!(source.text.chars().count() <= 160 && source.input.as_ref().unwrap().label == "I-1");
    let marked: Vec<_> = grounding.unsupported.iter().map(|marked| (marked.why, marked.text.as_str())).collect();
    assert_eq!(marked, [(CitationFault::NoSource, "It is old.")]);
    let range =
        chat.library.sources().place_of(source.input.as_ref().unwrap().id, span(source), &source.quote).unwrap();
    assert_eq!((range.start, range.end), (source.start, source.end), "plain letters count alike");
}

fn span(source: &factly_engine::chat::SourceView) -> factly_core::text::Span {
    factly_core::text::Span::new(source.start, source.end)
}

#[test]
fn the_guard_answers_without_a_call() {
    let server = Server::one(openai("I invent something.", &[]));
    let chat = with_texts(at(&server, ProviderKind::OpenAi));
    let answer = chat.ask("Which quarterback threw the longest touchdown in the Super Bowl?");
    assert_eq!((answer.text.as_str(), server.requests().len()), (GUARD, 0));
    let grounding = answer.grounding.unwrap();
    assert!(grounding.origin == ReplyOrigin::Guard && grounding.sources.is_empty() && grounding.unsupported.is_empty());
    let empty = at(&server, ProviderKind::OpenAi);
    assert_eq!(empty.ask("How long is the wall?").text, GUARD, "nothing is there to answer from");
    assert_eq!(server.requests().len(), 0);
}

#[test]
fn the_prompt_is_made_anew_each_turn_and_no_message_goes_twice() {
    let server = Server::one(openai("Yes [source: I-1-1].", &[]));
    let chat = with_texts(at(&server, ProviderKind::OpenAi));
    chat.ask("How long is the wall?");
    chat.ask("What is the price of the two gauges?");
    let body = server.requests()[1].body.clone();
    assert!(system(&body).contains("64,000 euros"), "fresh sources: {}", system(&body));
    let contents: Vec<&str> =
        body["messages"].as_array().unwrap()[1..].iter().map(|message| message["content"].as_str().unwrap()).collect();
    assert_eq!(contents[0], "How long is the wall?");
    assert_eq!(contents.iter().filter(|text| text.contains("price of the two gauges")).count(), 1, "{contents:?}");
}

#[test]
fn summarization_puts_a_system_summary_in_the_place_of_older_messages() {
    let server = Server::answering(|_, request| {
        let is_summary = request.body["messages"][0]["content"].as_str() == Some(SUMMARIZE);
        if is_summary {
            openai("The user asks for the wall [source: I-1-1].", &[])
        } else {
            openai("Yes [source: I-1-1].", &[])
        }
    });
    let chat = with_texts(at(&server, ProviderKind::OpenAi));
    chat.limit(SourceLimits { max_history: 4, ..SourceLimits::default() });
    for at in 1..=4 {
        chat.ask(&format!("Question {at}: how long is the wall?"));
    }
    let conversation = chat.library.chat().conversation_of(chat.discovery, Mode::Sources).unwrap().id;
    let page = chat.library.chat().messages(conversation, None, 50).unwrap();
    assert_eq!((page.messages.len(), page.summaries.len()), (8, 1), "what was said stays to be read");
    let summary = &page.summaries[0];
    assert_eq!(
        (summary.text.as_str(), summary.replaced),
        ("The user asks for the wall.", 2),
        "plain, without citations"
    );
    let last = server.requests().last().unwrap().body.clone();
    let sent = last.to_string();
    assert!(sent.contains("Summary of the conversation so far: The user asks for the wall."), "{sent}");
    assert!(!sent.contains("Question 1"), "it stands for it: {sent}");
    assert!(sent.contains("Question 2") && sent.contains("Question 3"), "the last two of the user stay: {sent}");
}

#[test]
fn five_failures_open_the_breaker_of_their_conversation() {
    let server = Server::one(Scripted::json(400, &json!({ "error": { "message": "no" } })));
    let chat = with_texts(at(&server, ProviderKind::OpenAi));
    for _ in 0..5 {
        assert_eq!(chat.ask("How long is the wall?").state, MessageState::Failed);
    }
    let request_count = server.requests().len();
    let answer = chat.ask("How long is the wall?");
    assert_eq!((answer.state, server.requests().len()), (MessageState::Done, request_count), "nobody was asked");
    assert!(
        answer.text.starts_with("Temporary issue generating response. Here are the relevant documents summary: "),
        "{}",
        answer.text
    );
    let grounding = answer.grounding.unwrap();
    assert!(grounding.origin == ReplyOrigin::Fallback && !grounding.sources.is_empty());
    assert_eq!(chat.ask("How long is the wall?").text, answer.text, "it stays open, and says the same");
    let other = chat.library.chat().create_conversation_of(chat.discovery, Mode::Sources, None).unwrap().id;
    let ask = TurnRequest { text: "How long is the wall?".into(), ..TurnRequest::default() };
    let count_before = server.requests().len();
    chat.library.chat().send(chat.discovery, Some(other), &ask, &CancelToken::default(), &mut |_| {}).unwrap();
    assert!(server.requests().len() > count_before, "another conversation has its own");
}

#[test]
fn who_asks_too_fast_is_refused_where_that_is_set() {
    let chat = with_texts(offline());
    for _ in 0..8 {
        chat.ask("How long is the wall?");
    }
    chat.limit(SourceLimits { limits_rate: true, ..SourceLimits::default() });
    let refused = chat.try_ask("How long is the wall?").unwrap_err();
    assert!(refused.code == Code::RateLimited && refused.message.to_string().contains("429"), "{refused}");
}

#[test]
fn a_stopped_or_broken_answer_keeps_its_words_and_its_sources() {
    let partial = tokens("It is 840 metres long [source: I-1-1]. It costs [sou");
    let without_a_reason = Scripted::stream(format!("{partial}data: [DONE]\n\n"));
    for broken in [Scripted::stream(partial).then(Step::Cut), without_a_reason] {
        let server = Server::one(broken);
        let chat = with_texts(at(&server, ProviderKind::OpenAi));
        let answer = chat.ask("How long is the wall?");
        assert_eq!(answer.state, MessageState::Failed);
        assert!(answer.text.starts_with("It is 840 metres long [source: I-1-1]."), "{}", answer.text);
        assert!(!answer.text.contains("Sources:"), "only a whole answer has the line: {}", answer.text);
        assert_eq!(answer.grounding.unwrap().sources.len(), 1);
    }
}

#[test]
fn a_question_is_put_to_the_inputs_that_were_chosen() {
    let chat = with_texts(offline());
    let gauges =
        chat.text("More gauges", "The price of one more gauge is 32,000 euros, says the water board of the town.");
    let ask = |scope: Vec<Uuid>| {
        let ask = TurnRequest {
            text: "What is the price of a gauge?".into(),
            mode: Some(Mode::Sources),
            scope: Some(scope),
            ..TurnRequest::default()
        };
        chat.library.chat().send(chat.discovery, None, &ask, &CancelToken::default(), &mut |_| {}).unwrap()
    };
    let answer = ask(vec![gauges]);
    assert!(answer.text.contains("32,000") && !answer.text.contains("64,000"), "{}", answer.text);
    let conversation = chat.library.chat().conversation_of(chat.discovery, Mode::Sources).unwrap().id;
    chat.library.chat().scope_conversation(conversation, &[gauges]).unwrap();
    assert_eq!(chat.library.chat().conversation(conversation).unwrap().scope, [gauges]);
    let answer = chat.ask("What is the price of a gauge?");
    assert!(answer.text.contains("32,000") && !answer.text.contains("64,000"), "it is kept: {}", answer.text);
}

#[test]
fn without_a_model_typed_facts_answer_first_and_then_the_words_of_the_sources() {
    let chat = offline();
    let discovery = chat.library.sample().create_sample(&NoProgress).unwrap().id;
    let facts = chat.library.facts().facts(discovery, &Default::default(), None, 500).unwrap().facts;
    let typed: Vec<Uuid> = facts.iter().filter(|fact| fact.key == "culvert.cost").map(|fact| fact.id).collect();
    for fact in typed {
        let _ = chat.library.facts().accept(&[fact]);
    }
    let ask =
        TurnRequest { text: "What does the culvert cost?".into(), mode: Some(Mode::Sources), ..TurnRequest::default() };
    let answer = chat.library.chat().send(discovery, None, &ask, &CancelToken::default(), &mut |_| {}).unwrap();
    let first = answer.text.lines().next().unwrap();
    assert!(first.starts_with("- Cost of the culvert: €") && first.contains(" · F-"), "{}", answer.text);
    let grounding = answer.grounding.unwrap();
    assert!(grounding.origin == ReplyOrigin::Extract && !grounding.sources.is_empty(), "{}", answer.text);
    assert!(grounding.unsupported.is_empty());
}

#[test]
fn a_question_of_something_else_is_not_answered_by_what_was_asked_before_it() {
    let chat = with_texts(offline());
    chat.ask("What does the wall cost?");
    assert!(chat.ask("And when does construction begin?").text.contains("April 2027"), "it goes on with the wall");
    chat.ask("What does the wall cost?");
    assert_eq!(chat.ask("What is the weather?").text, GUARD);
    chat.text(
        "Plan",
        "# Plan\n\n## Risks\n\n* The ground is soft.\n* The steel may come late.\n\n## Work\n\nIt begins in spring.",
    );
    chat.ask("How can an operator determine if the valve of the culvert is in use by night?");
    assert!(chat.ask("What are the risks?").text.contains("The ground is soft."), "nor is it guarded by that");
}

#[test]
fn an_answer_becomes_a_fact_an_insight_and_a_note() {
    let answer = "The wall is 840 metres long [source: I-1-1]. It costs 9.9 million euros [source: I-1-1].";
    let server = Server::one(openai(answer, &[]));
    let chat = with_texts(at(&server, ProviderKind::OpenAi));
    let answer = chat.ask("How long is the wall?").id;
    let used = chat.library.chat().use_answer(answer, AnswerUse::Fact).unwrap();
    assert_eq!(used.added, ["F-1"], "what its source does not carry becomes none: {used:?}");
    let facts = chat.library.facts().facts(chat.discovery, &Default::default(), None, 10).unwrap().facts;
    assert_eq!(facts[0].evidence.as_ref().unwrap().quote, "The wall is 840 metres long.");
    let used = chat.library.chat().use_answer(answer, AnswerUse::Insight).unwrap();
    assert_eq!((used.known, used.added), (vec!["F-1".to_owned()], vec!["N-1".to_owned()]));
    let used = chat.library.chat().use_answer(answer, AnswerUse::Note).unwrap();
    assert_eq!(used.added, ["I-3"]);
    let guarded = chat.ask("Which quarterback threw the longest touchdown in the Super Bowl?").id;
    let refused = chat.library.chat().use_answer(guarded, AnswerUse::Fact).unwrap_err();
    assert_eq!(refused.code, Code::Refused);
}

#[test]
fn a_fact_of_an_answer_that_quotes_has_the_words_without_the_marks() {
    let chat = with_texts(offline());
    let answer = chat.ask("How long is the wall?");
    assert!(answer.text.contains("“The wall is 840 metres long.”"), "{}", answer.text);
    chat.library.chat().use_answer(answer.id, AnswerUse::Fact).unwrap();
    let facts = chat.library.facts().facts(chat.discovery, &Default::default(), None, 10).unwrap().facts;
    assert!(facts.iter().any(|fact| fact.text == "The wall is 840 metres long."), "{facts:?}");
}

#[test]
fn what_an_answer_says_and_a_wider_fact_holds_that_waits_is_told_with_that_fact() {
    let server = Server::one(openai("The wall is 840 metres long [source: I-3-1].", &[]));
    let chat = with_texts(at(&server, ProviderKind::OpenAi));
    let library = &chat.library;
    let talk =
        "The wall is 840 metres long. It costs 8.6 million euros, and the state pays 60 percent of that.".to_owned();
    let report = library.inputs().add_input(
        chat.discovery,
        NewInput { title: None, origin: InputOrigin::Paste, file_name: None, text: talk },
        Parsing::Now,
        &NoProgress,
    );
    assert_eq!(report.unwrap().added.len(), 1);
    let waiting = library.facts().facts(chat.discovery, &Default::default(), None, 10).unwrap().facts;
    let answer = chat.ask("How long is the wall?").id;
    let used = library.chat().use_answer(answer, AnswerUse::Fact).unwrap();
    assert!(used.added.is_empty(), "{used:?} of {waiting:?}");
    let [found] = used.waiting.as_slice() else { panic!("{used:?} of {waiting:?}") };
    assert_eq!((found.label.as_str(), found.claim.as_str()), ("F-1", "The wall is 840 metres long."));
    let narrow = FactEdit { text: Some(found.claim.clone()), ..FactEdit::default() };
    let fact = library.facts().edit_fact(found.fact, &narrow).unwrap();
    assert_eq!((fact.text.as_str(), fact.status), ("The wall is 840 metres long.", Status::Accepted));
}

#[test]
fn the_log_has_the_events_and_no_words() {
    let server = Server::one(openai("It is 840 metres long [source: I-1-1] [source: X-9].", &[]));
    let chat = with_texts(at(&server, ProviderKind::OpenAi));
    chat.ask("How long is the wall?");
    chat.ask("Which quarterback threw the longest touchdown in the Super Bowl?");
    let log = fs::read_to_string(chat.folder.path().join("logs/chat.jsonl")).unwrap();
    let events: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let names: Vec<&str> = events.iter().filter_map(|event| event["event"].as_str()).collect();
    for name in ["chat.event", "chat.metrics", "chat.retrieval", "chat.guard", "chat.citations"] {
        assert!(names.contains(&name), "{name}: {names:?}");
    }
    assert!(events.iter().all(|event| event["conversationId"].is_string()));
    for word in ["long", "840", "quarterback", "wall"] {
        assert!(!log.contains(word), "{word}: {log}");
    }
}

#[derive(Deserialize)]
struct AskCase {
    question: String,
    /// Asked before it in the same conversation.
    #[serde(default)]
    after: Option<String>,
    /// One of these stands in a right answer.
    answer: Vec<String>,
}

#[derive(Deserialize)]
struct TextCases {
    text: String,
    questions: Vec<AskCase>,
}

/// Returns whether a cited sentence of the answer has the words.
fn is_right(answer: &MessageView, fixture: &AskCase) -> bool {
    let has = |line: &str| fixture.answer.iter().any(|words| line.contains(words.as_str()));
    answer.text.lines().any(|line| line.contains("[source: ") && has(line))
}

fn score(library: &Library, discovery: Uuid, mode: Mode, questions: &[AskCase]) -> usize {
    let mut right = 0;
    for one in questions {
        let conversation = library.chat().create_conversation_of(discovery, mode, None).unwrap().id;
        let say = |text: &str| {
            let ask = TurnRequest { text: text.to_owned(), ..TurnRequest::default() };
            library.chat().send(discovery, Some(conversation), &ask, &CancelToken::default(), &mut |_| {}).unwrap()
        };
        one.after.iter().for_each(|before| drop(say(before)));
        let answer = say(&one.question);
        let is_right = is_right(&answer, one);
        right += usize::from(is_right);
        let found = library.retrieval().search(discovery, &one.question, &Default::default(), 3).unwrap();
        println!(
            "{:.2} {} {}\n{}\n",
            found.similarity,
            if is_right { "RIGHT" } else { "WRONG" },
            one.question,
            answer.text
        );
    }
    right
}

#[test]
fn ten_questions_to_the_sample() {
    let chat = offline();
    let discovery = chat.library.sample().create_sample(&NoProgress).unwrap().id;
    let questions: Vec<AskCase> = serde_json::from_str(include_str!("../fixtures/ask/sample.json")).unwrap();
    for mode in [Mode::Sources, Mode::Discovery] {
        let right = score(&chat.library, discovery, mode, &questions);
        println!("SCORE sample {mode:?}: {right} of {}", questions.len());
        assert!(right >= 8, "{mode:?}: {right}");
    }
}

#[test]
fn forty_questions_to_other_texts() {
    let all: Vec<TextCases> = serde_json::from_str(include_str!("../fixtures/ask/others.json")).unwrap();
    let (mut right, mut total) = (0, 0);
    let chat = offline();
    for of in &all {
        let path = format!("{}/../../tests/fixtures/ask/{}", env!("CARGO_MANIFEST_DIR"), of.text);
        chat.text(&of.text, &fs::read_to_string(path).unwrap());
    }
    for of in &all {
        right += score(&chat.library, chat.discovery, Mode::Sources, &of.questions);
        total += of.questions.len();
    }
    println!("SCORE others: {right} of {total}");
    assert!(total == 40 && right * 10 >= total * 7, "{right} of {total}");
}
