import type en from "../en/settings";
import type { Translation } from "../words";

export default {
	"settings.title": "Einstellungen",
	"settings.theme": "Farben",
	"settings.theme.system": "Wie das System",
	"settings.theme.light": "Hell",
	"settings.theme.dark": "Dunkel",
	"settings.language": "Sprache",
	"settings.library": "Bibliotheksdatei",
	"settings.version": "Version",
	"settings.provider": "Anbieter",
	"settings.providers": "Anbieter ändern",
	"settings.check": "Alle Prüfsummen und Zitate prüfen",
	"settings.log": "Protokollordner öffnen",
	"settings.copies": "Kopien der Bibliothek",
} satisfies Translation<typeof en>;
