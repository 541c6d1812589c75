//! Text for users stays true: every provider has its page, and no link leads nowhere.

use std::collections::BTreeMap;

use crate::tree::{files, read, root, under};

const INDEX: &str = "docs/providers.md";

#[test]
fn each_provider_has_its_page() {
    let index = read(INDEX);
    for (name, kind, base_url) in providers() {
        let slug = slug(&name);
        let page = format!("docs/providers/{slug}.md");
        assert!(root().join(&page).exists(), "{name} can be chosen, and {page} does not say how it is set up");
        assert!(index.contains(&format!("](providers/{slug}.md)")), "{INDEX} does not lead to {page}");
        let text = read(&page);
        for wanted in [format!("factly provider set {kind}"), "factly provider test".to_owned()] {
            assert!(text.contains(&wanted), "{page} does not say `{wanted}`");
        }
        if let Some(base_url) = base_url {
            assert!(text.contains(&format!("--base-url {base_url}")), "{page} does not say {base_url}");
            assert!(index.contains(&base_url), "{INDEX} does not say {base_url}");
        }
    }
    for page in under("docs/providers/", ".md") {
        assert!(index.contains(page.trim_start_matches("docs/")), "{INDEX} does not lead to {page}");
    }
}

#[test]
fn what_is_found_on_this_computer_is_what_the_window_offers() {
    let offered: BTreeMap<String, String> =
        servers().into_iter().filter(|(_, url)| url.contains("localhost")).collect();
    let detect = read("src-tauri/engine/src/providers/detect.rs");
    let usual = between(&detect, "const USUAL", ";\n").split("= [").nth(1).unwrap_or_default().replace('_', "");
    let looked_for: BTreeMap<String, String> = usual
        .split('(')
        .filter_map(|entry| {
            let (name, port) = entry.split_once("\", ")?;
            let port: String = port.chars().take_while(char::is_ascii_digit).collect();
            Some((name.trim_start_matches('"').to_owned(), format!("http://localhost:{port}/v1")))
        })
        .collect();
    assert!(looked_for.len() >= 4, "the list of usual ports cannot be read: {looked_for:?}");
    assert_eq!(looked_for, offered, "detect.rs looks at other places than names.ts offers");
}

/// The links of all pages within the repository.
#[test]
fn no_link_leads_nowhere() {
    let mut dead = Vec::new();
    let pages = files().into_iter().filter(|path| path.ends_with(".md"));
    for page in pages {
        let text = read(&page);
        let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
        let links = text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link);
        for link in links.filter(|link| !link.contains("://") && !link.starts_with('#') && !link.contains(' ')) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = root().join(folder).join(file);
            let has_anchor = || {
                let text = std::fs::read_to_string(&target).unwrap_or_default();
                anchor.is_empty() || text.lines().any(|line| line.starts_with('#') && slug(line) == anchor)
            };
            if !target.exists() || !has_anchor() {
                dead.push(format!("{page}: {link}"));
            }
        }
    }
    assert!(dead.is_empty(), "links that lead nowhere:\n{}", dead.join("\n"));
}

/// Code cites `docs/`: whoever reads it does not have the owner's papers.
#[test]
fn code_cites_no_paper_outside_the_repository() {
    let sources =
        files().into_iter().filter(|path| [".rs", ".ts", ".tsx", ".sql"].iter().any(|end| path.ends_with(end)));
    let cites = |line: &str| {
        let behind = line.to_lowercase();
        (1..=5).any(|number| behind.contains(&format!("seed {number}")))
    };
    let found: Vec<String> = sources.filter(|path| read(path).lines().any(cites)).collect();
    assert!(found.is_empty(), "these cite the owner's papers instead of docs/contracts/: {found:?}");
}

/// Returns the providers that can be chosen: the name, the provider that it is set as, and where it usually is.
fn providers() -> Vec<(String, String, Option<String>)> {
    let source = read("src-tauri/engine/src/providers/mod.rs");
    let names = between(&source, "pub enum ProviderKind {", "\n    }");
    let kinds: Vec<&str> = names.split('"').skip(1).step_by(2).collect();
    assert!(kinds.len() >= 4 && kinds.contains(&"offline"), "the kinds of providers cannot be read: {kinds:?}");
    let kinds = kinds.into_iter().map(|kind| (kind.to_owned(), kind.to_owned(), None));
    let servers = servers().into_iter().map(|(name, url)| (name, "openai-compatible".to_owned(), Some(url)));
    kinds.chain(servers).collect()
}

/// The servers that the window names, and their addresses.
fn servers() -> Vec<(String, String)> {
    let source = read("ui/src/shared/providers/names.ts");
    let list = between(&source, "export const servers", "];");
    let quoted = |entry: &str, field: &str| {
        let rest = entry.split_once(&format!("{field}: \""))?.1;
        Some(rest.split_once('"')?.0.to_owned())
    };
    let found: Vec<_> =
        list.split('{').filter_map(|entry| Some((quoted(entry, "name")?, quoted(entry, "baseUrl")?))).collect();
    assert!(found.len() >= 6, "the servers that the window names cannot be read: {found:?}");
    found
}

fn between<'t>(text: &'t str, begin: &str, end: &str) -> &'t str {
    let rest = text.split_once(begin).map_or("", |(_, rest)| rest);
    rest.split_once(end).map_or("", |(inner, _)| inner)
}

/// A name as a file or an anchor has it: "LM Studio" is "lm-studio".
fn slug(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").to_lowercase()
}
