//! Factly's own words in the conversation of a report, in the language of the message.

use crate::language::{Language, detect};

/// Sentences of one language; "{}" stands for what they speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportWords {
    updated_one: &'static str,
    updated: [&'static str; 2],
    fault: &'static str,
    calls: [&'static str; 2],
    /// Answer where a phrase changes nothing.
    pub nothing: &'static str,
    /// Answer where a phrase is not understood and no model is there.
    pub not_understood: &'static str,
}

const ENGLISH: ReportWords = ReportWords {
    updated_one: "Updated 1 section: ",
    updated: ["Updated ", " sections: "],
    fault: "Something could not be done: ",
    calls: ["The turn ended after its ", " calls. Say how to go on."],
    nothing: "There was nothing to change: numbers are always in order.",
    not_understood: "Without a model I change the structure in plain words: move 3.1 before 2 · rename section 2 to Costs · \
add a section Risks after 4 · delete 5 · renumber · replace A by B in 3.",
};

const GERMAN: ReportWords = ReportWords {
    updated_one: "1 Abschnitt geändert: ",
    updated: ["", " Abschnitte geändert: "],
    fault: "Etwas ging nicht: ",
    calls: ["Nach ", " Aufrufen war Schluss. Sagen Sie, wie es weitergehen soll."],
    nothing: "Es gab nichts zu ändern: Die Nummern stimmen immer.",
    not_understood: "Ohne Modell ändere ich den Aufbau in einfachen Worten: verschiebe 3.1 vor 2 · benenne Abschnitt 2 in \
Kosten um · füge einen Abschnitt Risiken nach 4 ein · lösche 5 · nummeriere neu · ersetze A durch B in 3.",
};

const FRENCH: ReportWords = ReportWords {
    updated_one: "1 section modifiée : ",
    updated: ["", " sections modifiées : "],
    fault: "Quelque chose n’a pas pu être fait : ",
    calls: ["Le tour s’est arrêté après ses ", " appels. Dites comment continuer."],
    nothing: "Il n’y avait rien à changer : les numéros sont toujours justes.",
    not_understood: "Sans modèle, je change la structure en mots simples : déplace 3.1 avant 2 · renomme la section 2 en \
Coûts · ajoute une section Risques après 4 · supprime 5 · renumérote · remplace A par B dans 3.",
};

const SPANISH: ReportWords = ReportWords {
    updated_one: "1 sección cambiada: ",
    updated: ["", " secciones cambiadas: "],
    fault: "Algo no se pudo hacer: ",
    calls: ["El turno terminó tras sus ", " llamadas. Diga cómo seguir."],
    nothing: "No había nada que cambiar: los números siempre están bien.",
    not_understood: "Sin modelo cambio la estructura con palabras sencillas: mueve 3.1 antes de 2 · renombra la sección 2 \
como Costes · añade una sección Riesgos después de 4 · elimina 5 · renumera · reemplaza A por B en 3.",
};

impl ReportWords {
    /// Returns the words for who said `message`; English where its language cannot be told.
    #[must_use]
    pub fn for_message(message: &str) -> Self {
        match detect(message) {
            Some(Language::German) => GERMAN,
            Some(Language::French) => FRENCH,
            Some(Language::Spanish) => SPANISH,
            Some(Language::English) | None => ENGLISH,
        }
    }

    /// Returns what is said of a turn that a model ended without words; nothing where nothing was done.
    #[must_use]
    pub fn confirmation(&self, updated: &[(String, String)]) -> Option<String> {
        let named = |(number, title): &(String, String)| format!("{number} {title}").trim().to_owned();
        let named: Vec<String> = updated.iter().map(named).collect();
        let [before, behind] = self.updated;
        match named.len() {
            0 => None,
            1 => Some(format!("{}{}.", self.updated_one, named[0])),
            count => Some(format!("{before}{count}{behind}{}.", named.join(", "))),
        }
    }

    #[must_use]
    pub fn could_not(&self, fault: &str) -> String {
        format!("{}{fault}", self.fault)
    }

    #[must_use]
    pub fn out_of_calls(&self, most: u32) -> String {
        let [before, behind] = self.calls;
        format!("{before}{most}{behind}")
    }
}
