import { expect, test } from "vitest";
import { isUsable, originNotice } from "../../../src/features/chat/sources/grounding.ts";
import type { CitedWords, Grounding } from "../../../src/ipc/bindings.ts";

type Notice = ReturnType<typeof originNotice>;
const citations = [{}] as CitedWords[];

test.each<[Grounding["origin"], CitedWords[], boolean, Notice, string]>([
	["extract", citations, true, null, "the sources' own words are an answer"],
	["model", [], false, null, "a model's that cites nothing becomes nothing"],
	["guard", [], false, "guard", "nothing was near: the reason is told"],
	["guard", citations, false, null, "the nearest words are no answer, and say so themselves"],
	["fallback", [], false, "fallback", "the reason that no model was asked is told"],
])("%s: %s", (origin, cited, usable, notice, why) => {
	expect(isUsable({ origin, citations: cited }), why).toBe(usable);
	expect(originNotice({ origin, citations: cited }), why).toBe(notice);
});

test("where there is no ground nothing can be made of it", () => {
	expect(isUsable(null)).toBe(false);
});
