import i18next from "i18next";
import { useTranslation } from "react-i18next";
import type { UserMessage } from "../ipc/bindings";

/** Messages of the host to the letter, with their translations; each names as much as the other. */
export type MessageTable = readonly (readonly [english: string, translated: string])[];
export type TranslateMessage = (message: UserMessage) => string;

/** Returns a translator; a sentence not in the table stays English: a server's own words, or those of an earlier
 * version. */
export function messageTranslator(sentences: MessageTable): TranslateMessage {
	const known = new Map(sentences);
	const say: TranslateMessage = ({ template, args }) => {
		const named = args.map((arg) => (typeof arg === "string" ? arg : say(arg)));
		return (known.get(template) ?? template).replaceAll("{}", () => named.shift() ?? "{}");
	};
	return say;
}

/** Returns words that stand by themselves as a sentence: the host makes a reason as a clause. */
export function asSentence(clause: string): string {
	const end = /[.?!…]$/.test(clause) ? "" : ".";
	return `${clause.charAt(0).toLocaleUpperCase()}${clause.slice(1)}${end}`;
}

const languages = new Map<string, TranslateMessage>();
const english = messageTranslator([]);

export function registerMessages(language: string, sentences: MessageTable): void {
	languages.set(language, messageTranslator(sentences));
}

/** Returns a translator for components: another language gives another function, so that messages are drawn anew. */
export function useTranslateMessage(): TranslateMessage {
	const { i18n } = useTranslation();
	return languages.get(i18n.language) ?? english;
}

/** Translates into the language of the moment, for toasts and other callers outside React. */
export function translateMessage(what: UserMessage): string {
	return (languages.get(i18next.language) ?? english)(what);
}
