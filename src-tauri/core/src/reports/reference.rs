//! The section that is meant by an id, a number or a title; where it is not clear, which may be.

use uuid::Uuid;

use super::section::{OutlineLine, Report};

/// A reference that names no section, or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnresolvedReference {
    /// Sections that may be meant, with their numbers; none where nothing is like it.
    pub candidates: Vec<(Uuid, String, String)>,
}

/// Resolves an id, a number ("3.1", "section 3.1", "Appendix A") or a title, of which a part is enough if it is one's alone.
///
/// # Errors
/// When none or several are meant.
pub fn resolve(report: &Report, reference: &str) -> Result<Uuid, UnresolvedReference> {
    let reference = reference.trim();
    let lines = report.outline();
    let by_id = reference.parse::<Uuid>().ok().filter(|id| report.find(*id).is_some());
    let number = number_of(reference);
    let exact = |line: &&OutlineLine<'_>| line.number.eq_ignore_ascii_case(&number);
    if let Some(id) = by_id.or_else(|| lines.iter().find(exact).map(|line| line.section.id)) {
        return Ok(id);
    }
    let wanted = reference.to_lowercase();
    let titled = |matches: fn(&str, &str) -> bool| {
        lines.iter().filter(|line| matches(&line.section.title.to_lowercase(), &wanted)).collect::<Vec<_>>()
    };
    let whole = titled(|title, wanted| title == wanted);
    let found =
        if whole.is_empty() && !wanted.is_empty() { titled(|title, wanted| title.contains(wanted)) } else { whole };
    // The digit of a year in a title is no section's number, and a wrong one would move or delete what nobody named.
    let is_partly = found.len() == 1 && !found[0].section.title.eq_ignore_ascii_case(reference);
    match found.as_slice() {
        [one] if !(is_partly && is_number(&number)) => Ok(one.section.id),
        several => Err(UnresolvedReference {
            candidates: several
                .iter()
                .map(|line| (line.section.id, line.number.clone(), line.section.title.clone()))
                .collect(),
        }),
    }
}

fn is_number(text: &str) -> bool {
    text.chars().count() == 1 || text.chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// The number in "section 3.1", "§ 3.1", "3.1." and "Appendix A".
fn number_of(reference: &str) -> String {
    let last = reference.rsplit(char::is_whitespace).next().unwrap_or_default();
    last.trim_start_matches('§').trim_end_matches(['.', ':', ',']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reports::markdown::parse;

    #[test]
    fn a_number_that_no_section_has_is_no_digit_of_a_title() {
        let mut next = 0;
        let (_, report) = parse("# Costs\n\n# Valve of 2029\n\n# 2031\n", &mut || {
            next += 1;
            Uuid::from_u128(next)
        });
        for reference in ["9", "2029", "section 9", "§ 9.", "V"] {
            assert!(resolve(&report, reference).is_err(), "{reference}");
        }
        for (reference, section) in [("2", 1), ("valve", 1), ("valve of 2029", 1), ("2031", 2), ("cost", 0)] {
            assert_eq!(resolve(&report, reference), Ok(report.sections[section].id), "{reference}");
        }
    }
}
