//! Long documents and the wallet through the real binary, and a kill at any point of a run.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::factly::{Factly, one_value, text};
use super::long_documents::{INPUT_TOKENS, OUTPUT_TOKENS, PARTS, answer};
use super::model_server::Server;
use super::soak::strikes;

/// Documents of a dialectic of one model.
const DOCUMENTS: usize = 7;

struct Paying {
    factly: Factly,
    server: Server,
}

impl Paying {
    fn new() -> Self {
        let server = Server::answering(|_, request| answer(request).after(Duration::from_millis(8)));
        let at = Self { factly: Factly::with_discovery(), server };
        at.json(&["wallet", "add", "1000"]);
        let url = at.server.url();
        at.json(&["provider", "set", "openai-compatible", "--base-url", &url, "--model", "one"]);
        at.json(&["provider", "price", "--input", "1", "--output", "2", "--currency", "USD", "--since", "2025-01-01"]);
        at
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = self.factly.command(&[&["--json"], args].concat());
        command.env("FACTLY_PROVIDER", "openai-compatible").env("FACTLY_BASE_URL", self.server.url());
        command.env("FACTLY_MODEL", "one").stdin(Stdio::null());
        command
    }

    fn json(&self, args: &[&str]) -> Value {
        let output = self.command(args).output().unwrap();
        assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
        one_value(&output)
    }

    fn start(&self, recipe: &str, more: &[&str]) -> Value {
        let prompt = self.factly.file("prompt.md", "What shall we do about the wall?");
        let prompt = prompt.to_str().unwrap();
        let args = ["document", "start", "Wall", "--recipe", recipe, "--prompt", prompt, "--max-tokens", "64"];
        self.json(&[&args, more].concat())
    }

    /// Works on a run in another process, and kills it after so many further requests or so long. False where it had
    /// ended by itself.
    fn work_and_be_killed(&self, run: &str, requests: usize, wait: Duration) -> bool {
        let before = self.server.requests().len();
        let mut child = self.command(&["document", "status", run, "--wait"]);
        let mut child = child.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let begun = Instant::now();
        while requests > 0 && self.server.requests().len() < before + requests && child.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < Duration::from_secs(60), "it goes on");
            sleep(Duration::from_millis(1));
        }
        sleep(wait);
        let is_alive = child.try_wait().unwrap().is_none();
        let _ = child.kill();
        child.wait().unwrap();
        is_alive
    }
}

fn documents(view: &Value) -> Vec<(String, String)> {
    let field = |document: &Value, name: &str| document[name].as_str().unwrap().to_owned();
    let all = view["documents"].as_array().unwrap();
    all.iter().map(|document| (field(document, "title"), field(document, "text"))).collect()
}

/// A generator that needs nothing from outside.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

#[test]
fn killed_at_any_point_a_run_ends_with_the_same_document_and_pays_for_what_it_used() {
    let undisturbed = Paying::new();
    let whole = undisturbed.start("dialectic", &["--wait"]);
    assert_eq!(whole["state"], "completed");
    let whole = undisturbed.json(&["document", "show", whole["id"].as_str().unwrap()]);
    assert_eq!(undisturbed.server.requests().len(), DOCUMENTS * PARTS);
    let mut chance = Chance(0x2545_f491_4f6c_dd1d);
    let mut killed = 0;
    while killed < strikes(1) {
        let at = Paying::new();
        let run = at.start("dialectic", &[])["id"].as_str().unwrap().to_owned();
        let mut here = 0;
        for _ in 0..8 {
            let wait = Duration::from_micros(chance.below(30_000));
            here += usize::from(at.work_and_be_killed(&run, usize::try_from(chance.below(4)).unwrap(), wait));
        }
        killed += here.max(1);
        let ended = at.json(&["document", "status", &run, "--wait"]);
        assert_eq!(ended["state"], "completed", "{ended}");
        examine(&at, &run, &whole, here);
    }
}

fn examine(at: &Paying, run: &str, whole: &Value, kills: usize) {
    let view = at.json(&["document", "show", run]);
    assert_eq!(documents(&view), documents(whole), "the same documents as of an undisturbed run");
    let requests = at.server.requests().len();
    assert!(requests <= DOCUMENTS * PARTS + kills, "{requests} requests, at most one more for each of {kills} kills");
    let chunks = view["chunks"].as_array().unwrap();
    let turns: BTreeSet<String> =
        chunks.iter().map(|chunk| format!("{} {}", chunk["document_id"], chunk["turn_index"])).collect();
    assert_eq!((turns.len(), chunks.len()), (DOCUMENTS * PARTS, DOCUMENTS * PARTS), "no chunk twice or missing");
    let ledger = at.json(&["wallet", "ledger", "--run", run]);
    let rows =
        |kind: &str| -> Vec<&Value> { ledger.as_array().unwrap().iter().filter(|row| row["kind"] == kind).collect() };
    let settled = rows("debit").len() + rows("release").len();
    assert_eq!(rows("reservation").len(), settled, "every reservation is settled once");
    assert_eq!(at.json(&["wallet", "show"])["reserved"], "0");
    let use_of_a_call = json!([INPUT_TOKENS, OUTPUT_TOKENS]);
    let counted = rows("debit").into_iter().filter(|row| row["counted"] == "provider");
    let tokens: Vec<Value> = counted.map(|row| json!([row["input_tokens"], row["output_tokens"]])).collect();
    assert!(tokens.iter().all(|used| *used == use_of_a_call), "debits are the real use: {tokens:?}");
    assert!(tokens.len() >= chunks.len() && tokens.len() <= requests, "one for each answer, of {requests} requests");
    assert_eq!(at.json(&["verify"])["problems"], json!([]));
}

#[test]
fn the_report_from_the_graph_is_made_offline() {
    let factly = Factly::with_discovery();
    factly.json(&["entity", "add", "Wall", "--type", "insight", "--text", "The wall is cheap."]);
    factly.json(&["entity", "add", "Wall", "--type", "recommendation", "--text", "Build the wall", "--from", "N-1"]);
    let done = factly.json(&["document", "start", "Wall", "--recipe", "report-from-graph", "--wait"]);
    assert_eq!(
        (&done["state"], &done["cost"], &done["outputs"][0]["output"]),
        (&json!("completed"), &json!("0"), &json!("O-1"))
    );
    let run = done["id"].as_str().unwrap();
    let shown = factly.json(&["document", "show", run]);
    let kinds: Vec<&str> = shown["jobs"].as_array().unwrap().iter().filter_map(|job| job["kind"].as_str()).collect();
    assert_eq!(kinds, ["run", "stage", "write", "stage", "write"]);
    assert_eq!(shown["jobs"][1]["parent_id"], shown["jobs"][0]["id"]);
    assert!(factly.lines(&["document", "show", run]).starts_with("## Build the wall\n"));
    let zip = factly.path().join("run.zip");
    let written = factly.json(&["document", "export", run, "-o", zip.to_str().unwrap()]);
    assert!(written["files"].as_array().unwrap().contains(&json!("wall/project_settings.json")), "{written}");
    assert!(zip.is_file());
    assert_eq!(factly.json(&["document", "list", "Wall"])[0]["id"], done["id"]);
}

#[test]
fn recipes_paths_and_the_wallet_answer_without_a_model() {
    let factly = Factly::with_discovery();
    assert_eq!(factly.json(&["document", "recipes"])[0]["name"], "dialectic");
    let path = "wall/session_0190abcd/iteration_1/1_thesis/_work/claude-opus_1_thesis_continuation_2.md";
    let parts = factly.json(&["document", "path", "deconstruct", path]);
    assert_eq!((&parts["kind"], &parts["continuation"]), (&json!("contribution"), &json!(2)));
    assert_eq!(factly.json(&["document", "path", "construct", &parts.to_string()])["path"], path);
    assert_eq!(factly.fails(&["document", "path", "deconstruct", "wall/../x.md"]), "invalid");
    assert_eq!(factly.json(&["wallet", "add", "12.5", "--unit", "eur"])["balance"], "12.50");
    assert_eq!(factly.fails(&["wallet", "add", "1", "--unit", "usd"]), "refused");
    assert_eq!(factly.json(&["wallet", "cap", "3"])["cap"], "3");
    assert_eq!(factly.json(&["wallet", "cap", "none"])["cap"], Value::Null);
    assert_eq!(factly.json(&["wallet", "ledger"])[0]["kind"], "deposit");
    let prompt = factly.file("p.md", "Why?");
    let start = ["document", "start", "Wall", "--recipe", "brief", "--prompt", prompt.to_str().unwrap()];
    assert_eq!(factly.fails(&start), "no_model");
}

#[test]
fn a_budget_pauses_and_raised_the_run_goes_on() {
    let at = Paying::new();
    let ask = at.start("brief", &["--budget", "0.0007"]);
    let run = ask["id"].as_str().unwrap();
    assert_eq!(ask["state"], "pending");
    let output = at.command(&["document", "resume", run, "--wait"]).output().unwrap();
    assert_eq!((output.status.code(), &one_value(&output)["reason"]["why"]), (Some(1), &json!("cap")));
    assert_eq!(at.json(&["wallet", "cap", "1", "--run", run])["state"], "pending");
    assert_eq!(at.json(&["document", "status", run, "--wait"])["state"], "completed");
    assert_eq!(at.server.requests().len(), PARTS);
    let estimate = ["document", "estimate", "Wall", "--recipe", "dialectic", "--model", "one", "--model", "two"];
    let prompt = at.factly.file("prompt.md", "Why?");
    at.json(&[
        "provider",
        "price",
        "--model",
        "two",
        "--input",
        "1",
        "--output",
        "2",
        "--currency",
        "USD",
        "--since",
        "2025-01-01",
    ]);
    let reckoned = at.json(&[&estimate[..], &["--prompt", prompt.to_str().unwrap()]].concat());
    assert_eq!((&reckoned["calls"], &reckoned["affordable"]), (&json!(24), &json!(true)));
}
