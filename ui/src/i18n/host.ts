import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { type HostWords, type Translate, translator } from "./patterns";

/**
 * What the host says in English words of its own, in the language of the window. Such words are stored with what they
 * are about, so they are known by their pattern, in which `{}` stands for what they name. What nobody translated stays
 * English.
 */

export type HostArea = "step" | "question" | "label";

const asSaid: Translate = (said) => said;
const known = new Map<string, Record<HostArea, Translate>>();

export function knowHostWords(language: string, areas: Record<HostArea, HostWords>): void {
	const made = Object.entries(areas).map(([area, patterns]) => [area, translator(patterns)]);
	known.set(language, Object.fromEntries(made) as Record<HostArea, Translate>);
}

/** For components: another language gives another function, so that what was said is said anew. */
export function useHostWords(area: HostArea): Translate {
	const { i18n } = useTranslation();
	return known.get(i18n.language)?.[area] ?? asSaid;
}

/** For toasts and other places outside React; said in the language of the moment. */
export function hostWords(area: HostArea, said: string): string {
	return (known.get(i18next.language)?.[area] ?? asSaid)(said);
}
