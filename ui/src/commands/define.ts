import type { WordKey } from "../i18n/words";

/** The declaration of a command, and the commands of one scope in a word. */

export interface CommandInfo {
	title: WordKey;
	group: WordKey;
	keys?: readonly string[];
	/** Not offered in the palette: it only makes sense with a hand on the list. */
	unlisted?: boolean;
	/** Only bound while this view is open; its keys may be those of commands elsewhere, which it goes before. */
	scope?: "pipeline" | "work" | "reports" | "review" | "source";
	/** Bound by the window, so that it acts only where no view binds its keys. */
	fallback?: true;
	/** Also acts while a text field has the focus; only for combinations that write nothing. */
	whileTyping?: boolean;
}

export const entity = (title: WordKey, keys: readonly string[] = [], unlisted = false): CommandInfo => ({
	title,
	group: "command.groupPipeline",
	keys,
	unlisted,
	scope: "pipeline",
});

export const workCommand = (title: WordKey, keys: readonly string[]): CommandInfo => ({
	title,
	group: "command.groupWork",
	keys,
	scope: "work",
});

export const inReport = (title: WordKey, keys: readonly string[]): CommandInfo => ({
	title,
	group: "command.groupReports",
	keys,
	scope: "reports",
	whileTyping: true,
});

export const inInbox = (title: WordKey, keys: readonly string[], unlisted = false): CommandInfo => ({
	title,
	group: "command.groupReview",
	keys,
	unlisted,
	scope: "review",
});

export const everywhere = (title: WordKey, ...keys: string[]): CommandInfo => ({
	title,
	group: "command.groupWindow",
	keys,
	whileTyping: true,
});
