import { undo } from "../../app/history";
import { useNavigation } from "../../app/navigation";
import { note, noteWithUndo, reportError } from "../../app/toasts";
import { number } from "../../i18n/format";
import { words } from "../../i18n/useWords";
import { type AddReport, commands, type InputSummary } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { createDiscovery } from "../library/actions";
import { runTask } from "./tasks";

/** Adding, finishing, renaming and deleting Inputs. With no discovery open, adding starts one named after the text. */

async function discoveryFor(discovery: string | null, title: string): Promise<string> {
	return discovery ?? (await createDiscovery(title, "")).id;
}

export async function addText(discovery: string | null, title: string, text: string): Promise<void> {
	const name = title === "" ? firstLine(text) : title;
	const home = await discoveryFor(discovery, name || words("start.untitled"));
	const report = await runTask(words("inputs.adding", { name }), (task, progress) =>
		call(commands.inputAddText(home, title === "" ? null : title, text, task, progress)),
	);
	tell(home, report);
}

export async function addFiles(discovery: string | null, paths: readonly string[]): Promise<void> {
	if (paths.length === 0) return;
	const first = fileName(paths[0] ?? "");
	const name = paths.length === 1 ? first : words("inputs.files", { count: paths.length });
	try {
		const home = await discoveryFor(discovery, first.replace(/\.\w+$/, ""));
		const report = await runTask(words("inputs.adding", { name }), (task, progress) =>
			call(commands.inputAddFiles(home, [...paths], task, progress)),
		);
		tell(home, report);
	} catch (error) {
		reportError(error, words("inputs.failed"));
	}
}

export async function addChosenFiles(discovery: string | null): Promise<void> {
	try {
		await addFiles(discovery, await call(commands.inputChooseFiles()));
	} catch (error) {
		reportError(error, words("inputs.failed"));
	}
}

export async function readRest({ id, label }: InputSummary): Promise<void> {
	try {
		const report = await runTask(words("inputs.readingRest", { label }), (task, progress) =>
			call(commands.inputReadRest(id, task, progress)),
		);
		if (report.cancelled) note({ title: words("inputs.stopped") });
	} catch (error) {
		reportError(error);
	}
}

export async function renameInput(id: string, title: string): Promise<void> {
	await call(commands.inputRename(id, title)).catch((error: unknown) => reportError(error));
}

export async function deleteInput(discovery: string, { id, label }: InputSummary): Promise<void> {
	try {
		await call(commands.inputDelete(id));
		noteWithUndo(words("inputs.deleted", { label }), () => void undo(discovery));
	} catch (error) {
		reportError(error);
	}
}

/** What was added, what was dropped from it, and each file that was not. */
function tell(discovery: string, { added, failures, notes, cancelled }: AddReport): void {
	const last = added.at(-1);
	if (last) {
		useNavigation.getState().read(discovery, last.id);
		useNavigation.getState().show("source");
		const facts = number(added.reduce((sum, input) => sum + input.facts, 0));
		const title =
			added.length === 1
				? words("inputs.added", { label: last.label, facts })
				: words("inputs.addedMany", { inputs: number(added.length), facts });
		const description = [...notes.map((line) => `${line}.`), ...(cancelled ? [words("inputs.stopped")] : [])].join(" ");
		note({ title, description });
	}
	for (const { name, error } of failures) {
		const kept = error.message.includes(name) ? error : { ...error, message: `${name}: ${error.message}` };
		reportError(kept, words("inputs.notAdded", { count: 1 }));
	}
}

function firstLine(text: string): string {
	return (text.trimStart().split("\n", 1)[0] ?? "").slice(0, 60);
}

function fileName(path: string): string {
	return path.split(/[/\\]/).at(-1) ?? path;
}
