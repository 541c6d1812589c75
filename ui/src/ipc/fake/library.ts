import type { Channel } from "@tauri-apps/api/core";
import type { DiscoveryChange, IngestEvent, Preferences } from "../bindings";
import { fault, found, type Handlers, type Notify } from "./reply";
import { addDiscovery, addSample } from "./seed";
import { labelOf } from "./sending";
import type { FakeState } from "./state";
import { commit, step } from "./steps";
import { discoveryDetail } from "./views";

export function libraryHandlers(state: FakeState, notify: Notify) {
	const open = (id: string) => found(discoveryDetail(state, id), "The discovery");
	const change = (id: string, name: string, patch: object, scope: string | null) => {
		const { content } = state;
		commit(state, scope, name, {
			...content,
			discoveries: content.discoveries.map((d) => (d.id === id ? { ...d, ...patch } : d)),
		});
		notify(id, "library", "discovery", "undo");
		return open(id).discovery;
	};
	const library = () => ({
		path: "/home/mara/.local/share/app.factly.desktop/library.factly",
		version: "0.1.0",
		provider: labelOf(state),
		status: state.unavailable
			? {
					kind: "unavailable" as const,
					error: fault(
						"library_damaged",
						"The library file is damaged on page 118.",
						"Go back to the newest good copy.",
						"The damaged file was set aside; nothing was deleted.",
					),
					backups: state.backups,
					asidePath: "/home/mara/.local/share/app.factly.desktop/library.damaged-2026-11-20.factly",
				}
			: { kind: "open" as const },
	});

	return {
		libraryState: library,
		libraryRestore: (_: { backup: string }) => {
			state.unavailable = false;
			notify(null, "library", "discovery");
			return library();
		},
		libraryBackups: () => state.backups,
		verify: () => ({ bundles: state.content.bundles.length, facts: state.content.facts.size, problems: [] }),
		preferences: () => state.preferences,
		setPreferences: ({ preferences }: { preferences: Preferences }) => {
			state.preferences = preferences;
			notify(null, "preferences");
			return preferences;
		},
		discoveryList: ({ query, archived }: { query: string | null; archived: boolean }) =>
			state.content.discoveries
				.filter((d) => d.archived === archived && d.title.toLowerCase().includes((query ?? "").toLowerCase()))
				.map((d) => open(d.id).discovery),
		discoveryCreate: ({ title, goal }: { title: string; goal: string }) => {
			const before = state.content;
			const made = addDiscovery(state, title, goal);
			const after = state.content;
			state.content = before;
			commit(state, null, `Create ${title}`, after);
			notify(made.id, "library", "discovery", "undo");
			return made;
		},
		discoveryOpen: ({ id }: { id: string }) => open(id),
		discoveryUpdate: ({ id, change: { title, goal, stage } }: { id: string; change: DiscoveryChange }) =>
			change(
				id,
				title === null ? "Change the goal" : `Rename to ${title}`,
				{ ...(title !== null && { title }), ...(goal !== null && { goal }), ...(stage !== null && { stage }) },
				id,
			),
		discoveryArchive: ({ id, archived }: { id: string; archived: boolean }) =>
			change(id, archived ? "Archive a discovery" : "Take a discovery out of the archive", { archived }, null),
		discoveryDelete: ({ id }: { id: string }) => {
			const { content } = state;
			const { title } = open(id).discovery;
			commit(state, null, `Delete ${title}`, {
				...content,
				discoveries: content.discoveries.filter((d) => d.id !== id),
			});
			notify(null, "library", "discovery", "undo");
			return null;
		},
		sampleCreate: (_: { progress: Channel<IngestEvent> }) => {
			const made = addSample(state);
			notify(made.id, "library", "discovery", "inputs", "facts", "runs");
			return made;
		},
		undo: ({ discovery, step: only }: { discovery: string | null; step: number | null }) => {
			const report = step(state, discovery, "undo", only);
			notify(discovery, "library", "discovery", "inputs", "facts", "pipeline", "runs", "questions", "memory", "undo");
			return report;
		},
		redo: ({ discovery }: { discovery: string | null }) => {
			const report = step(state, discovery, "redo");
			notify(discovery, "library", "discovery", "inputs", "facts", "pipeline", "runs", "questions", "memory", "undo");
			return report;
		},
		copyText: (_: { text: string }) => null,
		openLogFolder: () => null,
	} satisfies Handlers<
		| "libraryState"
		| "libraryRestore"
		| "libraryBackups"
		| "verify"
		| "preferences"
		| "setPreferences"
		| "discoveryList"
		| "discoveryCreate"
		| "discoveryOpen"
		| "discoveryUpdate"
		| "discoveryArchive"
		| "discoveryDelete"
		| "sampleCreate"
		| "undo"
		| "redo"
		| "copyText"
		| "openLogFolder"
	>;
}
