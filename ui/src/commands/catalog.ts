import { type CommandInfo, entity, everywhere, inInbox, inReport, workCommand } from "./define";
import { viewCommands } from "./viewCommands";

/**
 * Every command of the window: its name and its keys, in one place that the palette, the key handler, the tooltips and
 * the sheet of all keys read. What a command does is bound where the thing it acts on is shown (`useCommand`).
 */

const define = <T extends Record<string, CommandInfo>>(commands: T): { [Id in keyof T]: CommandInfo } => commands;

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
	"chat.useFact": everywhere("chat.use.fact", "Mod+Alt+1"),
	"chat.useInsight": everywhere("chat.use.insight", "Mod+Alt+2"),
	"chat.useNote": everywhere("chat.use.note", "Mod+Alt+3"),
	"settings.open": { title: "command.settings", group: "command.groupWindow", keys: ["Mod+,"], whileTyping: true },
	"provider.open": { title: "command.providers", group: "command.groupWindow" },
	"theme.system": { title: "command.themeSystem", group: "command.groupWindow" },
	"theme.light": { title: "command.themeLight", group: "command.groupWindow" },
	"theme.dark": { title: "command.themeDark", group: "command.groupWindow" },
	"text.larger": everywhere("command.textLarger", "Mod+Plus", "Mod+Shift+Plus", "Mod+="),
	"text.smaller": everywhere("command.textSmaller", "Mod+-"),
	"text.usual": everywhere("command.textUsual", "Mod+0"),
	"log.open": { title: "command.log", group: "command.groupWindow" },

	...viewCommands,

	"discovery.new": {
		title: "command.discoveryNew",
		group: "command.groupDiscovery",
		keys: ["Mod+N"],
		whileTyping: true,
	},
	"discovery.sample": { title: "command.discoverySample", group: "command.groupDiscovery" },
	"discovery.rename": { title: "command.discoveryRename", group: "command.groupDiscovery", keys: ["F2"] },
	"discovery.packs": { title: "packs.change", group: "command.groupDiscovery" },
	"discovery.archive": { title: "command.discoveryArchive", group: "command.groupDiscovery" },
	"discovery.delete": { title: "command.discoveryDelete", group: "command.groupDiscovery" },
	"discovery.check": { title: "command.discoveryCheck", group: "command.groupDiscovery" },
	"pack.make": { title: "command.packMake", group: "command.groupDiscovery" },
	"pack.check": { title: "command.packCheck", group: "command.groupDiscovery" },
	"past.back": { title: "command.pastBack", group: "command.groupDiscovery" },
	"knowledge.suggest": { title: "command.suggest", group: "command.groupDiscovery" },
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
	"input.addFolder": { title: "command.inputAddFolder", group: "command.groupInputs" },
	"input.about": { title: "document.about", group: "command.groupInputs" },
	"input.pages": { title: "command.inputPages", group: "command.groupInputs" },
	"input.readRest": { title: "command.inputReadRest", group: "command.groupInputs" },
	"input.rename": { title: "command.inputRename", group: "command.groupInputs" },
	"input.delete": { title: "command.inputDelete", group: "command.groupInputs" },

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

	"work.first": { ...workCommand("command.answerFirst", ["1"]), unlisted: true },
	"work.second": { ...workCommand("command.answerSecond", ["2"]), unlisted: true },
	"work.third": { ...workCommand("command.answerThird", ["3"]), unlisted: true },
	"work.fourth": { ...workCommand("command.answerFourth", ["4"]), unlisted: true },
	"work.yes": workCommand("command.answerYes", ["Y"]),
	"work.no": workCommand("command.answerNo", []),
	"work.idk": workCommand("command.answerIdk", []),
	"work.irrelevant": workCommand("command.answerIrrelevant", []),
	"work.write": workCommand("command.answerInWords", ["Enter"]),
	"work.propose": workCommand("command.workPropose", []),
	"work.finish": { ...workCommand("command.finishRound", ["Mod+Enter"]), whileTyping: true },

	"report.find": inReport("command.reportFind", ["Mod+F"]),
	"report.nextStale": inReport("command.reportNextStale", ["Mod+E"]),
	"report.nextSuggestion": inReport("command.reportNextSuggestion", ["Mod+G"]),
	"report.acceptSuggestion": inReport("command.reportAcceptSuggestion", ["Mod+Enter"]),
	"report.rejectSuggestion": inReport("command.reportRejectSuggestion", ["Mod+Shift+Enter"]),
	"report.nextSection": inReport("command.reportNextSection", ["Mod+PageDown"]),
	"report.previousSection": inReport("command.reportPreviousSection", ["Mod+PageUp"]),
	"report.versions": inReport("command.reportVersions", []),

	"review.acceptGroup": inInbox("inbox.acceptGroup", ["Shift+A"]),
	"review.rejectGroup": inInbox("inbox.rejectGroup", ["Shift+R"]),
	"review.undo": inInbox("inbox.undo", ["U"], true),
	"review.down": inInbox("command.next", ["ArrowDown"], true),
	"review.up": inInbox("command.previous", ["ArrowUp"], true),
	"review.unfold": inInbox("inbox.fold.open", ["ArrowRight"], true),
	"review.fold": inInbox("inbox.fold.close", ["ArrowLeft"], true),

	"source.find": {
		title: "command.sourceFind",
		group: "command.groupSource",
		keys: ["Mod+F"],
		whileTyping: true,
		scope: "source",
	},

	"list.next": { title: "command.next", group: "command.groupFacts", keys: ["J"], unlisted: true },
	"list.previous": { title: "command.previous", group: "command.groupFacts", keys: ["K"], unlisted: true },
	"list.toggle": { title: "command.toggle", group: "command.groupFacts", keys: ["X"], unlisted: true },
	"list.selectAll": { title: "command.selectAll", group: "command.groupFacts", keys: ["Mod+A"], unlisted: true },
	"list.search": { title: "command.search", group: "command.groupFacts", keys: ["/", "Mod+F"] },
	"fact.open": { title: "command.factOpen", group: "command.groupFacts", keys: ["Enter"] },
	"fact.accept": { title: "command.factAccept", group: "command.groupFacts", keys: ["A"] },
	"fact.reject": { title: "command.factReject", group: "command.groupFacts", keys: ["R"] },
	"fact.edit": { title: "command.factEdit", group: "command.groupFacts", keys: ["E"] },
	"make.next": { title: "command.make.next", group: "command.groupPipeline", keys: ["I"], unlisted: true },
	"make.insight": { title: "command.make.insight", group: "command.groupPipeline" },
	"make.recommendation": { title: "command.make.recommendation", group: "command.groupPipeline" },
	"make.output": { title: "command.make.output", group: "command.groupPipeline" },
	"fact.item": { title: "command.factItem", group: "command.groupFacts", keys: ["Shift+I"] },
	"facts.csv": { title: "facts.csv", group: "command.groupFacts" },
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

	// It opens where nothing else is searched: what is typed next is meant for a field, never for a command.
	"search.anywhere": {
		title: "command.searchLibrary",
		group: "command.groupWindow",
		keys: ["Mod+F"],
		whileTyping: true,
		unlisted: true,
		fallback: true,
	},
});

export type CommandId = keyof typeof catalog;

export const commandIds = Object.keys(catalog) as CommandId[];
