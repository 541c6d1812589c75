//! A turn told to a window: how often, how much at once, in which order, and to the end.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use factly_core::chat::markdown;
use factly_shell::{
    chat_events::{BETWEEN, ChatEventStream, EventThrottle, MOST_BYTES, ThrottleStep, TurnOutput},
    error::{AppError, ErrorCode},
    wire::{
        chat::{
            CardShown, CardStatus, ChatCard, ChatEvent, ChatMessage, ChatRole, ChatTool, DeletedEntity, LabelText,
            MessageState,
        },
        markdown::Block,
        pipeline::{EntityStatus, Kind},
    },
};
use proptest::prelude::*;
use serde_json::Value;

use crate::take_token;

fn begun(text: &str) -> TurnOutput {
    let user = ChatMessage {
        id: "q".into(),
        conversation: "c".into(),
        role: ChatRole::User,
        state: MessageState::Done,
        text: text.into(),
        blocks: Vec::new(),
        references: Vec::new(),
        items: Vec::new(),
        cards: Vec::new(),
        error: None,
        model: None,
        created_at: 0,
        requests: 0,
        undoable: false,
        grounding: None,
    };
    TurnOutput::Begun(ChatEvent::Begun { user, assistant: "a".into() })
}

fn card(text: &str) -> TurnOutput {
    TurnOutput::Card(deletion(1, 0, text))
}

fn deletion(entities: usize, downstream: usize, text: &str) -> ChatEvent {
    let entity = |n| DeletedEntity {
        label: format!("F-{n}"),
        kind: Kind::Fact,
        text: text.to_owned(),
        status: EntityStatus::Draft,
    };
    let rests = |n| LabelText { label: format!("N-{n}"), text: text.to_owned() };
    let shown = CardShown::Delete {
        entities: (1..=entities).map(entity).collect(),
        downstream: (1..=downstream).map(rests).collect(),
        downstream_total: downstream as u32,
    };
    let card = ChatCard {
        id: "k".into(),
        message: "a".into(),
        tool: ChatTool::DeleteItem,
        status: CardStatus::Pending,
        fingerprint: "f".repeat(64),
        stale: None,
        error: None,
        became: None,
        shown,
    };
    ChatEvent::ToolCall { tool: ChatTool::DeleteItem, params: Some(serde_json::json!({ "item_id": text })), card }
}

fn done() -> ChatEvent {
    ChatEvent::Done { message_id: "a".into() }
}

fn json(event: &ChatEvent) -> String {
    serde_json::to_string(event).unwrap()
}

/// Plays what is said at which times, with a clock of its own; what was told, and when.
fn throttled_events(outputs: Vec<(Duration, TurnOutput)>) -> Vec<(Duration, ChatEvent)> {
    let (mut throttle, mut events, mut now) = (EventThrottle::default(), Vec::new(), Duration::ZERO);
    let mut coming = outputs.into_iter().peekable();
    loop {
        while let Some((_, output)) = coming.next_if(|(at, _)| *at <= now) {
            throttle.send(output);
        }
        let next = coming.peek().map(|(at, _)| *at);
        match (throttle.next(now), next) {
            (ThrottleStep::Tell(event), _) => events.push((now, *event)),
            (ThrottleStep::Wait(pause), Some(next)) => now = next.min(now + pause),
            (ThrottleStep::Wait(pause), None) => now += pause,
            (ThrottleStep::Idle, Some(next)) => now = next,
            (ThrottleStep::Idle | ThrottleStep::Over, _) => return events,
        }
    }
}

/// The answer's blocks as a window has them in the end, and the words in them.
fn assembled<'e>(events: impl IntoIterator<Item = &'e ChatEvent>) -> (String, Vec<Value>) {
    let mut shown = Vec::new();
    for event in events {
        if let ChatEvent::Token { .. } = event {
            take_token(&mut shown, &serde_json::to_value(event).unwrap());
        }
    }
    (words_of(&Value::from(shown.clone())), shown)
}

fn words_of(value: &Value) -> String {
    match value {
        Value::Array(all) => all.iter().map(words_of).collect(),
        Value::Object(object) => object
            .iter()
            .map(|(name, value)| match value {
                Value::String(text) if ["text", "label", "more"].contains(&name.as_str()) => text.clone(),
                other => words_of(other),
            })
            .collect(),
        _ => String::new(),
    }
}

#[test]
fn the_first_word_is_told_at_once_and_the_next_ones_together() {
    let ms = Duration::from_millis;
    let outputs = vec![
        (ms(0), begun("Why?")),
        (ms(1), TurnOutput::Words("Be".into())),
        (ms(2), TurnOutput::Words("cause".into())),
        (ms(3), TurnOutput::Words(" of".into())),
        (ms(500), TurnOutput::Words(" F-1.".into())),
        (ms(501), TurnOutput::End(done())),
    ];
    let events = throttled_events(outputs);
    let words: Vec<_> = events
        .iter()
        .filter(|(_, event)| matches!(event, ChatEvent::Token { .. }))
        .map(|(at, event)| (*at, words_of(&serde_json::to_value(event).unwrap())))
        .collect();
    let second = BETWEEN * 2;
    assert_eq!(
        words,
        [(ms(1), "Be".into()), (second, "cause of".into()), (ms(500), " F-1.".to_owned())],
        "nobody waits for a word that is there"
    );
    assert!(matches!(events.last(), Some((at, ChatEvent::Done { .. })) if *at == ms(500) + BETWEEN), "{events:?}");
}

#[test]
fn words_that_come_and_go_on_are_not_told_twice() {
    let ms = Duration::from_millis;
    let outputs = vec![
        (ms(0), TurnOutput::Words("# Title\n\nA paragraph.\n\n".into())),
        (ms(100), TurnOutput::Words("Another".into())),
        (ms(200), TurnOutput::Words(" one".into())),
    ];
    let froms: Vec<_> = throttled_events(outputs)
        .into_iter()
        .map(|(_, event)| match event {
            ChatEvent::Token { from, grown, blocks } => (from, grown.is_some(), blocks.len()),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(froms, [(0, false, 2), (2, false, 1), (2, true, 0)], "a block that goes on is not told again");
}

#[test]
fn a_stop_is_not_kept_waiting_by_what_came_before_it() {
    let ms = Duration::from_millis;
    // As much as a fast server sends in the blink of an eye; at its pace it would take seconds.
    let many = "A line of the answer, and another one.\n\n".repeat(25_000);
    let outputs = vec![
        (ms(0), begun("Why?")),
        (ms(1), TurnOutput::Words("First.".into())),
        (ms(2), TurnOutput::Words(many)),
        (ms(3), card("short")),
        (ms(1_000), TurnOutput::End(ChatEvent::Stopped { message_id: "a".into() })),
    ];
    let events = throttled_events(outputs);
    let Some((at, ChatEvent::Stopped { .. })) = events.last() else { panic!("{:?}", events.last()) };
    assert!(*at <= ms(1_000) + BETWEEN, "it is told at {at:?}");
    assert!(events.len() > 50, "what came until then is told at its pace");
    let before_begun =
        vec![(ms(0), begun("Why?")), (ms(0), TurnOutput::End(ChatEvent::Stopped { message_id: "a".into() }))];
    let kinds: Vec<_> = throttled_events(before_begun).into_iter().map(|(_, event)| event).collect();
    assert!(matches!(kinds.as_slice(), [ChatEvent::Begun { .. }, ChatEvent::Stopped { .. }]), "{kinds:?}");
}

#[test]
fn what_is_too_large_is_abridged_and_its_buttons_do_nothing() {
    let long = "\u{1}\"words\" ".repeat(2_000);
    for (event, what) in [
        (deletion(1, 0, &long), "a long text"),
        (deletion(100, 50, &long), "many long texts"),
        (deletion(100, 50, "short"), "many short texts"),
    ] {
        assert!(json(&event).len() > MOST_BYTES, "{what} is too large");
        let events = throttled_events(vec![(Duration::ZERO, TurnOutput::Card(event))]);
        let [(_, event @ ChatEvent::ToolCall { params, card, .. })] = events.as_slice() else { panic!("{events:?}") };
        assert!(json(event).len() < MOST_BYTES, "{what}: {} bytes", json(event).len());
        assert_eq!((params, card.fingerprint.as_str()), (&None, ""), "{what}: nothing is confirmed that was not shown");
    }
    let events = throttled_events(vec![(Duration::ZERO, begun(&long)), (Duration::ZERO, card("short"))]);
    let [(_, begun @ ChatEvent::Begun { user, .. }), (_, ChatEvent::ToolCall { params, card, .. })] = events.as_slice()
    else {
        panic!("{events:?}")
    };
    assert!(json(begun).len() < MOST_BYTES && user.text.ends_with('…'), "a long question is cut");
    assert!(params.is_some() && card.fingerprint.len() == 64, "what fits is whole");
}

#[test]
fn a_turn_ends_once_however_it_ends() {
    let received = Arc::new(Mutex::new(Vec::new()));
    let listen = || {
        received.lock().unwrap().clear();
        let received = Arc::clone(&received);
        ChatEventStream::begin(move |event| received.lock().unwrap().push(event))
    };
    let ends = || {
        let received = received.lock().unwrap();
        let is_end = |event: &&ChatEvent| {
            matches!(event, ChatEvent::Done { .. } | ChatEvent::Stopped { .. } | ChatEvent::Error { .. })
        };
        let ends: Vec<_> = received.iter().filter(is_end).cloned().collect();
        assert_eq!(received.last(), ends.last(), "nothing is told after the end");
        (assembled(received.iter()).0, ends)
    };

    let stream = listen();
    stream.send(begun("Why?"));
    stream.send(TurnOutput::Words("Because.".into()));
    stream.end(done());
    assert_eq!(ends(), ("Because.".to_owned(), vec![done()]), "all is told when the turn returns");

    let stream = listen();
    stream.send(begun("Why?"));
    stream.send(TurnOutput::Words("Beca".into()));
    drop(stream);
    let (words, broken) = ends();
    assert_eq!(words, "Beca", "what was said before a panic is told");
    assert!(matches!(broken.as_slice(), [ChatEvent::Error { code: ErrorCode::Internal, .. }]), "{broken:?}");

    let stream = listen();
    stream.send(TurnOutput::End(ChatEvent::Stopped { message_id: "a".into() }));
    stream.send(TurnOutput::Words("more".into()));
    stream.end(done());
    assert_eq!(
        ends(),
        (String::new(), vec![ChatEvent::Stopped { message_id: "a".into() }]),
        "the first end is the end"
    );

    let outputs = [
        TurnOutput::Words("all".into()),
        TurnOutput::End(done()),
        TurnOutput::Words("more".into()),
        TurnOutput::End(done()),
    ];
    let events = throttled_events(outputs.into_iter().map(|output| (Duration::ZERO, output)).collect());
    assert_eq!(events.len(), 2, "what is said after the end at the same time is not told either: {events:?}");
}

#[test]
fn a_turn_that_was_refused_is_told_by_its_reply_alone() {
    let received = Arc::new(Mutex::new(Vec::new()));
    let listens = Arc::clone(&received);
    drop(ChatEventStream::begin(move |event| listens.lock().unwrap().push(event)));
    assert!(received.lock().unwrap().is_empty(), "an error is not shown twice");
}

fn as_json(all: &[markdown::MarkdownBlock]) -> Vec<Value> {
    all.iter().map(|block| serde_json::to_value(Block::from(block)).unwrap()).collect()
}

#[derive(Clone, Debug)]
enum OutputPart {
    Words(String),
    Card,
}

/// Possible output of a model: words in pieces of any size, tables and code of many bytes in JSON, and cards between
/// them.
fn pieces() -> impl Strategy<Value = Vec<(u64, OutputPart)>> {
    const WORDS: [&str; 26] = [
        "word ",
        "two words ",
        "\n",
        "\n\n",
        "- item\n",
        "1. ",
        "# ",
        "> ",
        "```\n",
        "*a*",
        "**b** ",
        "`c` ",
        "|a|b|\n",
        "|-|-|\n",
        "| 1 | 2 |\n",
        "F-1 ",
        "[F-1, F-2] ",
        "https://example.org ",
        "\"\\\"",
        "\u{1}",
        "日本語。",
        "👩\u{200d}🚀",
        "\t",
        "~~d~~",
        "\n-",
        "\n``",
    ];
    let words =
        prop::collection::vec(prop::sample::select(&WORDS[..]), 1..12).prop_map(|all| OutputPart::Words(all.concat()));
    let long = (prop::sample::select(&WORDS[..]), 1usize..3_000)
        .prop_map(|(word, times)| OutputPart::Words(word.repeat(times)));
    let piece = prop_oneof![30 => words, 2 => long, 1 => Just(OutputPart::Card)];
    prop::collection::vec((prop_oneof![3 => Just(0), 3 => 1..2_000u64, 1 => 1..100_000u64], piece), 0..120)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn whatever_is_said_is_told_whole_in_order_and_at_its_pace(pieces in pieces()) {
        let mut at = Duration::ZERO;
        let mut outputs = vec![(at, begun("Why?"))];
        // Words and cards in their order, the words between two cards as one.
        let (mut words, mut order) = (String::new(), vec![String::new()]);
        for (gap, piece) in &pieces {
            at += Duration::from_micros(*gap);
            match piece {
                OutputPart::Words(text) => {
                    words.push_str(text);
                    order.last_mut().unwrap().push_str(text);
                    outputs.push((at, TurnOutput::Words(text.clone())));
                }
                OutputPart::Card => {
                    order.push(String::new());
                    outputs.push((at, card("short")));
                }
            }
        }
        outputs.push((at, TurnOutput::End(done())));
        let events = throttled_events(outputs);

        for (n, (at, event)) in events.iter().enumerate() {
            let within = events[n..].iter().take_while(|(later, _)| *later - *at < Duration::from_secs(1)).count();
            prop_assert!(within <= 62, "{} messages within a second", within);
            prop_assert!(json(event).len() < MOST_BYTES, "{} bytes", json(event).len());
        }
        let (_, shown) = assembled(events.iter().map(|(_, event)| event));
        let whole = markdown::blocks(&words);
        prop_assert_eq!(shown, as_json(&whole), "no word is lost or doubled: the window has the blocks of the whole");
        for block in &whole {
            let bytes = serde_json::to_string(&Block::from(block)).unwrap().len();
            prop_assert!(bytes <= markdown::weight(block), "a block weighs no less than its {} bytes", bytes);
        }
        let cards = events.iter().enumerate().filter(|(_, (_, event))| matches!(event, ChatEvent::ToolCall { .. }));
        for (card, (at, _)) in cards.enumerate() {
            let mut stream = markdown::Stream::default();
            stream.push(&order[..=card].concat());
            let shown = assembled(events[..at].iter().map(|(_, event)| event)).1;
            prop_assert_eq!(shown, as_json(&stream.update().blocks), "a card comes where it was called");
        }
        prop_assert!(matches!(events.first(), Some((_, ChatEvent::Begun { .. }))), "the beginning comes first");
        let ends = events.iter().filter(|(_, event)| matches!(event, ChatEvent::Done { .. })).count();
        prop_assert!(ends == 1 && matches!(events.last(), Some((_, ChatEvent::Done { .. }))), "one end, at the end");
    }
}

#[test]
fn an_error_is_told_with_its_code() {
    let error = AppError::internal("answer");
    let end = ChatEvent::Error { error: error.message, code: error.code, hint: error.hint };
    assert!(
        json(&end).starts_with(
            r#"{"type":"error","error":{"template":"Factly could not {} because of a fault in Factly","args":[{"#
        ),
        "{}",
        json(&end)
    );
    assert!(json(&done()).contains("\"messageId\":\"a\""));
}
