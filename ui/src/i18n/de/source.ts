import type en from "../en/source";
import type { Translation } from "../words";

export default {
	"source.textOf": "Text von {{label}}: {{title}}",
	"source.choose": "Eingabe: {{label}} {{title}}",
	"source.partsRead_one": "{{read}} von {{count}} Teil gelesen.",
	"source.partsRead_other": "{{read}} von {{count}} Teilen gelesen.",
	"source.partsFailed_one": "{{count}} Teil ist fehlgeschlagen.",
	"source.partsFailed_other": "{{count}} Teile sind fehlgeschlagen.",
	"source.readRest": "Den Rest lesen",
	"source.nothingFound": "Gelesen; es wurden keine Fakten gefunden. Wörter auswählen, um einen hinzuzufügen.",
	"source.couldNotLoad": "Der Text konnte nicht gelesen werden",
	"source.highlight": "Fakt {{label}}, {{status}}",
	"source.showFacts_one": "{{count}} Fakt zeigen",
	"source.showFacts_other": "{{count}} Fakten zeigen",
	"source.confidence": "Sicherheit",
	"source.decide": "Entscheiden",
	"source.addFromThis": "Fakt daraus machen",
	"source.addFact": "Fakt hinzufügen",
	"source.quoteTooLong": "Das Zitat hat {{length}} Zeichen; höchstens {{most}} können Beleg sein. Weniger auswählen.",
	"source.quote": "Zitat",
	"source.statement": "Aussage",
	"source.key": "Schlüssel",
	"source.noKey": "Keiner: eine Aussage",
	"source.value": "Wert",
	"source.factAdded": "{{label}} hinzugefügt",
	"source.evidenceAdded": "Weiterer Beleg für {{label}} hinzugefügt",
} satisfies Translation<typeof en>;
