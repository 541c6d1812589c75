import { expect, test } from "vitest";
import { CardSource } from "../../../src/features/pipeline/grid/cardSource.ts";
import { ColumnBody } from "../../../src/features/pipeline/grid/columnBody.ts";
import { showSupport } from "../../../src/features/pipeline/grid/support.ts";
import type { Card, ColumnQuery } from "../../../src/ipc/bindings.ts";

const query: ColumnQuery = {
	kind: "fact",
	statuses: [],
	search: "",
	sort: "label",
	archived: false,
	orphans: false,
	hidesUndecided: false,
	foldsByRules: false,
};

const cardAt = (row: number) =>
	({ label: `F-${row + 1}`, text: "", status: "draft", version: 1, upLabels: [], up: 0, down: 0 }) as unknown as Card;

/** A column of a hundred facts, eight of which are seen at once. */
async function column(): Promise<ColumnBody> {
	const source = new CardSource(
		async (_, from, count) => ({
			revision: 1,
			shown: 100,
			cards: Array.from({ length: count }, (_, at) => cardAt(from + at)),
		}),
		{ onArrive: () => {}, onFail: () => {} },
	);
	source.show(query, 1, 100);
	source.want({ first: 0, end: 20 });
	await new Promise((done) => setTimeout(done));
	const body = new ColumnBody("fact", 1, document.createElement("div"), source, 100);
	body.resize(800, 200);
	body.draw({ active: null, selected: new Set(), traced: null, stale: new Map() }, "en");
	return body;
}

test.each([
	[5, ["F-6", "F-9", "F-12"], 500, "some are below the fold: the first comes to the top"],
	[5, ["F-6", "F-8"], 0, "all are seen: nothing moves"],
])("what a card rests on, from row %s: %o scrolls to %s (%s)", async (row, labels, to, rule) => {
	const body = await column();
	showSupport({ body: (kind) => (kind === "fact" ? body : undefined) }, "N-1", {
		labels: [...labels, "N-1"],
		counts: [{ kind: "fact", count: labels.length }],
		first: [{ kind: "fact", index: row }],
	});
	expect(body.scroller.scrollTop, rule).toBe(to);
});
