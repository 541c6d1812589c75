import type en from "../en/retrieval";
import type { Translation } from "../words";

export default {
	"search.title": "Die Bibliothek durchsuchen",
	"search.hits": "Was gefunden wurde",
	"search.all": "Alles",
	"search.inputs": "Inputs",
	"search.facts": "Fakten",
	"search.conclusions": "Schlüsse",
	"search.chats": "Chats",
	"search.reports": "Berichte",
	"search.where": "Wo gesucht wird",
	"search.everywhere": "Alle Untersuchungen",
	"search.more": "Mehr zeigen",
	"search.first_one": "Der erste",
	"search.first_other": "Die ersten {{count}}",
	"search.empty": "Wörter, „Wortfolgen“, -ausgeschlossene; titel:, sprecher: oder in:I-3 grenzen ein.",
	"search.none": "Zu „{{typed}}“ wurde nichts gefunden.",
	"search.looking": "Es wird gesucht …",
} satisfies Translation<typeof en>;
