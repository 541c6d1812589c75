import { packWords, usePackWords } from "../i18n/packs";
import { withItemNames } from "./mentions/names";

/** The words of a fact, and the label of its key, with which those of a typed one mostly begin. */
interface Statement {
	text: string;
	keyLabel: string | null;
}

const written = ({ text, keyLabel }: Statement, label: (words: string) => string): string => {
	const isOfKey = keyLabel !== null && text.startsWith(`${keyLabel}: `);
	return withItemNames(isOfKey ? label(keyLabel) + text.slice(keyLabel.length) : text);
};

/** Returns how a list shows a fact's statement: items by their names, and in “Width: 6 m” the key by its own. */
export function useStatement(): (fact: Statement) => string {
	const label = usePackWords("label");
	return (fact) => written(fact, label);
}

/** The same for places outside React; said in the language of the moment. */
export function statement(fact: Statement): string {
	return written(fact, (words) => packWords("label", words));
}
