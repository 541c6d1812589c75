import type { Channel } from "@tauri-apps/api/core";
import type {
	Discovery,
	DiscoveryPreview,
	How,
	ImportFinding,
	ImportPreview,
	IngestEvent,
	Repair,
	Tallies,
} from "../bindings";
import { mendable, notJson } from "./findings";
import { fault, found, type Handlers, type Notify } from "./reply";
import { addDiscovery } from "./seed";
import type { FakeState } from "./state";
import { commit } from "./steps";

/**
 * Files that the name decides on: one with "broken" in it is not JSON, one with "faults" has some that can be mended,
 * and one with "known" holds the first discovery of the library, one with "was" one that was deleted; every other one is
 * new and whole.
 */

interface Watched {
	task: string;
	progress: Channel<IngestEvent>;
}
interface Asked extends Watched {
	path: string;
	how: How;
}

const MS_PER_STEP = 40;
const KILOBYTES = 4_800;

export function transferHandlers(state: FakeState, notify: Notify) {
	async function go({ task, progress }: Watched, title: string): Promise<void> {
		for (let step = 0; step <= 8; step++) {
			if (state.cancelled.delete(task)) throw fault("cancelled", "Stopped.", null, "Nothing was changed.");
			progress.onmessage({ kind: "progress", title, done: (KILOBYTES * step) / 8, total: KILOBYTES, facts: 0 });
			await new Promise((resolve) => setTimeout(resolve, MS_PER_STEP));
		}
	}
	const here = (path: string) => (path.includes("known") ? (state.content.discoveries[0] ?? null) : null);

	return {
		transferChooseExport: ({ name }: { name: string }) => `/home/mara/${name}.factly.json`,
		transferChooseMarkdown: ({ name }: { name: string }) => `/home/analyst/${name}.md`,
		transferChooseImport: () => "/home/mara/Quay walls.factly.json",
		exportDiscovery: async ({ discoveries, path, ...watched }: Watched & { discoveries: string[]; path: string }) => {
			await go(watched, path);
			return { path, bytes: 184_320 * discoveries.length, discoveries: discoveries.length };
		},
		importPreview: async ({ path, how, ...watched }: Asked): Promise<ImportPreview> => {
			await go(watched, path);
			if (path.includes("broken")) return preview([], [notJson]);
			const known = here(path);
			const { canApply, ...rest } = preview(
				[described(known, how, path.includes("was"))],
				path.includes("faults") ? mendable : [],
			);
			return { ...rest, canApply: canApply && !(known && how === "add") };
		},
		importApply: async ({ path, how, repair, ...watched }: Asked & { repair: Repair[] }) => {
			await go(watched, path);
			if (path.includes("faults") && mendable.some(({ code }) => !repair.some((one) => one.code === code))) {
				throw fault("invalid", "At line 14, column 9: a link goes nowhere.", null, "Nothing was imported.");
			}
			const known = here(path);
			const { title, tallies: added } = described(known, how);
			if (known && how === "merge") {
				commit(state, known.id, "Merge a file", { ...state.content });
				notify(known.id, "discovery", "inputs", "facts", "undo");
				return { discoveries: [{ id: known.id, title, merged: true, added }] };
			}
			const before = state.content;
			const { id } = addDiscovery(state, title, "How long the walls will stand");
			const after = state.content;
			state.content = before;
			commit(state, null, `Import “${title}”`, after);
			notify(id, "library", "discovery", "undo");
			return { discoveries: [{ id, title, merged: false, added }] };
		},
		backupPreview: ({ backup: id }: { backup: string }) => {
			const backup = found(
				state.backups.find((one) => one.id === id),
				"The copy",
			);
			const [first, ...rest] = state.content.discoveries;
			const facts = [...state.content.facts.values()].filter((fact) => fact.discovery === first?.id).length;
			const now = first ? { facts, updatedAt: first.updatedAt } : null;
			return {
				backup,
				discoveries: [
					{
						title: first?.title ?? "Harbour festival stage",
						inputs: 3,
						facts: 12,
						updatedAt: backup.takenAt - 600_000,
						now,
					},
					{ title: "Ferry timetable", inputs: 1, facts: 7, updatedAt: backup.takenAt - 86_400_000, now: null },
				],
				onlyNow: rest.map(({ title }) => title),
			};
		},
		backupMake: () => {
			const { discoveries, facts } = state.content;
			const at = state.clock++;
			const made = { id: `b${at}`, takenAt: at, bytes: 4_902_912, discoveries: discoveries.length, facts: facts.size };
			state.backups = [made, ...state.backups];
			return made;
		},
	} satisfies Handlers<
		| "transferChooseExport"
		| "transferChooseImport"
		| "transferChooseMarkdown"
		| "exportDiscovery"
		| "importPreview"
		| "importApply"
		| "backupPreview"
		| "backupMake"
	>;
}

function preview(discoveries: DiscoveryPreview[], findings: ImportFinding[]): ImportPreview {
	return {
		bytes: KILOBYTES * 1024,
		discoveries,
		findings,
		findingsTotal: findings.length,
		canApply: findings.every(({ choice }) => choice !== null),
	};
}

function described(known: Discovery | null, how: How, wasHere = false): DiscoveryPreview {
	const isMerged = (known !== null || wasHere) && how === "merge";
	return {
		title: known?.title ?? "Quay walls",
		goal: known?.goal ?? "How long the walls will stand",
		createdAt: known?.createdAt ?? Date.UTC(2026, 2, 3, 8, 0),
		here: known && { id: known.id, title: known.title },
		wasHere,
		tallies: isMerged ? { ...tallies(1, 2, 1), chatLeftOut: 4 } : { ...tallies(3, 0, 0), chat: 4 },
		differences: isMerged
			? [
					{ label: "F-3", what: ["text", "status"] },
					{ label: "N-2", what: ["links"] },
				]
			: [],
	};
}

function tallies(added: number, known: number, differs: number): Tallies {
	const of = (times: number, others = 0) => ({ added: added * times, known: known * times, differs: others });
	const [inputs, recommendations, outputs] = [of(1), of(2), of(1)];
	return {
		inputs,
		facts: of(9, differs),
		insights: of(4, differs),
		recommendations,
		outputs,
		chat: 0,
		chatLeftOut: 0,
		waiting: 0,
	};
}
