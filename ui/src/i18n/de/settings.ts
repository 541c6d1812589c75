import type en from "../en/settings";
import type { Translation } from "../words";

export default {
	"settings.title": "Einstellungen",
	"settings.textSize": "Textgröße",
	"settings.theme": "Farben",
	"settings.theme.system": "Wie das System",
	"settings.theme.light": "Hell",
	"settings.theme.dark": "Dunkel",
	"settings.language": "Sprache",
	"settings.scans": "Gescannte Seiten lesen",
	"settings.scans.hint":
		"Mit dem Tesseract auf diesem Rechner ({{languages}}). Das dauert einige Sekunden je Seite, und Wörter können falsch gelesen werden. Es gilt für Dokumente, die Sie ab jetzt hinzufügen.",
	"settings.scans.none":
		"Installieren Sie Tesseract, um Seiten zu lesen, die Bilder sind. Nichts wird irgendwohin gesendet.",
	"settings.library": "Bibliotheksdatei",
	"settings.version": "Version",
	"settings.provider": "Anbieter",
	"settings.providers": "Anbieter ändern",
	"settings.check": "Alle Zitate und Quellen prüfen",
	"settings.log": "Protokollordner öffnen",
	"settings.copies": "Kopien der Bibliothek",
} satisfies Translation<typeof en>;
