import { useWords } from "../../i18n/useWords";
import type { WordKey } from "../../i18n/words";

/** Units of the engine that are words rather than symbols, with what one of them is called. */
const COUNTED: Record<string, WordKey> = {
	pieces: "memory.unit.piece",
	people: "memory.unit.person",
	d: "memory.unit.day",
	wk: "memory.unit.week",
	month: "memory.unit.month",
	quarter: "memory.unit.quarter",
	year: "memory.unit.year",
};

/** Returns a function that names one of a unit in the language of the window; a symbol, or a unit that a user wrote, stays. */
export function useUnitName(): (unit: string) => string {
	const t = useWords();
	return (unit) => {
		const key = COUNTED[unit];
		return key ? t(key) : unit;
	};
}
