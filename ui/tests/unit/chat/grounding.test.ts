import { expect, test } from "vitest";
import { isUsable, toldOrigin } from "../../../src/features/chat/sources/grounding.ts";
import type { CitedWords, Grounding } from "../../../src/ipc/bindings.ts";

type Told = ReturnType<typeof toldOrigin>;
const citations = [{}] as CitedWords[];

test.each<[Grounding["origin"], CitedWords[], boolean, Told, string]>([
	["extract", citations, true, null, "the sources' own words are an answer"],
	["model", [], false, null, "a model's that cites nothing becomes nothing"],
	["guard", [], false, "guard", "nothing was near: the reason is told"],
	["guard", citations, false, null, "the nearest words are no answer, and say so themselves"],
	["fallback", [], false, "fallback", "the reason that no model was asked is told"],
])("%s: %s", (origin, cited, usable, told, why) => {
	expect(isUsable({ origin, citations: cited }), why).toBe(usable);
	expect(toldOrigin({ origin, citations: cited }), why).toBe(told);
});

test("where there is no ground nothing can be made of it", () => {
	expect(isUsable(null)).toBe(false);
});
