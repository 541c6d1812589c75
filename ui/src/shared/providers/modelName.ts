import { useWords } from "../../i18n/useWords";
import type { WordKey } from "../../i18n/words";

/** The runs that no model made, by the names that the host has for them. */
const NAMES: Readonly<Record<string, WordKey>> = {
	offline: "provider.builtInRules",
	"offline, filled in": "provider.builtInFilledIn",
	pasted: "provider.pastedAnswer",
};

/** Returns a function that names the model of a run, or what stood in its place. */
export function useModelName(): (model: string) => string {
	const t = useWords();
	return (model) => {
		const key = NAMES[model];
		return key ? t(key) : model;
	};
}
