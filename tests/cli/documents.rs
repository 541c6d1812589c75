//! Long documents and the wallet through the real binary, and a kill at any point of a run.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::factly::{Factly, one_value, text};
use super::long_documents::{INPUT_TOKENS, OUTPUT_TOKENS, PARTS, answer};
use super::model_server::{Scripted, Server};
use super::soak::strikes;

/// Documents of a dialectic of one model.
const DOCUMENTS: usize = 7;

struct PaidRuns {
    factly: Factly,
    server: Server,
}

impl PaidRuns {
    fn new() -> Self {
        Self::at(Server::answering(|_, request| answer(request).after(Duration::from_millis(4))))
    }

    fn at(server: Server) -> Self {
        let at = Self { factly: Factly::with_discovery(), server };
        let about: String = (0..120).map(|at| format!("The wall has {at} stones and costs {at} euros. ")).collect();
        let about = at.factly.file("wall.txt", &about);
        at.json(&["input", "add", "Wall", "--no-parse", about.to_str().unwrap()]);
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

    /// Works on a run in another process, and kills it so long after so many further requests came. True where that was a
    /// hit: the server had seen a request of this process, and its job was under way.
    fn work_and_kill(&self, run: &str, requests: usize, wait: Duration) -> bool {
        let before = self.server.requests().len();
        let mut child = self.command(&["document", "status", run, "--wait"]);
        let mut child = child.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let begun = Instant::now();
        while self.server.requests().len() < before + requests && child.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < Duration::from_secs(60), "it goes on");
            sleep(Duration::from_millis(1));
        }
        sleep(wait);
        let is_alive = child.try_wait().unwrap().is_none();
        let _ = child.kill();
        child.wait().unwrap();
        is_alive && self.server.requests().len() > before && self.is_under_way(run)
    }

    fn is_under_way(&self, run: &str) -> bool {
        let view = self.json(&["document", "show", run]);
        view["jobs"].as_array().unwrap().iter().any(|job| job["state"] == "processing" && !job["model"].is_null())
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

/// Kills of one run.
const OF_A_RUN: usize = 25;

/// A run as it is when nobody disturbs it.
struct BaselineRun {
    recipe: &'static str,
    more: &'static [&'static str],
    view: Value,
    requests: usize,
}

impl BaselineRun {
    fn run(recipe: &'static str, more: &'static [&'static str]) -> Self {
        let at = PaidRuns::new();
        let ended = at.start(recipe, &[more, &["--wait"]].concat());
        assert_eq!(ended["state"], "completed", "{ended}");
        let view = at.json(&["document", "show", ended["id"].as_str().unwrap()]);
        Self { recipe, more, view, requests: at.server.requests().len() }
    }

    /// Kills such a run again and again, and holds what it comes to against the undisturbed one.
    fn run_with_kills(&self, chance: &mut Chance) -> usize {
        let at = PaidRuns::new();
        let run = at.start(self.recipe, self.more)["id"].as_str().unwrap().to_owned();
        let mut kills = 0;
        for _ in 0..OF_A_RUN {
            let wait = Duration::from_micros(chance.below(12_000));
            let requests = 1 + usize::try_from(chance.below(3)).unwrap();
            kills += usize::from(at.work_and_kill(&run, requests, wait));
        }
        let ended = at.json(&["document", "status", &run, "--wait"]);
        assert_eq!(ended["state"], "completed", "{ended}");
        self.examine(&at, &run, kills);
        kills
    }

    fn examine(&self, at: &PaidRuns, run: &str, kills: usize) {
        let view = at.json(&["document", "show", run]);
        assert_eq!(documents(&view), documents(&self.view), "the same documents as of an undisturbed run");
        let requests = at.server.requests().len();
        assert!(requests <= self.requests + kills, "{requests} requests, at most one more for each of {kills} kills");
        let chunks = view["chunks"].as_array().unwrap();
        let turns: BTreeSet<String> =
            chunks.iter().map(|chunk| format!("{} {}", chunk["document_id"], chunk["turn_index"])).collect();
        let wanted = self.view["chunks"].as_array().unwrap().len();
        assert_eq!((turns.len(), chunks.len()), (wanted, wanted), "no chunk twice or missing");
        let ledger = at.json(&["wallet", "ledger", "--run", run, "--limit", "10000"]);
        let rows = |kind: &str| -> Vec<&Value> {
            ledger.as_array().unwrap().iter().filter(|row| row["kind"] == kind).collect()
        };
        let settled = rows("debit").len() + rows("release").len();
        assert_eq!(rows("reservation").len(), settled, "every reservation is settled once");
        assert_eq!(at.json(&["wallet", "show"])["reserved"], "0");
        let use_of_a_call = json!([INPUT_TOKENS, OUTPUT_TOKENS]);
        let counted = rows("debit").into_iter().filter(|row| row["counted"] == "provider");
        let tokens: Vec<Value> = counted.map(|row| json!([row["input_tokens"], row["output_tokens"]])).collect();
        assert!(tokens.iter().all(|used| *used == use_of_a_call), "debits are the real use: {tokens:?}");
        // An answer that came is booked by its use and makes a chunk or a summary: none is asked for twice.
        assert_eq!(
            tokens.len(),
            self.requests,
            "the use that was known is what an undisturbed run uses, of {requests}"
        );
        let guessed: Vec<&Value> = rows("debit").into_iter().filter(|row| row["counted"] != "provider").collect();
        assert!(guessed.iter().all(|row| row["counted"] == "estimate" && row["note"] == "interrupted"), "{guessed:?}");
        let in_flight = requests - self.requests;
        assert!(
            in_flight <= guessed.len() && guessed.len() <= kills.max(in_flight),
            "{in_flight} requests were never answered, {} are booked as estimates, after {kills} kills",
            guessed.len()
        );
        assert_eq!(at.json(&["verify"])["problems"], json!([]));
    }
}

#[test]
fn killed_at_any_point_a_run_ends_with_the_same_document_and_pays_for_what_it_used() {
    // The first is of seven documents that read each other; the second has no room for its Input, and sums it up first.
    let runs = [BaselineRun::run("dialectic", &[]), BaselineRun::run("interview-summary", &["--context", "1400"])];
    assert_eq!(runs[0].requests, DOCUMENTS * PARTS);
    assert!(runs[1].view["jobs"].as_array().unwrap().iter().any(|job| job["kind"] == "summarize"));
    let wanted = strikes(2).div_ceil(runs.len());
    std::thread::scope(|threads| {
        for (at, undisturbed) in runs.iter().enumerate() {
            threads.spawn(move || {
                let mut chance = Chance(0x2545_f491_4f6c_dd1d + at as u64);
                let mut killed = 0;
                while killed < wanted {
                    killed += undisturbed.run_with_kills(&mut chance).max(1);
                }
            });
        }
    });
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

/// Whatever is printed of a recipe is a recipe: in the list, alone, and once it was kept.
#[test]
fn a_recipe_is_taken_back_as_it_was_printed() {
    let factly = Factly::with_discovery();
    for shipped in factly.json(&["document", "recipes", "Wall"]).as_array().unwrap() {
        let name = shipped["name"].as_str().unwrap();
        let shown = factly.json(&["document", "recipe", "show", "Wall", name]);
        let lines = factly.lines(&["document", "recipe", "show", "Wall", name]);
        for (at, printed) in [shipped.to_string(), shown.to_string(), lines].iter().enumerate() {
            // Under a name of its own, and else to the letter.
            let own = printed.replacen(&format!("\"{name}\""), &format!("\"{name}-{at}\""), 1);
            let file = factly.file(&format!("{name}-{at}.json"), &own);
            let saved = factly.json(&["document", "recipe", "keep", "Wall", file.to_str().unwrap()]);
            assert_eq!(saved["title"], shipped["title"], "{printed}");
        }
        let again = factly.json(&["document", "recipe", "show", "Wall", &format!("{name}-0")]);
        assert_eq!(again["stages"], shipped["stages"]);
        assert!(
            again.get("needs_model").is_none() && again.get("origin").is_none(),
            "what is told of it is no part of it"
        );
    }
    let prompt = factly.file("p.md", "Why?");
    let listed = factly.json(&["document", "recipes", "Wall"]);
    let copy = factly.file("copy.json", listed.as_array().unwrap().last().unwrap().to_string());
    let once =
        ["document", "estimate", "Wall", "--recipe", copy.to_str().unwrap(), "--prompt", prompt.to_str().unwrap()];
    assert!(["no_model", "empty", "refused"].contains(&factly.fails(&once).as_str()), "nor is it refused for once");
    let wrong = factly.file("wrong.json", "{\"format\": 1, \"needs_model\": true, \"need_model\": true}");
    assert_eq!(factly.fails(&["document", "recipe", "keep", "Wall", wrong.to_str().unwrap()]), "invalid");
}

#[test]
fn a_run_that_a_server_asks_to_wait_says_until_when_and_goes_on_by_itself() {
    let server = Server::answering(|index, request| match index {
        0 => Scripted::json(429, &json!({ "error": { "message": "slow" } })).header("retry-after-ms", "400"),
        _ => answer(request),
    });
    let at = PaidRuns::at(server);
    let begun = at.start("brief", &[]);
    let run = begun["id"].as_str().unwrap();
    let output = at.command(&["document", "status", run, "--wait"]).output().unwrap();
    assert!(text(&output.stderr).contains("The run goes on by itself at "), "{}", text(&output.stderr));
    let ended = one_value(&output);
    assert_eq!((&ended["state"], &ended["goes_on_at"]), (&json!("completed"), &Value::Null));
    assert_eq!(at.server.requests().len(), 1 + PARTS);
}

#[test]
fn a_budget_pauses_and_raised_the_run_goes_on() {
    let at = PaidRuns::new();
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
