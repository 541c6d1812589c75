import i18next from "i18next";
import { useTranslation } from "react-i18next";

/**
 * Labels and questions of the packs of keys that ship with Factly, and the names of properties, in the language of the
 * window. They are known by their words; an analyst's own are shown as they were written.
 */

export type PackArea = "question" | "label" | "property";
export type PackWords = readonly (readonly [english: string, translated: string])[];
type Translate = (words: string) => string;

const asWritten: Translate = (words) => words;
const languages = new Map<string, Record<PackArea, Translate>>();

export function registerPackWords(language: string, { question, label, property }: Record<PackArea, PackWords>): void {
	languages.set(language, {
		question: translator(question),
		label: translator(label),
		property: translator(property),
	});
}

function translator(all: PackWords): Translate {
	const known = new Map(all);
	return (words) => known.get(words) ?? words;
}

/** For components: another language gives another function, so that what was said is said anew. */
export function usePackWords(area: PackArea): Translate {
	const { i18n } = useTranslation();
	return languages.get(i18n.language)?.[area] ?? asWritten;
}

/** For toasts and other places outside React; said in the language of the moment. */
export function packWords(area: PackArea, words: string): string {
	return (languages.get(i18next.language)?.[area] ?? asWritten)(words);
}
