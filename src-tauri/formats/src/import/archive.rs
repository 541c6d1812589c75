//! Archives of documents, as note-taking programs export them. Names are labels and lead to no file.

use crate::budget::Budget;
use crate::detect;
use crate::limits::{Limits, ShouldStop};
use crate::package::Package;
use crate::refusal::Refusal;

/// A document that stood in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchivedDocument {
    /// The name of its file, without the id that a program set after its title.
    pub name: String,
    pub bytes: Vec<u8>,
}

impl ArchivedDocument {
    /// Returns whether it is a picture, which is left out and no failure.
    #[must_use]
    pub fn is_picture(&self) -> bool {
        detect::looks_like(&self.bytes).is_some_and(detect::is_picture)
    }
}

/// The documents of an archive, and of archives in it; none where the bytes are a document themselves. All of them
/// spend from one budget, which is half of a document's: they are held while each is read.
pub fn documents(bytes: &[u8], limits: &Limits, stop: &ShouldStop<'_>) -> Result<Vec<ArchivedDocument>, Refusal> {
    let limits = Limits { unpacked: limits.unpacked / 2, ..*limits };
    let budget = Budget::new(&limits, stop);
    let mut documents = Vec::new();
    if is_plain_archive(bytes, &budget)? {
        gather(bytes, true, &budget, &mut documents)?;
    }
    Ok(documents)
}

fn is_plain_archive(bytes: &[u8], budget: &Budget<'_>) -> Result<bool, Refusal> {
    if !bytes.starts_with(b"PK") {
        return Ok(false);
    }
    match detect::archive(&mut Package::open(bytes, budget)?) {
        Err(Refusal::Unknown { looks_like }) => Ok(looks_like == "ZIP"),
        Ok(_) => Ok(false),
        Err(refusal) => Err(refusal),
    }
}

fn gather(
    bytes: &[u8],
    may_nest: bool,
    budget: &Budget<'_>,
    documents: &mut Vec<ArchivedDocument>,
) -> Result<(), Refusal> {
    let mut package = Package::open(bytes, budget)?;
    let names: Vec<String> = package.names().iter().filter(|name| is_document(name)).cloned().collect();
    let mut found: Vec<(String, Vec<u8>)> = Vec::new();
    for name in names {
        budget.go_on()?;
        if documents.len() + found.len() >= budget.limits.entries {
            return Err(Refusal::TooLarge { what: "entries", limit: budget.limits.entries as u64 });
        }
        let part = package.whole(&name)?;
        if may_nest && is_plain_archive(&part, budget).unwrap_or(false) {
            gather(&part, false, budget, documents)?;
        } else if !part.is_empty() {
            found.push((name, part));
        }
    }
    let is_view = |(name, part): &(String, Vec<u8>)| is_view_of_another(name, part, &found);
    let views: Vec<bool> = found.iter().map(is_view).collect();
    let remaining = found.into_iter().zip(views).filter(|(_, is_view)| !is_view);
    documents.extend(remaining.map(|((name, bytes), _)| ArchivedDocument { name: without_id(&name), bytes }));
    Ok(())
}

/// Returns whether an entry is a file that somebody put there: no folder, and nothing that a system hides.
fn is_document(name: &str) -> bool {
    let mut parts = name.split(['/', '\\']);
    !name.ends_with(['/', '\\'])
        && parts.all(|part| matches!(part, "." | "..") || !part.starts_with('.') && part != "__MACOSX")
}

/// A database is exported as it is shown and as a whole (`Costs_all.csv`), which has each line of the former.
fn is_view_of_another(name: &str, part: &[u8], found: &[(String, Vec<u8>)]) -> bool {
    let Some(stem) = name.strip_suffix(".csv") else { return false };
    let whole = format!("{stem}_all.csv");
    let Some((_, whole)) = found.iter().find(|(of, _)| *of == whole) else { return false };
    let lines = |bytes: &[u8]| -> std::collections::HashSet<Vec<u8>> {
        let lines = bytes.split(|byte| *byte == b'\n');
        lines.map(|line| line.trim_ascii().to_vec()).filter(|line| !line.is_empty()).collect()
    };
    lines(part).is_subset(&lines(whole))
}

/// `Wall plan 1a2b…5c6d.md` as `Wall plan.md`.
fn without_id(path: &str) -> String {
    const ID: usize = 32;
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let (stem, ending) = file.rsplit_once('.').map_or((file, String::new()), |(stem, end)| (stem, format!(".{end}")));
    let stem = stem.strip_suffix("_all").unwrap_or(stem);
    let is_id = |id: &str| {
        let digits: String = id.chars().filter(|char| *char != '-').collect();
        digits.len() == ID && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    match stem.rsplit_once(' ') {
        Some((title, id)) if is_id(id) && !title.trim().is_empty() => format!("{}{ending}", title.trim_end()),
        _ => file.to_owned(),
    }
}
