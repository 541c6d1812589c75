import { expect, test, vi } from "vitest";
import { CardSource } from "../../../src/features/pipeline/grid/cardSource.ts";
import type { Card, ColumnQuery, PipelineCards } from "../../../src/ipc/bindings.ts";

/** Content of the grid while pages come, late, out of order, or not at all. */

const query = (search = ""): ColumnQuery => ({
	kind: "insight",
	statuses: [],
	search,
	sort: "manual",
	archived: false,
	orphans: false,
	hidesUndecided: false,
	foldsByRules: false,
});

function host() {
	const open: {
		query: ColumnQuery;
		from: number;
		answer: (text: string, revision: number) => Promise<void>;
		fail: () => Promise<void>;
	}[] = [];
	const settle = () => new Promise<void>((resolve) => setTimeout(resolve));
	const fetch = (query: ColumnQuery, from: number, count: number) =>
		new Promise<PipelineCards>((resolve, reject) => {
			open.push({
				query: query,
				from,
				answer: (text, revision) => {
					const cards = Array.from({ length: count }, (_, at) => ({ label: `N-${from + at}`, text }) as Card);
					resolve({ revision, shown: 1000, cards });
					return settle();
				},
				fail: () => {
					reject(new Error("busy"));
					return settle();
				},
			});
		});
	const events = { onArrive: vi.fn(), onFail: vi.fn() };
	return { open, events, source: new CardSource(fetch, events) };
}

test("asks for the pages in view once, and says when they are there", async () => {
	const { open, events, source } = host();
	source.show(query(), 1, 1000);
	source.want({ first: 90, end: 110 });
	source.want({ first: 91, end: 111 });
	expect(open.map(({ from }) => from)).toEqual([0, 100]);
	expect(source.at(95)).toBeUndefined();
	await open[0]?.answer("old", 1);
	expect(source.at(95)?.text).toBe("old");
	expect(events.onArrive).toHaveBeenLastCalledWith(false);
});

test("after a change the old cards stay until the new ones have come", async () => {
	const { open, source } = host();
	source.show(query(), 1, 1000);
	source.want({ first: 0, end: 10 });
	await open[0]?.answer("old", 1);
	source.show(query(), 2, 999);
	expect(source.count, "the count is the host's at once").toBe(999);
	expect(source.at(3)?.text).toBe("old");
	await open[1]?.answer("new", 2);
	expect(source.at(3)?.text).toBe("new");
});

test("a page that was asked for before a change is asked for again after it", async () => {
	const { open, source } = host();
	source.show(query(), 1, 1000);
	source.want({ first: 0, end: 10 });
	source.show(query(), 2, 1000);
	await open[0]?.answer("old", 1);
	expect(open.length).toBeGreaterThan(1);
	await open[1]?.answer("new", 2);
	expect(source.at(0)?.text).toBe("new");
});

test("another question is answered from its top, and the last one asked wins", async () => {
	const { open, events, source } = host();
	source.show(query(), 1, 1000);
	source.want({ first: 0, end: 10 });
	await open[0]?.answer("all", 1);
	source.show(query("a"), 1, 20);
	source.show(query("ab"), 1, 10);
	expect(source.count, "until then the old answer stays whole").toBe(1000);
	for (const request of open.filter((one) => one.query.search === "a")) await request.answer("a", 1);
	expect(source.at(0)?.text).toBe("all");
	await open.findLast((one) => one.query.search === "ab")?.answer("ab", 1);
	expect(source.at(0)?.text).toBe("ab");
	expect(source.count).toBe(10);
	expect(events.onArrive).toHaveBeenLastCalledWith(true);
});

test("a failure is told once and asked again only when told to", async () => {
	const { open, events, source } = host();
	source.show(query(), 1, 1000);
	source.want({ first: 0, end: 10 });
	await open[0]?.fail();
	source.want({ first: 0, end: 10 });
	expect(open.length).toBe(1);
	expect(events.onFail).toHaveBeenCalledOnce();
	source.retry();
	expect(open.length).toBe(2);
});

test("while the scroll bar is dragged through thousands of rows, only two pages are asked for at a time", async () => {
	const { open, source } = host();
	source.show(query(), 1, 100_000);
	for (let first = 0; first < 90_000; first += 500) source.want({ first, end: first + 20 });
	expect(open.length).toBe(2);
	await open[0]?.answer("", 1);
	await open[1]?.answer("", 1);
	expect(open.at(-1)?.from, "and then where it stands").toBe(89_500);
});
