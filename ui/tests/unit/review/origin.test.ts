import { expect, test } from "vitest";
import { originOf } from "../../../src/features/review/origin";
import type { WaitingRow } from "../../../src/ipc/bindings";

test("a row of several Inputs names its Input beside who speaks", () => {
	const inputs = [
		{ id: "nine", title: "Interview 9" },
		{ id: "bare", title: "" },
	];
	const of = (more: Partial<WaitingRow>, isOfOneInput = false) => {
		const row = { speaker: "Interviewee", heading: null, inputId: "nine", inputLabel: "I-1", ...more };
		return originOf(row as WaitingRow, inputs, isOfOneInput);
	};
	expect(of({})).toBe("Interview 9 · Interviewee");
	expect(of({}, true)).toBe("Interviewee");
	expect(of({ inputId: "bare", inputLabel: "I-2" }), "without a title").toBe("I-2 · Interviewee");
	expect(of({ speaker: null, heading: "Costs" })).toBe("Interview 9 · Costs");
	expect(of({ speaker: null })).toBe("Interview 9");
	expect(of({ inputId: null, inputLabel: null }), "from no Input").toBe("Interviewee");
});
