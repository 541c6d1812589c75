//! The meanings of single words of a question.

use crate::discovery::{EntityKind, OutputType};

/// Returns whether a word is one of a list of words with spaces between them.
pub(super) fn one_of(words: &str, word: &str) -> bool {
    words.split(' ').any(|known| known == word)
}

pub(super) fn is_and(word: &str) -> bool {
    matches!(word, "and" | "or" | "und" | "oder" | "sowie" | "&")
}

/// The column that a word names, in either language.
pub(super) fn kind_of(word: &str) -> Option<EntityKind> {
    Some(match word {
        "input" | "inputs" | "source" | "sources" | "document" | "documents" | "eingabe" | "eingaben" | "quelle"
        | "quellen" | "dokument" | "dokumente" | "dokumenten" => EntityKind::Input,
        "fact" | "facts" | "fakt" | "fakten" | "fakts" | "tatsache" | "tatsachen" => EntityKind::Fact,
        "insight" | "insights" | "erkenntnis" | "erkenntnisse" | "erkenntnissen" | "einsicht" | "einsichten" => {
            EntityKind::Insight
        }
        "recommendation" | "recommendations" | "empfehlung" | "empfehlungen" => EntityKind::Recommendation,
        "output" | "outputs" | "deliverable" | "deliverables" | "ergebnis" | "ergebnisse" | "ergebnissen" => {
            EntityKind::Output
        }
        _ => return None,
    })
}

/// The type of Output that a word names, in either language.
pub(super) fn output_type_of(word: &str) -> Option<OutputType> {
    Some(match word {
        "report" | "bericht" => OutputType::Report,
        "presentation" | "präsentation" | "praesentation" => OutputType::Presentation,
        "action_plan" | "aktionsplan" | "maßnahmenplan" | "massnahmenplan" => OutputType::ActionPlan,
        "brief" | "briefing" | "kurzfassung" => OutputType::Brief,
        _ => return None,
    })
}
