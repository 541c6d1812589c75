import { beforeEach, describe, expect, test } from "vitest";
import { groupFaults, importObstacle } from "../../src/features/transfer/findings.ts";
import type { FindingCode, ImportFinding, ImportPreview } from "../../src/ipc/bindings.ts";
import { useDialogs } from "../../src/state/dialogs.ts";
import { finishImport, offerImport, useWaitingImports } from "../../src/state/waitingImports.ts";

const finding = (code: FindingCode, choice: string | null): ImportFinding => ({
	code,
	choice,
	otherChoice: null,
	message: { template: "", args: [] },
	pointer: "",
	line: 1,
	column: 1,
});
const nothing = { added: 0, known: 0, differs: 0 };
const found: ImportPreview["discoveries"] = [
	{
		title: "Quay walls",
		goal: "",
		createdAt: 0,
		here: null,
		wasHere: false,
		differences: [],
		tallies: {
			inputs: nothing,
			facts: nothing,
			insights: nothing,
			recommendations: nothing,
			outputs: nothing,
			chat: 0,
			chatLeftOut: 0,
			waiting: 0,
		},
	},
];
const link = finding("dead_link", "The link is left out.");
const date = finding("bad_date", "It counts as today's.");
const syntax = finding("syntax", null);

describe("what stands between a file and its import", () => {
	test.each<[string, Partial<ImportPreview>, FindingCode[], string | null]>([
		["nothing, if nothing is wrong", {}, [], null],
		["what the host says cannot be mended", { canApply: false, findings: [syntax] }, ["syntax"], "blocked"],
		["a file without a discovery", { discoveries: [] }, [], "nothing"],
		["a kind of fault that is not decided", { findings: [link, date] }, ["dead_link"], "undecided"],
		["nothing, once each kind is decided", { findings: [link, date, link] }, ["bad_date", "dead_link"], null],
	])("%s", (rule, patch, agreed, expected) => {
		const preview = { bytes: 1, discoveries: found, findings: [], findingsTotal: 0, canApply: true, ...patch };
		expect(importObstacle(preview, new Set(agreed)), rule).toBe(expected);
	});

	test("faults of one kind are one question, and what cannot be mended comes first", () => {
		const groups = groupFaults([link, date, link, syntax]);
		expect(groups.map(({ code, findings }) => [code, findings.length])).toEqual([
			["syntax", 1],
			["dead_link", 2],
			["bad_date", 1],
		]);
	});
});

describe("several files at once", () => {
	beforeEach(() => {
		useWaitingImports.setState({ files: [] });
		useDialogs.setState({ open: null });
	});

	test("come one after the other, each once, and the last closes the dialog", () => {
		offerImport(["/a.json", "/b.json"]);
		offerImport(["/b.json"]);
		expect(useWaitingImports.getState().files).toEqual(["/a.json", "/b.json"]);
		finishImport("/a.json");
		expect(useDialogs.getState().open, "the next file has its turn").toBe("import");
		finishImport("/b.json");
		expect(useDialogs.getState().open).toBeNull();
	});

	test("a file that is done with late takes no other's turn, nor closes another dialog", () => {
		offerImport(["/a.json"]);
		useDialogs.setState({ open: "settings" });
		finishImport("/a.json");
		finishImport("/a.json");
		expect(useDialogs.getState().open).toBe("settings");
	});
});
