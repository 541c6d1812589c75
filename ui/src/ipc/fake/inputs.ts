import type { Channel } from "@tauri-apps/api/core";
import type { AddReport, AppError, IngestEvent, NewText } from "../bindings";
import { cutBundles, makeInput, waits, withInput } from "./build";
import { inputsLike } from "./likeInputs";
import { factsIn } from "./parse";
import { fault, found, type Handlers, type Notify } from "./reply";
import { send } from "./sending";
import { sourceBlocks, sourceOutline } from "./source";
import type { FakeInput, FakeState } from "./state";
import { commit } from "./steps";
import { inputSummary } from "./views";

type Progress = { task: string; progress: Channel<IngestEvent> };

/** How long the fake parser takes for a bundle; a big paste shows its progress bar. */
const MS_PER_BUNDLE = 40;

export function inputHandlers(state: FakeState, notify: Notify) {
	const input = (id: string) =>
		found(
			state.content.inputs.find((i) => i.summary.id === id),
			"The Input",
		);

	async function read(title: string, total: number, { task, progress }: Progress, facts: number): Promise<boolean> {
		for (let done = 0; done <= total; done++) {
			if (state.cancelled.delete(task)) return false;
			progress.onmessage({ kind: "progress", title, done, total, facts: Math.round((facts * done) / total) });
			await new Promise((resolve) => setTimeout(resolve, MS_PER_BUNDLE));
		}
		return true;
	}

	async function add(
		discovery: string,
		title: string,
		raw: string,
		fileName: string | null,
		{ anyway, ...progress }: Progress & { anyway: boolean },
	): Promise<AddReport> {
		if (raw.trim() === "") throw fault("empty", "There is no text in it.", "Paste or type the text first.");
		const text = raw.replaceAll("\0", "");
		const like = anyway ? [] : inputsLike(state, discovery, text);
		if (like.length > 0) {
			const heldBack = [{ title, place: 0, path: null, like }];
			return { added: [], heldBack, failures: [], notes: [], cancelled: false, unread: null };
		}
		const nulls = raw.length - text.length;
		const made = makeInput(state, discovery, title, text, fileName);
		const cut = cutBundles(state, made, () => false);
		const refused = refusal(discovery, text);
		const facts = refused ? [] : factsIn(state, made, cut.runs[0]?.summary.id ?? null);
		const whole = await read(title, cut.bundles.length, progress, facts.length);
		commit(
			state,
			discovery,
			`Add ${made.summary.label}`,
			withInput(state.content, made, refused ? cut.bundles.map(waits) : cut.bundles, cut.runs, whole ? facts : []),
		);
		notify(discovery, "discovery", "inputs", "facts", "runs", "undo");
		return {
			added: [inputSummary(state, made)],
			heldBack: [],
			failures: [],
			notes: nulls > 0 ? [{ title, note: { code: "nuls_dropped", count: nulls } }] : [],
			cancelled: !whole,
			unread: refused,
		};
	}

	/** Why the model that is set may not read a text; null where it may, or where none is set. */
	function refusal(discovery: string, text: string): AppError | null {
		try {
			send(state, discovery, "extraction", text);
			return null;
		} catch (error) {
			return error as AppError;
		}
	}

	async function addFiles(
		discovery: string,
		paths: string[],
		progress: Progress & { anyway: boolean },
	): Promise<AddReport> {
		const report: AddReport = { added: [], heldBack: [], failures: [], notes: [], cancelled: false, unread: null };
		for (const [place, path] of paths.entries()) {
			const name = path.split("/").at(-1) ?? path;
			if (/\.(png|exe|zip)$/.test(name)) {
				report.failures.push({
					name,
					error: fault(
						"not_utf8",
						`“${name}” is not a document that Factly reads: a picture.`,
						"Save it as PDF, DOCX, HTML or plain text, and add that.",
						"Nothing of it was added.",
					),
				});
				continue;
			}
			const one = await add(
				discovery,
				name.replace(/\.\w+$/, ""),
				`Notes from ${name}.\n\nThe wall is 3 m high and 40 m long. It was built in 1994.`,
				name,
				progress,
			);
			report.added.push(...one.added);
			report.heldBack.push(...one.heldBack.map((held) => ({ ...held, place, path })));
			report.notes.push(...one.notes);
			report.unread = one.unread ?? report.unread;
		}
		return report;
	}

	async function finish(inputs: readonly FakeInput[], progress: Progress): Promise<AddReport> {
		const ids = inputs.map(({ summary }) => summary.label);
		const open = state.content.bundles.filter(
			(b) => b.row.run?.status !== "succeeded" && ids.includes(b.row.inputLabel ?? ""),
		);
		for (const bundle of open) send(state, bundle.discovery, "extraction", bundle.text);
		const unread = inputs.filter((one) => inputSummary(state, one).parsed === 0);
		const facts = unread.flatMap((one) => factsIn(state, one, null)).map((fact) => [fact.row.id, fact] as const);
		const whole = await read("Reading the rest", Math.max(1, open.length), progress, 0);
		const bundles = state.content.bundles.map((b) =>
			open.includes(b) && b.row.run
				? { ...b, row: { ...b.row, run: { ...b.row.run, status: "succeeded" as const, error: null } } }
				: b,
		);
		state.content = { ...state.content, bundles, facts: new Map([...state.content.facts, ...facts]) };
		notify(null, "inputs", "facts", "runs");
		const added = inputs.map((one) => inputSummary(state, one));
		return { added, heldBack: [], failures: [], notes: [], cancelled: !whole, unread: null };
	}

	return {
		inputLaunchFiles: () => [],
		inputChooseFiles: () => ["/home/mara/notes/wall.txt", "/home/mara/notes/plan.png"],
		inputAddText: ({
			discovery,
			pasted: { title, text },
			...progress
		}: { discovery: string; pasted: NewText; anyway: boolean } & Progress) =>
			add(discovery, title ?? (text.trim().split("\n")[0] ?? "").slice(0, 60), text, null, progress),
		inputAddFiles: ({
			discovery,
			paths,
			...progress
		}: { discovery: string; paths: string[]; anyway: boolean } & Progress) => addFiles(discovery, paths, progress),
		inputReadRest: ({ input: id, ...progress }: { input: string } & Progress) => finish([input(id)], progress),
		runsRetry: ({ discovery, ...progress }: { discovery: string } & Progress) =>
			finish(
				state.content.inputs.filter((i) => i.discovery === discovery),
				progress,
			),
		taskCancel: ({ task }: { task: string }) => {
			state.cancelled.add(task);
			return null;
		},
		inputRename: ({ input: id, title }: { input: string; title: string }) => {
			const target = input(id);
			const inputs = state.content.inputs.map((i) => (i === target ? { ...i, summary: { ...i.summary, title } } : i));
			commit(state, target.discovery, `Rename ${target.summary.label}`, { ...state.content, inputs });
			notify(target.discovery, "inputs", "undo");
			return null;
		},
		inputDelete: ({ input: id }: { input: string }) => {
			const target = input(id);
			const facts = new Map([...state.content.facts].filter(([, fact]) => fact.row.inputId !== id));
			commit(state, target.discovery, `Delete ${target.summary.label}`, {
				...state.content,
				facts,
				inputs: state.content.inputs.filter((i) => i !== target),
			});
			notify(target.discovery, "discovery", "inputs", "facts", "undo");
			return null;
		},
		sourceOutline: ({ input: id }: { input: string }) => sourceOutline(state, input(id)),
		sourceBlocks: ({ input: id, from, to }: { input: string; from: number; to: number }) =>
			sourceBlocks(state, input(id), from, to),
	} satisfies Handlers<
		| "inputChooseFiles"
		| "inputLaunchFiles"
		| "inputAddText"
		| "inputAddFiles"
		| "inputReadRest"
		| "runsRetry"
		| "taskCancel"
		| "inputRename"
		| "inputDelete"
		| "sourceOutline"
		| "sourceBlocks"
	>;
}
