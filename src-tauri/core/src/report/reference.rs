//! Which section is meant by an id, a number or a title; where it is not clear, which may be.

use uuid::Uuid;

use super::section::{OutlineLine, Report};

/// What was said names no section, or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unclear {
    /// Sections that may be meant, with their numbers; none where nothing is like it.
    pub candidates: Vec<(Uuid, String, String)>,
}

/// Resolves an id, a number ("3.1", "section 3.1", "Appendix A") or a title, of which a part is enough if it is one's alone.
///
/// # Errors
/// When none or several are meant.
pub fn resolve(report: &Report, said: &str) -> Result<Uuid, Unclear> {
    let said = said.trim();
    let lines = report.outline();
    let by_id = said.parse::<Uuid>().ok().filter(|id| report.find(*id).is_some());
    let number = number_of(said);
    let exact = |line: &&OutlineLine<'_>| line.number.eq_ignore_ascii_case(&number);
    if let Some(id) = by_id.or_else(|| lines.iter().find(exact).map(|line| line.section.id)) {
        return Ok(id);
    }
    let wanted = said.to_lowercase();
    let titled = |matches: fn(&str, &str) -> bool| {
        lines.iter().filter(|line| matches(&line.section.title.to_lowercase(), &wanted)).collect::<Vec<_>>()
    };
    let whole = titled(|title, wanted| title == wanted);
    let found =
        if whole.is_empty() && !wanted.is_empty() { titled(|title, wanted| title.contains(wanted)) } else { whole };
    match found.as_slice() {
        [one] => Ok(one.section.id),
        several => Err(Unclear {
            candidates: several
                .iter()
                .map(|line| (line.section.id, line.number.clone(), line.section.title.clone()))
                .collect(),
        }),
    }
}

/// The number in "section 3.1", "§ 3.1", "3.1." and "Appendix A".
fn number_of(said: &str) -> String {
    let last = said.rsplit(char::is_whitespace).next().unwrap_or_default();
    last.trim_start_matches('§').trim_end_matches(['.', ':', ',']).to_owned()
}
