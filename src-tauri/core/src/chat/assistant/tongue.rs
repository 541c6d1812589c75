//! The language that is asked in, and answered in: English or German.

use super::pattern::one_of;
use crate::discovery::{EntityStatus, Kind, OutputType};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tongue {
    English,
    German,
}

impl Tongue {
    /// Told by small words, which hardly a question is without.
    pub(super) fn of<'w>(words: impl Iterator<Item = &'w str>) -> Option<Self> {
        let score = words.fold(0_i32, |score, word| {
            let umlauts = word.chars().any(|c| matches!(c, 'ä' | 'ö' | 'ü' | 'ß'));
            score + i32::from(umlauts || one_of(GERMAN, word)) - i32::from(one_of(ENGLISH, word))
        });
        match score {
            0 => None,
            1.. => Some(Self::German),
            _ => Some(Self::English),
        }
    }

    pub(super) const fn say<'t>(self, english: &'t str, german: &'t str) -> &'t str {
        match self {
            Self::English => english,
            Self::German => german,
        }
    }

    /// "1 fact", "3 facts".
    pub(super) fn count(self, kind: Kind, n: usize) -> String {
        format!("{n} {}", if n == 1 { self.one(kind) } else { self.many(kind) })
    }

    pub(super) const fn one(self, kind: Kind) -> &'static str {
        match (self, kind) {
            (Self::English, kind) => kind.as_str(),
            (Self::German, Kind::Input) => "Eingabe",
            (Self::German, Kind::Fact) => "Fakt",
            (Self::German, Kind::Insight) => "Erkenntnis",
            (Self::German, Kind::Recommendation) => "Empfehlung",
            (Self::German, Kind::Output) => "Ergebnis",
        }
    }

    pub(super) const fn many(self, kind: Kind) -> &'static str {
        match (self, kind) {
            (Self::English, Kind::Input) => "inputs",
            (Self::English, Kind::Fact) => "facts",
            (Self::English, Kind::Insight) => "insights",
            (Self::English, Kind::Recommendation) => "recommendations",
            (Self::English, Kind::Output) => "outputs",
            (Self::German, Kind::Input) => "Eingaben",
            (Self::German, Kind::Fact) => "Fakten",
            (Self::German, Kind::Insight) => "Erkenntnisse",
            (Self::German, Kind::Recommendation) => "Empfehlungen",
            (Self::German, Kind::Output) => "Ergebnisse",
        }
    }

    /// As [`Self::count`], behind "auf" and "aus".
    pub(super) fn of_count(self, kind: Kind, n: usize) -> String {
        format!("{n} {}", if n == 1 { self.one(kind) } else { self.of_many(kind) })
    }

    /// In German, the dative.
    pub(super) const fn of_many(self, kind: Kind) -> &'static str {
        match (self, kind) {
            (Self::German, Kind::Insight) => "Erkenntnissen",
            (Self::German, Kind::Output) => "Ergebnissen",
            _ => self.many(kind),
        }
    }

    /// With its article, as the subject of a sentence: "an insight", "eine Erkenntnis".
    pub(super) const fn a(self, kind: Kind) -> &'static str {
        match (self, kind) {
            (Self::English, Kind::Input) => "an input",
            (Self::English, Kind::Fact) => "a fact",
            (Self::English, Kind::Insight) => "an insight",
            (Self::English, Kind::Recommendation) => "a recommendation",
            (Self::English, Kind::Output) => "an output",
            (Self::German, Kind::Input) => "eine Eingabe",
            (Self::German, Kind::Fact) => "ein Fakt",
            (Self::German, Kind::Insight) => "eine Erkenntnis",
            (Self::German, Kind::Recommendation) => "eine Empfehlung",
            (Self::German, Kind::Output) => "ein Ergebnis",
        }
    }

    pub(super) const fn status(self, status: EntityStatus) -> &'static str {
        match (self, status) {
            (Self::English, EntityStatus::Draft) => "draft",
            (Self::English, EntityStatus::Validated) => "validated",
            (Self::English, EntityStatus::Outdated) => "outdated",
            (Self::English, EntityStatus::NeedsReview) => "to be reviewed",
            (Self::English, EntityStatus::NeedsRefresh) => "to be refreshed",
            (Self::English, EntityStatus::Unsupported) => "unsupported",
            (Self::English, EntityStatus::Weak) => "weak",
            (Self::English, EntityStatus::Risky) => "risky",
            (Self::German, EntityStatus::Draft) => "Entwurf",
            (Self::German, EntityStatus::Validated) => "bestätigt",
            (Self::German, EntityStatus::Outdated) => "überholt",
            (Self::German, EntityStatus::NeedsReview) => "zu prüfen",
            (Self::German, EntityStatus::NeedsRefresh) => "zu erneuern",
            (Self::German, EntityStatus::Unsupported) => "ohne Grundlage",
            (Self::German, EntityStatus::Weak) => "schwach",
            (Self::German, EntityStatus::Risky) => "riskant",
        }
    }

    pub(super) const fn output_type(self, of: OutputType) -> &'static str {
        match (self, of) {
            (Self::English, OutputType::Report) => "report",
            (Self::English, OutputType::Presentation) => "presentation",
            (Self::English, OutputType::ActionPlan) => "action plan",
            (Self::English, OutputType::Brief) => "brief",
            (Self::German, OutputType::Report) => "Bericht",
            (Self::German, OutputType::Presentation) => "Präsentation",
            (Self::German, OutputType::ActionPlan) => "Aktionsplan",
            (Self::German, OutputType::Brief) => "Kurzfassung",
        }
    }
}

/// Words that only one of the two has, as far as questions are made of them.
const ENGLISH: &str = "\
    the what which who why how where when is are does do of to and from with that this there me my we our you \
    should would could can please add delete remove change edit show find list about have has a an on for i facts \
    fact insights insight inputs recommendation recommendations outputs summary summarize summarise gaps next help \
    hello thanks orphans conflicts by replace overview missing improve links status new create";

const GERMAN: &str = "\
    der die das den dem des ein eine einen einem einer und oder nicht ist sind war was wer wie wo warum weshalb \
    wieso wann welche welcher welches welchen worauf woher wovon womit wofür aus auf von vom zu zum zur mit für \
    ich du wir mir mich uns sie es kannst kann soll sollte sollen bitte gibt fehlt fehlen zeige zeig nenne liste \
    suche finde lösche entferne füge hinzu ändere ersetze erstelle neue neuer neues neuen fakten fakt erkenntnis \
    erkenntnisse empfehlung empfehlungen eingabe eingaben ergebnis ergebnisse quelle belege überblick \
    zusammenfassung lücken hilfe hallo danke widersprüche konflikte stützt beruht hat haben sich wird werden bei \
    im ins durch um dass verlauf anzahl quellen löschen entfernen ändern hinzufügen vorschläge schritte nächste \
    nächsten schwachstellen offen moin servus rückgängig fasse verknüpfungen verbindungen verwaiste wissen steht";
