import type en from "../en/review";
import type { Translation } from "../words";

export default {
	"review.accepted": "Bisher angenommen: {{label}}",
	"review.before": "Zuvor gefunden: {{label}}",
	"review.new": "Neu: {{label}}",
	"review.differs": "Was sich unterscheidet",
	"review.leavesOther": "Annehmen lässt {{label}}, wie es ist.",
	"review.onlyIn": "nur in {{label}}",
	"review.noQuote": "Dieser Fakt hat keinen Beleg.",
	"review.settle.title": "Alle Werte von {{key}} auf einmal entscheiden",
	"review.settle.hint":
		"Was angekreuzt ist, gilt. Mehrere können gelten, jeder unter seiner Bedingung; die anderen werden abgelehnt.",
	"review.settle.holds": "{{value}} gilt",
	"review.settle.under": "Unter welcher Bedingung",
	"review.settle.cut": "Aus seinem Zitat",
	"review.settle.decide": "Entscheiden",
	"review.settle.cancel": "Zurück zu den Zitaten",
	"review.settle.none": "Keiner gilt: alle werden abgelehnt.",
	"review.settle.one": "{{label}} gilt, die anderen werden abgelehnt.",
	"review.settle.several": "{{count}} Werte gelten, jeder unter seiner Bedingung.",
	"review.settle.missing": "Mehrere gelten: jeder braucht eine Bedingung.",
	"review.settle.same": "Zwei Werte können nicht unter einer Bedingung gelten.",
	"review.couldNotLoad": "Die Prüfliste konnte nicht gelesen werden",
	"review.notInSource": "Nicht im Text; nächstliegende Stelle",
	"review.notInSourceText":
		"Das behauptete Zitat steht nicht im Text. Diese Stelle kommt ihm am nächsten, zum Ansehen; sie ist kein Beleg.",
	"review.missingOne": "Das Zitat enthält „{{text}}“ nicht.",
	"review.missingAll": "Sagt das Zitat das genau hiervon? Es spricht vielleicht von etwas daneben.",
	"review.quoteDenies": "Das Zitat sagt „{{text}}“, die Aussage nicht.",
	"review.statementDenies": "Die Aussage sagt „{{text}}“, das Zitat nicht.",
	"review.missingNegation": "Zitat und Aussage unterscheiden sich in einer Verneinung: „{{text}}“.",
	"review.missingOrder": "Das Zitat sagt dies in anderer Reihenfolge: „{{text}}“.",
	"review.missingCertainty": "Die Aussage lässt „{{text}}“ aus, das im Text steht.",
	"review.onlyPassage": "nur im Text",
	"review.onlyClaimed": "nur im behaupteten Zitat",
} satisfies Translation<typeof en>;
