import { describe, expect, test } from "vitest";
import { foldedEntries, foldedViews, unfoldedEntry, useMore } from "../../src/app/more.ts";
import { openGroups, useLastOpenGroups } from "../../src/app/rail.ts";
import { commandOf, groups, railEntries, railEntryOf, views } from "../../src/app/views.ts";
import { catalog } from "../../src/commands/catalog.ts";
import words from "../../src/i18n/en.ts";
import type { DiscoveryDetail, DiscoveryKind } from "../../src/ipc/bindings.ts";
import { openDiscovery } from "../../src/state/current.ts";
import { useNavigation, type ViewId } from "../../src/state/navigation.ts";

const english: Record<string, string> = words;
const entries = groups.flatMap((group) => group.entries);

describe("the rail", () => {
	test("its places stand in the order of the work, by these names", () => {
		const read = groups.map(({ title, entries: within }) => [
			title === null ? null : english[title],
			...within.map((entry) => [english[entry.title], ...entry.views.slice(1).map((view) => english[view.title])]),
		]);
		expect(read).toEqual([
			[null, ["Overview"]],
			["Collect", ["Inputs", "Coverage", "Interview answers"], ["Open questions"]],
			["Decide", ["Inbox"], ["Facts", "Items", "Current state"]],
			["Conclude", ["Map", "Outline"]],
			["Deliver", ["Reports"], ["Long documents"]],
			[null, ["Prices"]],
		]);
	});

	test("Ctrl 1, 2, 3… follow it, and nothing else has such a key", () => {
		expect(entries.map((entry) => catalog[commandOf(entry.views[0].id)].keys)).toEqual(
			entries.map((_, at) => [`Mod+${at + 1}`]),
		);
		const beside = views.filter(({ id }) => railEntryOf(id)?.views[0].id !== id);
		expect(beside.map(({ id }) => catalog[commandOf(id)].keys)).toEqual(beside.map(() => []));
	});

	test("every view has a command, and every command of a view leads to one", () => {
		const commands = Object.keys(catalog).filter((id) => id.startsWith("view."));
		expect(commands.toSorted()).toEqual(views.map(({ id }) => `view.${id}`).toSorted());
	});

	test("where the window was left, in a view of before, there is one still", () => {
		const before: ViewId[] = ["pipeline", "source", "review", "work", "items", "facts", "audit", "memory", "reports"];
		expect(before.filter((id) => !views.some((view) => view.id === id))).toEqual([]);
	});
});

describe("a group of the rail", () => {
	const detail = (facts: number) => ({ discovery: { facts } }) as DiscoveryDetail;
	const shown = (facts: number, written: number, open: ViewId = "overview", wanted?: boolean) => {
		const openedGroups = wanted === undefined ? {} : Object.fromEntries(groups.map(({ id }) => [id, wanted]));
		const all = openGroups(open, { detail: detail(facts), written }, openedGroups);
		return groups.filter(({ id }) => all[id]).map(({ id }) => id);
	};

	test("without content is folded", () => {
		expect(shown(0, 0)).toEqual(["overview", "collect", "library"]);
		expect(shown(3, 0)).toEqual(["overview", "collect", "decide", "conclude", "library"]);
		expect(shown(0, 1)).toEqual(["overview", "collect", "deliver", "library"]);
	});

	test("shows what is open, whatever is in it", () => {
		expect(shown(0, 0, "documents")).toContain("deliver");
		expect(shown(0, 0, "outline")).toContain("conclude");
	});

	test("stays as it was until it is known what is in it", () => {
		useLastOpenGroups.setState({ last: { deliver: false } });
		expect(openGroups("overview", null, {})).toEqual({ deliver: false });
	});

	test("is as the analyst wants it before all else", () => {
		expect(shown(0, 0, "overview", true)).toEqual(groups.map(({ id }) => id));
		expect(shown(9, 9, "review", false)).toEqual([]);
	});
});

describe("under More stand", () => {
	const nothing = { items: 0, pricedLines: 0, inputs: [] };
	const detail = (kind: DiscoveryKind | null, holds: object = {}) =>
		({ discovery: { kind }, suggestedKind: "study", ...nothing, ...holds }) as unknown as DiscoveryDetail;
	const folded = (of: DiscoveryDetail, runs = 0) => foldedViews({ detail: of, runs });

	test.each<[DiscoveryKind, ViewId[]]>([
		["study", ["items", "documents", "memory"]],
		["plan", ["guide"]],
		["documents", ["guide", "items", "memory"]],
		["everything", []],
	])("the places that this kind seldom needs: %s", (kind, expected) => {
		expect(folded(detail(kind))).toEqual(expected);
	});

	test("those of the suggested kind, until one is chosen", () => {
		expect(folded(detail(null))).toEqual(folded(detail("study")));
		expect(folded(detail("everything"))).toEqual([]);
	});

	test("none that holds something", () => {
		expect(folded(detail("study", { items: 1 }))).toEqual(["documents", "memory"]);
		expect(folded(detail("study"), 1)).toEqual(["items", "memory"]);
		expect(folded(detail("study", { pricedLines: 1 }))).toEqual(["items", "documents"]);
		expect(folded(detail("plan", { inputs: [{ kind: "interview" }] }))).toEqual([]);
	});

	test("places by their own names, and each place stands once", () => {
		const under = folded(detail("study"));
		expect(foldedEntries(under).map(({ title }) => english[title])).toEqual(["Items", "Long documents", "Prices"]);
		const stand = railEntries.flatMap((entry) => unfoldedEntry(entry, under)?.views ?? []).map(({ id }) => id);
		expect([...stand, ...under].toSorted()).toEqual(
			railEntries.flatMap((entry) => entry.views.map(({ id }) => id)).toSorted(),
		);
	});

	test("what stood there last, until it is known what is in the discovery", () => {
		useMore.setState({ last: { folded: ["memory"], isUnfolded: false } });
		expect(foldedViews(null)).toEqual(["memory"]);
	});
});

test("a discovery opens on its overview, unless something in it is asked for", () => {
	useNavigation.setState({ view: "facts" });
	openDiscovery("d");
	expect(useNavigation.getState().view).toBe("overview");
	openDiscovery("e", "source");
	expect(useNavigation.getState().view).toBe("source");
});
