import app from "../../i18n/en/app";
import facts from "../../i18n/en/facts";
import knowledge from "../../i18n/en/knowledge";
import library from "../../i18n/en/library";
import memory from "../../i18n/en/memory";
import source from "../../i18n/en/source";
import { translator } from "../../i18n/patterns";
import type { WordKey } from "../../i18n/words";
import type { Language } from "../../ipc/bindings";

/** The words of a sketch: those of the window, of which no more are read than it says, without what else speaks them. */
export interface Words {
	t: (key: WordKey, values?: Record<string, string | number>) => string;
	/** The host's own names of keys. */
	label: (said: string) => string;
	number: (value: number) => string;
	percent: (share: number) => string;
	dateTime: (at: number) => string;
}

const english: Record<string, string> = { ...app, ...facts, ...knowledge, ...library, ...memory, ...source };

export async function wordsIn(language: Language): Promise<Words> {
	if (language === "en") return speaking(language, english, (said) => said);
	const [german, host] = await Promise.all([import("../../i18n/de"), import("../../i18n/de/host")]);
	return speaking(language, german.default, translator(host.default.label));
}

function speaking(language: Language, words: Record<string, string>, label: Words["label"]): Words {
	const plural = new Intl.PluralRules(language);
	const number = new Intl.NumberFormat(language);
	const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });
	return {
		t: (key, values = {}) => {
			const { count } = values;
			const form = typeof count === "number" ? words[`${key}_${plural.select(count)}`] : undefined;
			return (form ?? words[key] ?? "").replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => `${values[name] ?? ""}`);
		},
		label,
		number: (value) => number.format(value),
		percent: (share) => percent.format(share),
		dateTime: (at) => new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(at),
	};
}
