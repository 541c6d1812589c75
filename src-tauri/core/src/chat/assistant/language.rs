//! The language that is asked in, and answered in: English or German.

use super::words::one_of;
use crate::discovery::{EntityKind, EntityStatus, OutputType};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AssistantLanguage {
    English,
    German,
}

impl AssistantLanguage {
    /// Told by small words, which hardly a question is without.
    pub(super) fn detect<'w>(words: impl Iterator<Item = &'w str>) -> Option<Self> {
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
    pub(super) fn count(self, kind: EntityKind, n: usize) -> String {
        format!("{n} {}", if n == 1 { self.one(kind) } else { self.many(kind) })
    }

    pub(super) const fn one(self, kind: EntityKind) -> &'static str {
        match (self, kind) {
            (Self::English, kind) => kind.as_str(),
            (Self::German, EntityKind::Input) => "Input",
            (Self::German, EntityKind::Fact) => "Fakt",
            (Self::German, EntityKind::Insight) => "Erkenntnis",
            (Self::German, EntityKind::Recommendation) => "Empfehlung",
            (Self::German, EntityKind::Output) => "Ergebnis",
        }
    }

    pub(super) const fn many(self, kind: EntityKind) -> &'static str {
        match (self, kind) {
            (Self::English, EntityKind::Input) => "inputs",
            (Self::English, EntityKind::Fact) => "facts",
            (Self::English, EntityKind::Insight) => "insights",
            (Self::English, EntityKind::Recommendation) => "recommendations",
            (Self::English, EntityKind::Output) => "outputs",
            (Self::German, EntityKind::Input) => "Inputs",
            (Self::German, EntityKind::Fact) => "Fakten",
            (Self::German, EntityKind::Insight) => "Erkenntnisse",
            (Self::German, EntityKind::Recommendation) => "Empfehlungen",
            (Self::German, EntityKind::Output) => "Ergebnisse",
        }
    }

    /// As [`Self::count`], behind "auf" and "aus".
    pub(super) fn of_count(self, kind: EntityKind, n: usize) -> String {
        format!("{n} {}", if n == 1 { self.one(kind) } else { self.of_many(kind) })
    }

    /// In German, the dative.
    pub(super) const fn of_many(self, kind: EntityKind) -> &'static str {
        match (self, kind) {
            (Self::German, EntityKind::Insight) => "Erkenntnissen",
            (Self::German, EntityKind::Output) => "Ergebnissen",
            _ => self.many(kind),
        }
    }

    /// With its article, as the subject of a sentence: "an insight", "eine Erkenntnis".
    pub(super) const fn a(self, kind: EntityKind) -> &'static str {
        match (self, kind) {
            (Self::English, EntityKind::Input) => "an input",
            (Self::English, EntityKind::Fact) => "a fact",
            (Self::English, EntityKind::Insight) => "an insight",
            (Self::English, EntityKind::Recommendation) => "a recommendation",
            (Self::English, EntityKind::Output) => "an output",
            (Self::German, EntityKind::Input) => "ein Input",
            (Self::German, EntityKind::Fact) => "ein Fakt",
            (Self::German, EntityKind::Insight) => "eine Erkenntnis",
            (Self::German, EntityKind::Recommendation) => "eine Empfehlung",
            (Self::German, EntityKind::Output) => "ein Ergebnis",
        }
    }

    /// A fact is accepted, and what is concluded of facts is confirmed.
    pub(super) const fn status(self, kind: EntityKind, status: EntityStatus) -> &'static str {
        if let (EntityKind::Fact, EntityStatus::Validated) = (kind, status) {
            return self.say("accepted", "angenommen");
        }
        match (self, status) {
            (Self::English, EntityStatus::Draft) => "draft",
            (Self::English, EntityStatus::Validated) => "confirmed",
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
