import type { WordKey } from "../i18n/words";
import { type CommandInfo, everywhere } from "./define";

const view = (title: WordKey, ...keys: string[]): CommandInfo => ({
	...everywhere(title, ...keys),
	group: "command.groupViews",
});

/** One for every view; the keys follow the rail. */
export const viewCommands = {
	"view.overview": view("command.goTo.overview", "Mod+1"),
	"view.source": view("command.goTo.source", "Mod+2"),
	"view.coverage": view("command.goTo.coverage"),
	"view.guide": view("command.goTo.guide"),
	"view.work": view("command.goTo.work", "Mod+3"),
	"view.review": view("command.goTo.review", "Mod+4"),
	"view.facts": view("command.goTo.facts", "Mod+5"),
	"view.items": view("command.goTo.items"),
	"view.known": view("command.goTo.known"),
	"view.pipeline": view("command.goTo.pipeline", "Mod+6"),
	"view.outline": view("command.goTo.outline"),
	"view.reports": view("command.goTo.reports", "Mod+7"),
	"view.documents": view("command.goTo.documents", "Mod+8"),
	"view.memory": view("command.goTo.memory", "Mod+9"),
	"view.audit": view("command.goTo.audit"),
};
