//! Libraries that a part may name.

use crate::tree::{code, read, under};

/// Fails with every line of `files` that holds one of `words`.
fn refuse(files: &[String], words: &[&str], rule: &str) {
    let mut found = Vec::new();
    for path in files {
        for (number, line) in code(path).lines().enumerate() {
            if let Some(word) = words.iter().find(|word| line.contains(**word)) {
                found.push(format!("{path}: code line {}: `{word}` in `{}`", number + 1, line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "{rule}\n{}", found.join("\n"));
}

#[test]
fn only_the_shell_names_tauri() {
    for manifest in
        ["src-tauri/core/Cargo.toml", "src-tauri/engine/Cargo.toml", "src-tauri/cli/Cargo.toml", "xtask/Cargo.toml"]
    {
        assert!(!read(manifest).contains("tauri."), "{manifest}: only the root package depends on tauri");
    }
}

#[test]
fn core_is_pure() {
    let words = [
        "std::fs",
        "std::net",
        "std::time",
        "std::env",
        "std::process",
        "std::thread",
        "std::io",
        "SystemTime",
        "Instant::",
        "::now(",
        "now_v7",
        "new_v4",
        "async ",
        ".await",
        "tokio",
        "tracing",
        "println!",
        "eprintln!",
        "rand::",
        "getrandom",
    ];
    refuse(&under("src-tauri/core/src/", ".rs"), &words, "core sees no clock, randomness, file, network, async or log");
    let manifest = read("src-tauri/core/Cargo.toml");
    for name in ["tokio", "tracing", "rusqlite", "reqwest", "rand."] {
        assert!(!manifest.contains(name), "core depends on {name}");
    }
}

#[test]
fn only_the_store_names_rusqlite() {
    let files: Vec<String> = ["src-tauri/core/", "src-tauri/engine/", "src-tauri/cli/", "src-tauri/shell/"]
        .iter()
        .flat_map(|folder| under(folder, ".rs"))
        .filter(|path| !path.starts_with("src-tauri/engine/src/store/"))
        .collect();
    refuse(&files, &["rusqlite"], "SQL is the store's, so that every write goes through its `write`");
}

#[test]
fn only_the_providers_name_reqwest() {
    let files: Vec<String> = ["src-tauri/core/", "src-tauri/engine/", "src-tauri/cli/", "src-tauri/shell/"]
        .iter()
        .flat_map(|folder| under(folder, ".rs"))
        .filter(|path| !path.starts_with("src-tauri/engine/src/providers/"))
        .collect();
    refuse(
        &files,
        &["reqwest", "hyper::", "TcpStream", "UdpSocket"],
        "the network is the providers', by its one way out",
    );
    let clients = under("src-tauri/engine/src/providers/", ".rs");
    let others: Vec<String> = clients.into_iter().filter(|path| !path.ends_with("/wire/client.rs")).collect();
    refuse(
        &others,
        &["Client::builder", "Client::new", "reqwest::get"],
        "one place makes clients, so that none follows a redirect",
    );
}

/// Tests give orders to a debug build by its environment: to leave out a wall, to draw text as markup, to panic.
#[test]
fn only_a_debug_build_takes_orders_from_a_test() {
    const CONDITION: &str = "#[cfg(debug_assertions)]";
    let (mut orders, mut found) = (0, Vec::new());
    for path in under("src-tauri/", ".rs") {
        let stem = path.rsplit('/').next().and_then(|name| name.strip_suffix(".rs")).unwrap_or_default();
        let is_for_debugging = code("src-tauri/shell/lib.rs").contains(&format!("{CONDITION}\nmod {stem};"));
        let text = code(&path);
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for (at, line) in lines.iter().enumerate().filter(|(_, line)| is_order(line)) {
            orders += 1;
            let head = lines[..at].iter().rposition(|line| line.starts_with("fn ") || line.contains(" fn "));
            if !is_for_debugging && head.is_none_or(|head| head == 0 || lines[head - 1] != CONDITION) {
                found.push(format!("{path}: `{line}`"));
            }
        }
    }
    assert!(orders >= 5, "hardly any order was found: the test would see nothing");
    assert!(found.is_empty(), "a release takes no orders from its environment\n{}", found.join("\n"));
}

fn is_order(line: &str) -> bool {
    line.contains("\"FACTLY_DEBUG_") || line.contains("careless.js")
}

/// The files of the store that begin and end transactions: the writer, the reader's view, and migrations.
const TRANSACTIONS: [&str; 3] = ["writer.rs", "reader.rs", "migration.rs"];

/// Looks at every file of ours and at the migrations, so that a new table is seen as well. What stands in SQL that is put
/// together while it runs is refused by the connection itself: `a_commit_inside_a_write_is_refused()`.
#[test]
fn only_the_store_ends_a_transaction() {
    let allowed: Vec<String> = TRANSACTIONS.iter().map(|name| format!("src-tauri/engine/src/store/{name}")).collect();
    let (seen, others): (Vec<String>, Vec<String>) =
        under("src-tauri/", ".rs").into_iter().partition(|path| allowed.contains(path));
    assert_eq!(seen.len(), allowed.len(), "of the files that may end a transaction there are {seen:?}");
    let calls = ["Transaction::", "TransactionBehavior", "transaction(", "savepoint(", "transaction_with_behavior("];
    refuse(&others, &calls, "transaction, undo step and notice begin and end together, in `write`");
    let mut found = Vec::new();
    // The readers of documents know no SQL: `begin` is a word of a format there.
    for path in others.iter().filter(|path| !path.starts_with("src-tauri/formats/")) {
        for literal in literals(&code(path)) {
            found.extend(transaction_statement(&literal, true).map(|statement| format!("{path}: `{statement}`")));
        }
    }
    for path in under("migrations/", ".sql") {
        let text: String = read(&path).lines().filter_map(|line| line.split("--").next()).fold(String::new(), join);
        found.extend(transaction_statement(&text, false).map(|statement| format!("{path}: `{statement}`")));
    }
    let reader = read("src-tauri/engine/src/store/reader.rs");
    assert!(literals(&reader).iter().any(|text| transaction_statement(text, true).is_some()), "the test sees nothing");
    assert!(found.is_empty(), "no SQL begins or ends a transaction but the store's `write`\n{}", found.join("\n"));
}

fn join(text: String, line: &str) -> String {
    text + line + "\n"
}

/// Returns the first statement of `sql` that begins or ends a transaction. The END of a trigger is none.
fn transaction_statement(sql: &str, end_counts: bool) -> Option<String> {
    let end_counts = end_counts && !sql.to_uppercase().contains("TRIGGER");
    let statements = sql.split(';').map(|statement| statement.split_whitespace().collect::<Vec<_>>());
    let found = statements.map(|words| (words.join(" "), words.join(" ").to_uppercase())).find(|(_, upper)| {
        let words: Vec<&str> = upper.split(' ').collect();
        match words[0] {
            "BEGIN" => matches!(words.get(1), None | Some(&("TRANSACTION" | "IMMEDIATE" | "DEFERRED" | "EXCLUSIVE"))),
            "COMMIT" | "ROLLBACK" => matches!(words.get(1), None | Some(&("TRANSACTION" | "TO"))),
            "END" => end_counts && (words.get(1) == Some(&"TRANSACTION") || words.len() == 1 && sql.contains(';')),
            "SAVEPOINT" | "RELEASE" => words.len() == 2 || words.get(1) == Some(&"SAVEPOINT"),
            _ => false,
        }
    });
    found.map(|(statement, _)| statement)
}

/// Returns the string literals of Rust source, raw ones as well.
fn literals(source: &str) -> Vec<String> {
    let (mut found, mut rest) = (Vec::new(), source);
    while let Some(at) = rest.find('"') {
        let before = &rest[..at];
        if before.ends_with('\'') && rest[at + 1..].starts_with('\'') || before.ends_with("'\\") {
            rest = &rest[at + 1..];
            continue;
        }
        let hashes = before.len() - before.trim_end_matches('#').len();
        let is_raw = before[..before.len() - hashes].ends_with('r');
        let inner = &rest[at + 1..];
        let close = format!("\"{}", "#".repeat(if is_raw { hashes } else { 0 }));
        let mut end = 0;
        while let Some(next) = inner[end..].find(&close) {
            end += next;
            let slashes = inner[..end].len() - inner[..end].trim_end_matches('\\').len();
            if is_raw || slashes % 2 == 0 {
                break;
            }
            end += 1;
        }
        found.push(inner[..end].replace("\\n", " ").replace("\\\n", " "));
        rest = inner.get(end + close.len()..).unwrap_or_default();
    }
    found
}

#[test]
fn only_ipc_names_the_host() {
    for ending in [".ts", ".tsx"] {
        let files: Vec<String> =
            under("ui/src/", ending).into_iter().filter(|path| !path.starts_with("ui/src/ipc/")).collect();
        refuse(&files, &["@tauri-apps/"], "ui/src/ipc is the one door to the host");
    }
}

#[test]
fn strict_means_strict() {
    for ending in [".ts", ".tsx"] {
        let ours: Vec<String> =
            under("ui/src/", ending).into_iter().filter(|path| path != "ui/src/ipc/bindings.ts").collect();
        refuse(
            &ours,
            &["@ts-ignore", "@ts-nocheck", ": any", "as any", "<any>"],
            "no way round the type checker, but in what is generated",
        );
    }
}

const TOPICS: &str = "src-tauri/engine/src/store/notice.rs";

/// A type that crosses must be in the bindings, which the trait `Type` of specta gives. Only the root package knows
/// specta, and the engine for its topics; no crate may implement another's trait for another's type: so the compiler
/// refuses every domain type, whatever it is called and however it was imported. Refused here is what would let one
/// through all the same.
#[test]
fn domain_types_do_not_cross_ipc() {
    let domain = ["factly-core", "factly-engine", "factly-cli"];
    let mut seen = 0;
    for (package, dependencies) in crate::licences::workspace() {
        let knows_specta = dependencies.iter().any(|name| name.contains("specta"));
        seen += usize::from(domain.contains(&package.as_str()));
        let may = ["factly-desktop", "factly-engine"].contains(&package.as_str());
        assert!(may || !knows_specta, "{package} knows specta: its types could cross IPC");
        assert!(knows_specta || package != "factly-desktop", "the shell knows no specta: the test would see nothing");
    }
    // One enum goes from the store to the window.
    let engine = under("src-tauri/engine/src/", ".rs");
    let others: Vec<String> = engine.into_iter().filter(|path| path != TOPICS).collect();
    refuse(&others, &["specta"], "only the topics of the engine's change notices cross IPC");
    let typed = code(TOPICS).lines().filter(|line| line.contains("Type") && line.contains("derive(")).count();
    assert!(typed <= 1, "{TOPICS}: of its types only `Topic` crosses IPC");
    assert_eq!(seen, domain.len(), "the crates of the domain were not all found");

    let shell = under("src-tauri/shell/", ".rs");
    let crossing: Vec<String> =
        shell.iter().filter(|path| path.contains("/wire/") || path.contains("/commands/")).cloned().collect();
    let ways_round = ["ipc::Response", "InvokeBody", "specta(skip", "specta(inline", "serde(remote", "JsonValue"];
    refuse(&crossing, &ways_round, "what crosses IPC has a type of wire/ in the bindings");
    let mut found = Vec::new();
    for path in &shell {
        let text = code(path);
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for (at, line) in lines.iter().enumerate() {
            let next = || lines[at + 1..].iter().find(|line| !line.starts_with("#[")).copied().unwrap_or_default();
            let is_untyped = line.starts_with("#[tauri::command") && lines.get(at + 1) != Some(&"#[specta::specta]");
            // Two have no type of their own: a model's arguments, and a patch, which is of any block.
            let is_json = crossing.contains(path)
                && !path.ends_with("/wire/patch.rs")
                && line.contains("serde_json::")
                && *line != "params: Option<serde_json::Value>,";
            let is_number = || ["f32", "f64", "i64", "u64"].iter().any(|number| next().contains(number));
            if is_untyped || is_json || line.contains("specta(type") && !is_number() {
                found.push(format!("{path}: `{line}` before `{}`", next()));
            }
        }
    }
    assert!(found.is_empty(), "an answer without its type, or with another's\n{}", found.join("\n"));
    let handlers: Vec<&String> = shell.iter().filter(|path| code(path).contains("generate_handler!")).collect();
    assert!(handlers.is_empty(), "{handlers:?}: a command is called only from the one list, which has its types");
}
