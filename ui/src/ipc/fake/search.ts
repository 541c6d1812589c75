import type { GroupHits, LibraryHit, LibraryQuery, SearchGroup } from "../bindings";
import type { Handlers } from "./reply";
import { blockCuts } from "./source";
import type { FakeState } from "./state";

/** Finds what has the typed words as they stand: enough to draw hits, and no ranking. */
export function searchHandlers(state: FakeState): Handlers<"librarySearch"> {
	return {
		librarySearch: ({ query }: { query: LibraryQuery }) => {
			const groups: SearchGroup[] = query.groups.length > 0 ? query.groups : ["inputs", "facts"];
			return groups.map((group) => hitsOf(group, group === "inputs" ? passages(state) : facts(state), query));
		},
	};
}

type Text = Omit<LibraryHit, "excerpt" | "marks"> & { text: string };

function hitsOf(group: SearchGroup, texts: Iterable<Text>, { typed, discovery, limit }: LibraryQuery): GroupHits {
	const hits: LibraryHit[] = [];
	if (group === "inputs" || group === "facts") {
		for (const { text, ...rest } of texts) {
			const start = text.toLowerCase().indexOf(typed.toLowerCase());
			if (start < 0 || (discovery !== null && rest.discovery !== discovery)) continue;
			const from = Math.max(0, start - 60);
			const mark = { start: start - from, end: start - from + typed.length };
			hits.push({ ...rest, excerpt: text.slice(from, from + 220), marks: [mark] });
		}
	}
	return { group, hits: hits.slice(0, limit), more: hits.length > limit };
}

function* facts(state: FakeState): Generator<Text> {
	for (const { row, discovery, place } of state.content.facts.values()) {
		const target = { kind: "fact", fact: row.id, hasEvidence: place !== null } as const;
		yield { discovery, discoveryTitle: titleOf(state, discovery), label: row.label, title: "", text: row.text, target };
	}
}

function* passages(state: FakeState): Generator<Text> {
	for (const input of state.content.inputs) {
		const { id, label, title } = input.summary;
		for (const [block, { start, end }] of blockCuts(input).entries()) {
			yield {
				discovery: input.discovery,
				discoveryTitle: titleOf(state, input.discovery),
				label: `${label}.${block + 1}`,
				title,
				text: input.text.slice(start, end),
				target: { kind: "input", input: id, block, start, end },
			};
		}
	}
}

function titleOf(state: FakeState, discovery: string): string {
	return state.content.discoveries.find(({ id }) => id === discovery)?.title ?? "";
}
