/** The host's words by their pattern, in which `{}` stands for what they name. */
export type HostWords = readonly (readonly [english: string, translated: string])[];
export type Translate = (said: string) => string;

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
	return (said) => exactly(said) ?? said;
}

function matcher(english: string): RegExp {
	const literal = english.split("{}").map((part) => part.replaceAll(/[.*+?^$()|[\]\\{}]/g, "\\$&"));
	return new RegExp(`^${literal.join("(.+?)")}$`, "su");
}
