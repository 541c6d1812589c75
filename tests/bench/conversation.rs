//! Opening a conversation: its list and its newest page, in one of 10,000 messages against one of 100.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a bench prints, and stops where it cannot go on"
)]

#[path = "../support/library.rs"]
mod library;
#[path = "../support/world.rs"]
mod world;

use std::time::{Duration, Instant};

use factly_engine::Library;
use factly_engine::task::NoProgress;
use factly_engine::transfer::{ImportMode, Repairs};
use library::{Fixture, empty};
use serde_json::json;
use uuid::Uuid;

const PAGE: u32 = 50;

fn imported_conversation(messages: usize) -> (Fixture, Uuid) {
    let message = |at: usize| {
        json!({
            "id": at.to_string(), "role": if at.is_multiple_of(2) { "user" } else { "assistant" },
            "content": format!("Message {at}: {}", "the wall of 840 m is **not** 6 m high [F-1]. ".repeat(10)),
            "created_at": "2026-01-01T00:00:00Z",
        })
    };
    let file = json!({
        "discovery_id": "d", "title": "Wall", "facts": [{ "fact_id": "F-1", "text": "The wall is 840 m long." }],
        "chat_history": (0..messages).map(message).collect::<Vec<_>>(),
    });
    let at = empty();
    let path = at.folder.path().join("file.json");
    std::fs::write(&path, file.to_string()).unwrap();
    let id =
        at.library.transfer().import_apply(&path, ImportMode::Add, &Repairs::default(), &NoProgress).unwrap()[0].id;
    (at, id)
}

fn open(library: &Library, discovery: Uuid) -> usize {
    let conversation = library.chat().conversations(discovery).unwrap()[0].id;
    library.chat().messages(conversation, None, PAGE).unwrap().messages.len()
}

/// The quickest of many: what the machine does beside it only adds.
fn quickest<T>(mut work: impl FnMut() -> T) -> Duration {
    let once = |_| {
        let begun = Instant::now();
        std::hint::black_box(work());
        begun.elapsed()
    };
    (0..50).map(once).min().unwrap_or_default()
}

fn main() {
    let (small, of_small) = imported_conversation(100);
    let (large, of_large) = imported_conversation(10_000);
    assert_eq!(open(&small.library, of_small), open(&large.library, of_large));
    let floor = quickest(|| open(&small.library, of_small));
    let opened = quickest(|| open(&large.library, of_large));
    let searched = quickest(|| large.library.chat().search_conversations(of_large, "nowhere").unwrap());
    let ratio = opened.as_secs_f64() / floor.as_secs_f64();
    println!("open 100 messages {floor:?}, 10,000 messages {opened:?}: {ratio:.2} of the small one");
    println!("search all words of 10,000 messages {searched:?}");
}
