//! Which part may name which library.

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

#[test]
fn only_the_store_ends_a_transaction() {
    let files: Vec<String> = under("src-tauri/engine/src/", ".rs");
    let tables: Vec<String> = files
        .into_iter()
        .filter(|path| {
            ["discoveries", "inputs", "bundles", "runs", "facts", "keys", "preferences"]
                .iter()
                .any(|table| path.ends_with(&format!("store/{table}.rs")))
        })
        .collect();
    refuse(
        &tables,
        &["COMMIT", "BEGIN", "SAVEPOINT", ".transaction("],
        "transaction, undo step and notice begin and end together, in `write`",
    );
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

#[test]
fn domain_types_do_not_cross_ipc() {
    refuse(
        &under("src-tauri/shell/commands/", ".rs"),
        &["-> Result<factly_", "-> Result<Vec<factly_"],
        "a command answers in types of wire/",
    );
}
