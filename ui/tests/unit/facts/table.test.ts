import { beforeEach, describe, expect, test } from "vitest";
import { columnsThatFit, emptyColumns, gridTracksOf, useTable } from "../../../src/features/facts/columns.ts";
import { asFactFilter, asFilterBarState } from "../../../src/features/facts/filter.ts";
import { groupRows, sortRows } from "../../../src/features/facts/rowOrder.ts";
import type { FactRow } from "../../../src/ipc/bindings.ts";

const row = (label: string, more: Partial<FactRow> = {}): FactRow => ({ label, ...more }) as FactRow;
const labels = (rows: readonly FactRow[]) => rows.map((one) => one.label).join(" ");
const by = (id: "value" | "label" | "status", down = false) => ({ by: id, down });

describe("order", () => {
	const values = [
		row("F-1", { valueType: "currency", value: "€12,000.00" }),
		row("F-2", { valueType: "note", value: "A statement." }),
		row("F-3", { valueType: "currency", value: "€900.50" }),
		row("F-4", { valueType: "dimension", value: "6 m" }),
		row("F-5", { valueType: "date", value: "12 June 2026" }),
		row("F-6", { valueType: "date", value: "1 July 2026" }),
	];

	test("values are compared as what they are, within their kind, and what has none is last both ways", () => {
		expect(labels(sortRows(values, by("value")))).toBe("F-3 F-1 F-5 F-6 F-4 F-2");
		expect(labels(sortRows(values, by("value", true)))).toBe("F-4 F-6 F-5 F-1 F-3 F-2");
	});

	test("labels are counted, and without an order all stay as the ledger has them", () => {
		const rows = [row("F-10"), row("F-9"), row("F-2")];
		expect(labels(sortRows(rows, by("label")))).toBe("F-2 F-9 F-10");
		expect(labels(sortRows(rows, null))).toBe("F-10 F-9 F-2");
	});
});

describe("groups", () => {
	const rows = [
		row("F-1", { status: "accepted", speaker: "Zoe" }),
		row("F-2", { status: "proposed", speaker: null }),
		row("F-3", { status: "accepted", speaker: "Ann" }),
	];
	const describeLines = (lines: ReturnType<typeof groupRows>) =>
		lines.map((line) => (line.kind === "group" ? `${line.name}:${line.count}` : line.row.label)).join(" ");

	test("stand by name, those of none last, and keep the order of their rows", () => {
		expect(describeLines(groupRows(rows, "speaker", (one) => one.speaker ?? "none"))).toBe(
			"Ann:1 F-3 Zoe:1 F-1 none:1 F-2",
		);
	});

	test("of statuses stand as a fact goes through them", () => {
		expect(describeLines(groupRows(rows, "status", (one) => one.status))).toBe("proposed:1 F-2 accepted:2 F-1 F-3");
	});
});

test("to recheck are accepted facts alone: new ones and conflicts have a choice of their own", () => {
	const filter = asFactFilter({ shown: "needsReview", inputId: "", text: "" });
	expect(filter).toMatchObject({ statuses: ["accepted"], needsReview: true });
	expect(asFilterBarState(filter).shown).toBe("needsReview");
});

describe("columns", () => {
	beforeEach(() => useTable.setState(useTable.getInitialState()));
	const shown = (room: number, rows: readonly FactRow[] = []) =>
		columnsThatFit(useTable.getState(), room, emptyColumns(rows)).map(({ id }) => id);

	test("what says least goes where there is little room, label and statement never", () => {
		expect(shown(100)).toEqual(["label", "status", "key", "value", "text", "input", "confidence"]);
		expect(shown(55)).toEqual(["label", "status", "value", "text", "input"]);
		expect(shown(1)).toEqual(["label", "status", "value", "text"]);
		expect(shown(0), "before the room is known all are there").toHaveLength(7);
	});

	test("in which no row has anything fold, unless the analyst chose them", () => {
		const note = row("F-1", { key: "note", valueType: "note", value: "It leaks.", quote: null, speaker: null });
		const typed = row("F-2", { key: "item.width", valueType: "dimension", value: "6 m", inputLabel: "I-1" });
		const withInput = { ...note, inputLabel: "I-1" };
		expect(shown(100, [withInput])).toEqual(["label", "status", "text", "input", "confidence"]);
		expect(shown(100, [withInput, typed])).toEqual(["label", "status", "key", "value", "text", "input", "confidence"]);
		useTable.getState().choose("value", true);
		useTable.getState().choose("input", false);
		expect(shown(100, [withInput])).toEqual(["label", "status", "value", "text", "confidence"]);
		expect(shown(41, [withInput]), "the confidence goes for the statement").toEqual([
			"label",
			"status",
			"value",
			"text",
		]);
		useTable.getState().choose("confidence", true);
		expect(shown(43, [withInput]), "what was chosen stays beside a narrower statement").toContain("confidence");
		expect(shown(30, [withInput]), "and goes where that cannot be read").not.toContain("confidence");
	});

	test("that were hidden before they were chosen stay so", () => {
		const stored = { state: { hidden: ["speaker", "key"], widths: { value: 9 } }, version: 0 };
		const { migrate } = useTable.persist.getOptions();
		expect(migrate?.(stored.state, stored.version)).toMatchObject({
			chosen: { key: false, quote: true },
			widths: { value: 9 },
		});
	});

	test("they are chosen, widened within limits, and ordered up, down and not", () => {
		const { choose, widen, orderBy } = useTable.getState();
		choose("quote", true);
		choose("key", false);
		widen("value", 500);
		widen("label", 0);
		expect(gridTracksOf(columnsThatFit(useTable.getState(), 500), useTable.getState().widths)).toBe(
			"2rem 3rem 8.5rem 40rem minmax(8rem, 1fr) 14rem 4.5rem 5.5rem",
		);
		widen("text", 60);
		widen("text", 70);
		expect(gridTracksOf(columnsThatFit(useTable.getState(), 500), useTable.getState().widths), "wide again").toContain(
			"minmax(8rem, 70rem)",
		);
		useTable.getState().resetWidth("text");
		expect(useTable.getState().widths.text).toBeUndefined();
		orderBy("value");
		expect(useTable.getState().order).toEqual({ by: "value", down: false });
		orderBy("value");
		orderBy("value");
		expect(useTable.getState().order).toBeNull();
	});
});
