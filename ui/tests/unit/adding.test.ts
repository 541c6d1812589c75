import { beforeAll, expect, test } from "vitest";
import { setUpWords } from "../../src/i18n/setup";
import { outcomeOf } from "../../src/shared/inputs/addResults.ts";
import { shareOf } from "../../src/state/tasks.ts";

beforeAll(() => setUpWords("en"));

test.each([
	[[2919, 1316], "1,316 were accepted by the rules. 1,603 wait for your decision."],
	[[2, 1], "1 was accepted by the rules. 1 waits for your decision."],
	[[3, 0], "3 wait for your decision."],
	[[0, 0], ""],
] as const)("of the new facts %j it is said what became of them", ([facts, kept], said) => {
	expect(outcomeOf([{ facts, kept }])).toBe(said);
});

test.each([
	[{ done: 5, total: 10, file: 1, files: 1 }, 0.5],
	[{ done: 5, total: 10, file: 3, files: 4 }, 0.625],
	[{ done: 0, total: 0, file: 3, files: 4 }, 0.5],
])("the bar of %j is drawn over all files", (at, share) => {
	const { done, total } = shareOf({ kind: "progress", title: "Diary", facts: 0, ...at });
	expect(done / total).toBe(share);
});
