import type en from "../en/review";
import type { Translation } from "../words";

export default {
	"review.position": "{{position}} von {{total}}",
	"review.previous": "Zurück",
	"review.next": "Weiter",
	"review.accepted": "Bisher angenommen: {{label}}",
	"review.before": "Zuvor angenommen: {{label}}",
	"review.new": "Neu: {{label}}",
	"review.differs": "Was sich unterscheidet",
	"review.onlyOld": "nur im angenommenen",
	"review.onlyNew": "nur im neuen",
	"review.noQuote": "Dieser Fakt hat keinen Beleg.",
	"review.done": "Entschieden: {{choice}}. Rückgängig nimmt die letzte Entscheidung zurück.",
	"review.choice.accept": "angenommen",
	"review.choice.reject": "abgelehnt",
	"review.choice.elsewhere": "an anderer Stelle geändert",
	"review.choice.keep_old": "der alte behalten",
	"review.choice.take_new": "der neue übernommen",
	"review.choice.keep_as_note": "der neue als Notiz behalten",
	"review.choice.both_as_notes": "beide als Notiz behalten",
	"review.choice.ask_again": "beide als Notiz behalten und erneut gefragt",
	"review.empty": "Nichts zu prüfen.",
	"review.emptyDecided_one": "{{count}} hier entschieden.",
	"review.emptyDecided_other": "{{count}} hier entschieden.",
	"review.emptyText":
		"Vorschläge, Widersprüche und Notizen, die eine Entscheidung brauchen, stehen hier, einer nach dem anderen.",
	"review.couldNotLoad": "Die Prüfliste konnte nicht gelesen werden",
	"review.notInSource": "Nicht in der Quelle; nächstliegende Stelle",
	"review.notInSourceText":
		"Das behauptete Zitat steht nicht in der Quelle. Diese Stelle kommt ihm am nächsten, zum Ansehen; sie ist kein Beleg.",
	"review.missingOne": "Das Zitat enthält „{{text}}“ nicht.",
	"review.missingNegation": "Zitat und Aussage unterscheiden sich in einer Verneinung: „{{text}}“.",
	"review.missingOrder": "Das Zitat sagt dies in anderer Reihenfolge: „{{text}}“.",
	"review.missingCertainty": "Die Aussage lässt „{{text}}“ aus, das in der Quelle steht.",
	"review.onlyPassage": "nur in der Quelle",
	"review.onlyClaimed": "nur im behaupteten Zitat",
} satisfies Translation<typeof en>;
