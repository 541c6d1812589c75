//! Cost of an answer while it comes, and of a long conversation when it is opened, each beside a floor of the same run.
//!
//! `cargo bench -p factly-engine --bench chat_stream`. From bytes to typed events is the benchmark `providers`. Here it is the
//! Rust half of a token's way to the window: taken, and the blocks made that differ; what is drawn is measured in the
//! real window. The window is told 62 times a second at most, so that a token is not always a message.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a measurement that cannot be made has failed, and prints"
)]

#[path = "limits.rs"]
mod limits;

use std::hint::black_box;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use factly_core::chat::markdown::{Stream, blocks};
use factly_core::chat::{MessageState, Mode};
use factly_engine::Library;
use factly_engine::store::chat_messages::{AnswerEnd, NewAnswer, NewQuestion};
use factly_engine::store::{Op, Store};
use factly_engine::world::World;
use limits::Limits;
use uuid::Uuid;

/// As models cut their words.
const TOKEN: usize = 5;
const TOKENS: usize = 100_000;
const MESSAGES: u32 = 10_000;
/// Number of messages that a window asks for at once.
const PAGE: u32 = 50;
/// With what is drawn; the window's own part has its own measurement.
const A_TOKEN: Duration = Duration::from_micros(100);
const OPENED: Duration = Duration::from_millis(300);
/// The last tokens beside the first.
const SLOWER: f64 = 1.5;

fn main() -> ExitCode {
    let mut limits = Limits::default();
    println!("{:<52} {:>10} {:>10} {:>8}  limit", "chat", "ours", "floor", "ratio");
    a_token_into_a_long_answer(&mut limits);
    many_tokens_in_one_message(&mut limits);
    a_long_conversation(&mut limits);
    limits.end()
}

/// The floor is what would be done without a stream: the whole answer is read again for each token.
fn a_token_into_a_long_answer(limits: &mut Limits) {
    let text = answer(40_000);
    let (before, after) = text.split_at(20_000);
    let ours = best(|| {
        let mut stream = Stream::default();
        stream.push(before);
        stream.update();
        let mut most = Duration::ZERO;
        let begun = Instant::now();
        for token in tokens(after) {
            let one = Instant::now();
            stream.push(token);
            black_box(stream.update());
            most = most.max(one.elapsed());
        }
        (begun.elapsed() / tokens(after).count() as u32, most)
    });
    let anew = best(|| (timed(|| blocks(before)), Duration::ZERO)).0;
    let name = "a token into an answer of 20 KB";
    print(name, ours.0, anew, &format!("100 µs with what is drawn{}", limits.mark(name, ours.0 <= A_TOKEN)));
    println!("{:<52} {:>10}", "  the slowest of them", shown(ours.1));
    let taken = best(|| {
        let mut stream = Stream::default();
        let begun = Instant::now();
        tokens(after).for_each(|token| stream.push(token));
        (begun.elapsed() / tokens(after).count() as u32, Duration::ZERO)
    });
    print("  taken, but not told", taken.0, anew, "");
}

fn many_tokens_in_one_message(limits: &mut Limits) {
    let text = answer(TOKENS * TOKEN);
    let (last, first) = best(|| {
        let mut stream = Stream::default();
        let mut tenths = [Duration::ZERO; 10];
        for (at, token) in tokens(&text).enumerate() {
            let begun = Instant::now();
            stream.push(token);
            black_box(stream.update());
            tenths[(at * 10 / TOKENS).min(9)] += begun.elapsed();
        }
        (tenths[9] / (TOKENS as u32 / 10), tenths[0] / (TOKENS as u32 / 10))
    });
    let name = "the last of 100,000 tokens, beside the first";
    let holds = last.as_secs_f64() <= first.as_secs_f64() * SLOWER;
    print(name, last, first, &format!("{SLOWER} ×{}", limits.mark(name, holds)));
}

/// The floor is the same page of a conversation that has no more.
fn a_long_conversation(limits: &mut Limits) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.factly");
    let [long, short] = fill(&path);
    let library = Library::open(&path, World::system()).unwrap();
    let open = |conversation| {
        let page = library.chat().messages(conversation, None, PAGE).unwrap();
        assert_eq!(page.messages.len(), PAGE as usize);
        page.messages.iter().map(|message| blocks(&message.text).len()).sum::<usize>()
    };
    let all = best(|| (timed(|| library.chat().conversation(long).unwrap()) + timed(|| open(long)), Duration::ZERO)).0;
    let few =
        best(|| (timed(|| library.chat().conversation(short).unwrap()) + timed(|| open(short)), Duration::ZERO)).0;
    let name = "a conversation of 10,000 messages opened";
    print(name, all, few, &format!("300 ms with what is drawn{}", limits.mark(name, all <= OPENED)));
    let middle = library.chat().messages(long, None, PAGE).unwrap().messages[0].id;
    let older = best(|| (timed(|| library.chat().messages(long, Some(middle), PAGE).unwrap()), Duration::ZERO)).0;
    print("  the page before", older, few, "");
    let found = best(|| {
        let discovery = library.discoveries().list(None, false).unwrap()[0].id;
        (timed(|| library.chat().search_conversations(discovery, "nowhere to be found").unwrap()), Duration::ZERO)
    });
    print("  words looked for that are nowhere", found.0, few, "");
}

/// Two conversations, of 10,000 messages and of a page.
fn fill(path: &Path) -> [Uuid; 2] {
    let discovery = Library::open(path, World::system()).unwrap().discoveries().create("Bench", "").unwrap().id;
    let (text, world) = (answer(1_500), World::system());
    let store = Store::open(path, World::system()).unwrap();
    let filled = store.write(Op::silent(), |w| {
        let discovery = w.discovery(discovery)?.unwrap().seq;
        let mut made = Vec::new();
        for (title, messages) in [("Long", MESSAGES), ("Short", PAGE)] {
            let conversation = w.insert_conversation(discovery, Mode::Discovery, title, false)?;
            for at in 0..messages / 2 {
                let question = format!("Question {at}: what does F-{at} rest on?");
                let answers =
                    w.insert_question(&NewQuestion { discovery, conversation, text: &question, labels: "[]" })?;
                let id = world.ids.next();
                let (provider, model) = (Some("anthropic"), Some("a-model"));
                let answer = w.insert_answer(&NewAnswer { id, discovery, conversation, answers, provider, model })?;
                let end = AnswerEnd {
                    state: MessageState::Done,
                    text: &text,
                    calls: "[]",
                    error: None,
                    sources: "[]",
                    verification: None,
                };
                w.end_answer(answer, &end)?;
            }
            made.push(w.conversation_at(conversation)?.unwrap().id);
        }
        Ok(made)
    });
    filled.unwrap().value.try_into().unwrap()
}

/// An answer as models write them: titles, paragraphs, lists, a table, code.
fn answer(length: usize) -> String {
    let mut text = String::new();
    for part in 1.. {
        text.push_str(&format!(
            "## Part {part}\n\nThe wall is **600 cm** high, as [F-{part}] says, and *not* 450 cm as in `notes.txt`; see \
             [the report](https://example.org/report/{part}) and N-{part}. What follows from it is that the second \
             phase begins a week later than was planned, which R-{part} takes up.\n\n\
             - First, the **survey** of the northern side\n- Then the offers, with their prices\n  - of three vendors\n\
             - At last the decision\n\n\
             | Station | Houses | Damaged |\n|:--|--:|--:|\n| North | 120 | {part} |\n| South | 98 | 7 |\n| West | 301 | 12 |\n\n\
             ```sh\nfactly fact list --status accepted\nfactly trace F-{part}\n```\n\n\
             1. Ask Anna Schmidt about the pumps.\n2. Compare with I-{part}.\n\n"
        ));
        if text.len() >= length {
            break;
        }
    }
    text.truncate(length);
    text
}

/// The text is ASCII.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    (0..text.len()).step_by(TOKEN).map(|at| &text[at..text.len().min(at + TOKEN)])
}

fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let begun = Instant::now();
    black_box(work());
    begun.elapsed()
}

/// The quickest of some, by what stands first.
fn best(mut work: impl FnMut() -> (Duration, Duration)) -> (Duration, Duration) {
    (0..7).map(|_| work()).min().unwrap()
}

fn print(name: &str, ours: Duration, floor: Duration, limit: &str) {
    let ratio = ours.as_secs_f64() / floor.as_secs_f64();
    println!("{name:<52} {:>10} {:>10} {ratio:>7.3}×  {limit}", shown(ours), shown(floor));
}

fn shown(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    if micros < 1_000.0 { format!("{micros:.2} µs") } else { format!("{:.2} ms", micros / 1e3) }
}
