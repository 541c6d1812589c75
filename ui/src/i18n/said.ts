import i18next from "i18next";
import { useTranslation } from "react-i18next";
import type { Said } from "../ipc/bindings";

/** Sentences of the host to the letter, and what they are in another language; each names as much as the other. */
export type Sentences = readonly (readonly [english: string, translated: string])[];
export type SayIt = (said: Said) => string;

/** Returns a translator; a sentence not in the table stays English: a server's own words, or those of an earlier
 * version. */
export function sayer(sentences: Sentences): SayIt {
	const known = new Map(sentences);
	const say: SayIt = ({ template, args }) => {
		const named = args.map((arg) => (typeof arg === "string" ? arg : say(arg)));
		return (known.get(template) ?? template).replaceAll("{}", () => named.shift() ?? "{}");
	};
	return say;
}

const languages = new Map<string, SayIt>();
const english = sayer([]);

export function knowSentences(language: string, sentences: Sentences): void {
	languages.set(language, sayer(sentences));
}

/** For components: another language gives another function, so that what was said is said anew. */
export function useSaid(): SayIt {
	const { i18n } = useTranslation();
	return languages.get(i18n.language) ?? english;
}

/** For toasts and other places outside React; said in the language of the moment. */
export function said(what: Said): string {
	return (languages.get(i18next.language) ?? english)(what);
}
