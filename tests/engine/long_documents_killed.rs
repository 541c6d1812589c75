//! A run that was killed after any of its commits ends as one that nobody disturbed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use factly_core::long_documents::job::{JobKind, JobState};
use factly_core::long_documents::wallet::UNIT;
use factly_engine::inputs::Parsing;
use factly_engine::long_documents::{RunRequest, RunView};
use factly_engine::providers::ConsentByEnvironment;
use factly_engine::task::CancelToken;
use factly_engine::world::World;
use uuid::Uuid;

use super::connected::connected_at;
use super::long_document_jobs::{GenerationFixture, OF_A_CALL, ask};
use super::long_documents::server;
use super::model_server::Server;
use super::soak::sized;

/// The remains of a kill, where only whole commits are seen: the file and its log as they stood, and how often the
/// server had been asked by then.
struct KilledCopy {
    path: PathBuf,
    request_count: usize,
}

impl GenerationFixture {
    /// Works on a run, and keeps what a kill after each of its commits would leave.
    fn work_and_copy(&self, server: &Arc<Server>, run: Uuid) -> (RunView, Vec<KilledCopy>) {
        let left: Arc<Mutex<Vec<KilledCopy>>> = Arc::default();
        let (path, folder) = (self.fixture.library.path().to_owned(), self.fixture.folder.path().to_owned());
        self.fixture.library.subscribe({
            let (left, server) = (Arc::clone(&left), Arc::clone(server));
            move |_| {
                let mut left = left.lock().unwrap();
                let copy = folder.join(format!("left-{}.factly", left.len()));
                for ending in ["", "-wal"] {
                    let of = |path: &Path| PathBuf::from(format!("{}{ending}", path.display()));
                    if of(&path).exists() {
                        std::fs::copy(of(&path), of(&copy)).unwrap();
                    }
                }
                left.push(KilledCopy { path: copy, request_count: server.requests().len() });
            }
        });
        let view = self.work(run);
        let left = std::mem::take(&mut *left.lock().unwrap());
        (view, left)
    }
}

/// Goes on with what a kill left, and holds it against the undisturbed run. Returns the states that it was left in, and
/// whether an answer had come of which nothing was made yet.
fn resume_and_compare(
    server: &Server,
    discovery: Uuid,
    left: &KilledCopy,
    (whole, calls): (&RunView, usize),
) -> (Vec<(JobKind, JobState)>, bool) {
    let set = [("FACTLY_PROVIDER", "openai-compatible"), ("FACTLY_BASE_URL", &server.url()), ("FACTLY_MODEL", "one")];
    let library = connected_at(&left.path, World::system(), &set, ConsentByEnvironment::Given);
    let documents = library.long_documents();
    let as_left = documents.show(whole.id).unwrap();
    let found: Vec<_> = as_left.jobs.iter().map(|job| (job.kind, job.state)).collect();
    let sent = library.providers().sent_requests(discovery, None, 1_000).unwrap();
    let in_flight = sent.iter().filter(|exchange| exchange.row.outcome.is_empty()).count();
    let ended = sent.len() - in_flight;
    let summaries = found.iter().filter(|found| **found == (JobKind::Summarize, JobState::Completed)).count();
    let is_answered = ended > as_left.chunks.len() + summaries;
    let before = server.requests().len();
    let view = documents.work(whole.id, &CancelToken::default(), &|_| {}).unwrap();
    assert_eq!(view.state, "completed", "{:?} after {found:?}", view.reason);
    let texts = |view: &RunView| view.documents.iter().map(|document| document.text.clone()).collect::<Vec<_>>();
    assert_eq!(texts(&view), texts(whole), "after {found:?}");
    let total = left.request_count + server.requests().len() - before;
    assert!(
        total <= calls + in_flight,
        "{total} requests where {calls} are needed and {in_flight} were under way, after {found:?}"
    );
    let turns = |view: &RunView| {
        let title =
            |id| view.documents.iter().find(|document| document.id == id).map(|document| document.title.clone());
        view.chunks.iter().map(|chunk| (title(chunk.document), chunk.turn_index)).collect::<BTreeSet<_>>()
    };
    assert_eq!((turns(&view), view.chunks.len()), (turns(whole), whole.chunks.len()), "no chunk twice or missing");
    let entries = library.wallet().ledger(Some(whole.id), 10_000).unwrap();
    let debits = entries.iter().filter(|entry| entry.kind == "debit" && entry.counted == "provider");
    let (count, exact) =
        debits.fold((0, true), |(count, exact), entry| (count + 1, exact && entry.amount == OF_A_CALL));
    assert!(exact && count >= calls, "{count} debits of {calls} calls, each its real use, after {found:?}");
    assert_eq!(library.wallet().show().unwrap().wallet.reserved, 0, "after {found:?}");
    (found, is_answered)
}

/// One commit of so many is killed after, but for a soak; only all of them meet every state.
const EVERY: usize = 11;

#[test]
fn killed_after_any_commit_a_run_ends_as_an_undisturbed_one() {
    let rows: [(&str, &[&str], Option<u64>); 4] = [
        ("brief", &["one"], None),
        ("brief", &["one", "two"], None),
        ("interview-summary", &["one"], Some(1_400)),
        ("dialectic", &["one"], Some(2_600)),
    ];
    let (mut kills, mut answered, mut states) = (0, 0, BTreeSet::new());
    for (recipe, models, context) in rows {
        let server = Arc::new(server());
        let at = GenerationFixture::paying(&server, 1_000 * UNIT);
        let about: String = (0..120).map(|at| format!("The wall has {at} stones and costs {at} euros. ")).collect();
        at.fixture.add(at.discovery, &about, Parsing::Later);
        at.fixture.add(at.discovery, "Lunch was soup with bread.", Parsing::Later);
        let run = at.start(&RunRequest { context, ..ask(recipe, models) });
        let (whole, left) = at.work_and_copy(&server, run);
        assert_eq!(whole.state, "completed", "{recipe}: {:?}", whole.reason);
        let calls = server.requests().len();
        for left in left.iter().step_by(sized(EVERY, 1)) {
            kills += 1;
            let (found, is_answered) = resume_and_compare(&server, at.discovery, left, (&whole, calls));
            answered += usize::from(is_answered);
            states.extend(found.into_iter().map(|(kind, state)| format!("{} {}", kind.as_str(), state.as_str())));
        }
    }
    println!("{kills} kills, {answered} after an answer came and before anything was made of it");
    if sized(true, false) {
        return;
    }
    assert!(answered > 0, "an answer whose use is known is not asked for again");
    for state in [
        "run processing",
        "run waiting_for_children",
        "run pending_next_step",
        "run completed",
        "stage pending",
        "stage processing",
        "stage waiting_for_children",
        "stage pending_next_step",
        "stage completed",
        "write pending",
        "write processing",
        "write waiting_for_children",
        "write pending_next_step",
        "write completed",
        "continue pending_continuation",
        "continue processing",
        "continue completed",
        "summarize pending",
        "summarize processing",
        "summarize completed",
    ] {
        assert!(states.contains(state), "{state} is among {states:?}");
    }
}
