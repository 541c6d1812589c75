import type { WordKey } from "../i18n/words";

/**
 * Every command of the window: its name and its keys, in one place that the palette, the key handler, the tooltips and
 * the sheet of all keys read. What a command does is bound where the thing it acts on is shown (`useCommand`).
 */

export interface CommandInfo {
	title: WordKey;
	group: WordKey;
	keys?: readonly string[];
	/** Not offered in the palette: it only makes sense with a hand on the list. */
	unlisted?: boolean;
	/** Only bound while this view is open; its keys may be those of commands elsewhere, which it goes before. */
	place?: "pipeline" | "work" | "reports";
	/** Also acts while a text field has the focus; only for combinations that write nothing. */
	whileTyping?: boolean;
}

const define = <T extends Record<string, CommandInfo>>(commands: T): { [Id in keyof T]: CommandInfo } => commands;

const entity = (title: WordKey, keys: readonly string[] = [], unlisted = false): CommandInfo => ({
	title,
	group: "command.groupPipeline",
	keys,
	unlisted,
	place: "pipeline",
});

const asked = (title: WordKey, keys: readonly string[]): CommandInfo => ({
	title,
	group: "command.groupWork",
	keys,
	place: "work",
});

const inReport = (title: WordKey, keys: readonly string[]): CommandInfo => ({
	title,
	group: "command.groupReports",
	keys,
	place: "reports",
	whileTyping: true,
});

export const catalog = define({
	"palette.open": {
		title: "command.palette",
		group: "command.groupWindow",
		keys: ["Mod+K"],
		whileTyping: true,
		unlisted: true,
	},
	"search.open": {
		title: "command.searchLibrary",
		group: "command.groupWindow",
		keys: ["Mod+Shift+F"],
		whileTyping: true,
	},
	"keys.show": { title: "command.keys", group: "command.groupWindow", keys: ["?"] },
	"window.sidebar": { title: "command.sidebar", group: "command.groupWindow", keys: ["Mod+B"], whileTyping: true },
	"window.inspector": { title: "command.inspector", group: "command.groupWindow", keys: ["Mod+I"], whileTyping: true },
	"chat.toggle": { title: "command.chat", group: "command.groupWindow", keys: ["Mod+J"], whileTyping: true },
	"chat.useFact": { title: "chat.use.fact", group: "command.groupWindow", keys: ["Mod+Alt+1"], whileTyping: true },
	"chat.useInsight": {
		title: "chat.use.insight",
		group: "command.groupWindow",
		keys: ["Mod+Alt+2"],
		whileTyping: true,
	},
	"chat.useNote": { title: "chat.use.note", group: "command.groupWindow", keys: ["Mod+Alt+3"], whileTyping: true },
	"settings.open": { title: "command.settings", group: "command.groupWindow", keys: ["Mod+,"], whileTyping: true },
	"provider.open": { title: "command.providers", group: "command.groupWindow" },
	"theme.system": { title: "command.themeSystem", group: "command.groupWindow" },
	"theme.light": { title: "command.themeLight", group: "command.groupWindow" },
	"theme.dark": { title: "command.themeDark", group: "command.groupWindow" },
	"log.open": { title: "command.log", group: "command.groupWindow" },

	"view.pipeline": { title: "command.viewPipeline", group: "command.groupViews", keys: ["Mod+1"], whileTyping: true },
	"view.source": { title: "command.viewSource", group: "command.groupViews", keys: ["Mod+2"], whileTyping: true },
	"view.review": { title: "command.viewReview", group: "command.groupViews", keys: ["Mod+3"], whileTyping: true },
	"view.work": { title: "command.viewWork", group: "command.groupViews", keys: ["Mod+4"], whileTyping: true },
	"view.items": { title: "command.viewItems", group: "command.groupViews", keys: ["Mod+5"], whileTyping: true },
	"view.facts": { title: "command.viewFacts", group: "command.groupViews", keys: ["Mod+6"], whileTyping: true },
	"view.audit": { title: "command.viewAudit", group: "command.groupViews", keys: ["Mod+7"], whileTyping: true },
	"view.memory": { title: "command.viewMemory", group: "command.groupViews", keys: ["Mod+8"], whileTyping: true },
	"view.reports": { title: "command.viewReports", group: "command.groupViews", keys: ["Mod+9"], whileTyping: true },

	"discovery.new": {
		title: "command.discoveryNew",
		group: "command.groupDiscovery",
		keys: ["Mod+N"],
		whileTyping: true,
	},
	"discovery.sample": { title: "command.discoverySample", group: "command.groupDiscovery" },
	"discovery.rename": { title: "command.discoveryRename", group: "command.groupDiscovery", keys: ["F2"] },
	"discovery.archive": { title: "command.discoveryArchive", group: "command.groupDiscovery" },
	"discovery.delete": { title: "command.discoveryDelete", group: "command.groupDiscovery" },
	"discovery.check": { title: "command.discoveryCheck", group: "command.groupDiscovery" },
	"pack.make": { title: "command.packMake", group: "command.groupDiscovery" },
	"pack.check": { title: "command.packCheck", group: "command.groupDiscovery" },
	"past.back": { title: "command.pastBack", group: "command.groupDiscovery" },
	"knowledge.suggest": { title: "command.suggest", group: "command.groupDiscovery" },
	"coverage.show": { title: "command.coverage", group: "command.groupDiscovery" },
	"discovery.export": { title: "command.discoveryExport", group: "command.groupDiscovery" },
	"library.export": { title: "command.libraryExport", group: "command.groupDiscovery" },
	"library.exportSome": { title: "command.libraryExportSome", group: "command.groupDiscovery" },
	"library.import": { title: "command.libraryImport", group: "command.groupDiscovery" },
	"library.copies": { title: "command.libraryCopies", group: "command.groupDiscovery" },
	"memory.adoptAll": { title: "memory.adoptAll", group: "command.groupDiscovery" },
	"sent.show": { title: "command.sent", group: "command.groupDiscovery" },
	"discovery.forbid": { title: "command.forbid", group: "command.groupDiscovery" },
	"history.show": {
		title: "command.history",
		group: "command.groupDiscovery",
		keys: ["Mod+Shift+H"],
		whileTyping: true,
	},
	"edit.undo": { title: "command.undo", group: "command.groupDiscovery", keys: ["Mod+Z"] },
	"edit.redo": { title: "command.redo", group: "command.groupDiscovery", keys: ["Mod+Shift+Z", "Mod+Y"] },

	"input.addText": {
		title: "command.inputAddText",
		group: "command.groupInputs",
		keys: ["Mod+Shift+V"],
		whileTyping: true,
	},
	"input.addFiles": {
		title: "command.inputAddFiles",
		group: "command.groupInputs",
		keys: ["Mod+O"],
		whileTyping: true,
	},

	"input.addFolder": { title: "command.inputAddFolder", group: "command.groupInputs", keys: [], whileTyping: true },

	// Before the commands on facts: with a card in hand, the same keys are for the card.
	"entity.open": entity("command.entityOpen", ["Enter"]),
	"entity.peek": entity("command.peek", ["Space"], true),
	"entity.add": entity("command.entityAdd", ["N"]),
	"entity.edit": entity("command.entityEdit", ["E"]),
	"entity.validate": entity("command.entityValidate", ["A"]),
	"entity.draft": entity("command.entityDraft"),
	"entity.review": entity("command.entityReview", ["M"]),
	"entity.link": entity("command.entityLink", ["L"]),
	"entity.derive": entity("command.entityDerive", ["D"]),
	"entity.trace": entity("command.entityTrace", ["T"]),
	"entity.archive": entity("command.entityArchive", ["Shift+A"]),
	"entity.delete": entity("command.entityDelete", ["Delete", "Mod+Backspace"]),

	"work.yes": asked("command.answerYes", ["1", "Y"]),
	"work.no": asked("command.answerNo", ["2"]),
	"work.idk": asked("command.answerIdk", ["3"]),
	"work.irrelevant": asked("command.answerIrrelevant", ["4"]),
	"work.write": asked("command.answerInWords", ["Enter"]),
	"work.finish": { ...asked("command.finishRound", ["Mod+Enter"]), whileTyping: true },

	"report.find": inReport("command.reportFind", ["Mod+F"]),
	"report.nextStale": inReport("command.reportNextStale", ["Mod+E"]),
	"report.nextSection": inReport("command.reportNextSection", ["Mod+PageDown"]),
	"report.previousSection": inReport("command.reportPreviousSection", ["Mod+PageUp"]),
	"report.versions": inReport("command.reportVersions", []),

	"list.next": { title: "command.next", group: "command.groupFacts", keys: ["J"], unlisted: true },
	"list.previous": { title: "command.previous", group: "command.groupFacts", keys: ["K"], unlisted: true },
	"list.toggle": { title: "command.toggle", group: "command.groupFacts", keys: ["X"], unlisted: true },
	"list.selectAll": { title: "command.selectAll", group: "command.groupFacts", keys: ["Mod+A"], unlisted: true },
	"list.search": { title: "command.search", group: "command.groupFacts", keys: ["/"] },
	"fact.open": { title: "command.factOpen", group: "command.groupFacts", keys: ["Enter"] },
	"fact.accept": { title: "command.factAccept", group: "command.groupFacts", keys: ["A"] },
	"fact.reject": { title: "command.factReject", group: "command.groupFacts", keys: ["R"] },
	"fact.edit": { title: "command.factEdit", group: "command.groupFacts", keys: ["E"] },
	"fact.item": { title: "command.factItem", group: "command.groupFacts", keys: ["I"] },
	"fact.clear": { title: "command.factClear", group: "command.groupFacts", keys: ["Escape"], unlisted: true },

	"source.nextHighlight": { title: "command.nextHighlight", group: "command.groupSource", keys: ["]"] },
	"source.previousHighlight": { title: "command.previousHighlight", group: "command.groupSource", keys: ["["] },
	"source.nextSentence": { title: "command.nextSentence", group: "command.groupSource", keys: ["S"] },
	"source.previousSentence": { title: "command.previousSentence", group: "command.groupSource", keys: ["W"] },
	"source.growSelection": { title: "command.growSelection", group: "command.groupSource", keys: ["Shift+S"] },
	"source.shrinkSelection": { title: "command.shrinkSelection", group: "command.groupSource", keys: ["Shift+W"] },
	"source.addFact": { title: "command.addFact", group: "command.groupSource", keys: ["N"] },
	"source.peek": { title: "command.peek", group: "command.groupSource", keys: ["Space"], unlisted: true },

	"review.keepOld": { title: "command.keepOld", group: "command.groupReview", keys: ["1"] },
	"review.takeNew": { title: "command.takeNew", group: "command.groupReview", keys: ["2"] },
	"review.keepAsNote": { title: "command.keepAsNote", group: "command.groupReview", keys: ["3"] },
	"review.askAgain": { title: "command.askAgain", group: "command.groupReview", keys: ["4"] },
	"review.bothAsNotes": { title: "command.bothAsNotes", group: "command.groupReview", keys: ["5"] },
	"review.settle": { title: "command.settle", group: "command.groupReview", keys: ["6"] },
});

export type CommandId = keyof typeof catalog;

export const commandIds = Object.keys(catalog) as CommandId[];
