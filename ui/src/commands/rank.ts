/** Commands by what was typed: all words must be there; a word that begins the title counts most. */

interface Named {
	title: string;
	group: string;
}

const fold = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

function score({ title, group }: Named, words: readonly string[]): number {
	const name = fold(title);
	const area = fold(group);
	let total = 0;
	for (const word of words) {
		if (name.startsWith(word)) total += 4;
		else if (name.includes(` ${word}`)) total += 3;
		else if (name.includes(word)) total += 2;
		else if (area.includes(word)) total += 1;
		else return 0;
	}
	return total;
}

export function rank<T extends Named>(commands: readonly T[], search: string): T[] {
	const words = fold(search).split(/\s+/).filter(Boolean);
	if (words.length === 0) return [...commands];
	return commands
		.map((command) => ({ command, points: score(command, words) }))
		.filter(({ points }) => points > 0)
		.toSorted((a, b) => b.points - a.points)
		.map(({ command }) => command);
}
