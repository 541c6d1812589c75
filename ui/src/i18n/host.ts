import i18next from "i18next";
import { useTranslation } from "react-i18next";

/**
 * What the host says in English words of its own, in the language of the window. Such words are stored with what they
 * are about, so they are known by their pattern, in which `{}` stands for what they name. What nobody translated stays
 * English: among the reasons are a model's own.
 */

export type HostWords = readonly (readonly [english: string, translated: string])[];
export type HostArea =
	| "reason"
	| "duplicate"
	| "step"
	| "keyring"
	| "error"
	| "pack"
	| "question"
	| "addition"
	| "label";
type Translate = (said: string) => string;

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

/** Patterns that say more come first, since `{}` takes anything. */
export function translator(patterns: HostWords): Translate {
	const whole = new Map(patterns.filter(([english]) => !english.includes("{}")));
	const open = patterns
		.filter(([english]) => english.includes("{}"))
		.toSorted(([a], [b]) => b.length - a.length)
		.map(([english, translated]) => ({ match: matcher(english), translated }));
	const exactly = (said: string): string | null => {
		const fixed = whole.get(said);
		if (fixed !== undefined) return fixed;
		for (const { match, translated } of open) {
			const named = match.exec(said)?.slice(1);
			if (named) return translated.replaceAll("{}", () => named.shift() ?? "");
		}
		return null;
	};
	return (said) => asSentence(said, exactly) ?? exactly(said) ?? said;
}

/** The host makes sentences of some words: "The same text." is "the same text". */
function asSentence(said: string, exactly: (said: string) => string | null): string | null {
	if (!said.endsWith(".")) return null;
	const words = exactly(said.charAt(0).toLowerCase() + said.slice(1, -1));
	return words && `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function matcher(english: string): RegExp {
	const literal = english.split("{}").map((part) => part.replaceAll(/[.*+?^$()|[\]\\{}]/g, "\\$&"));
	return new RegExp(`^${literal.join("(.+?)")}$`, "su");
}
