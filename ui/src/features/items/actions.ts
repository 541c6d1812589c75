import { packWords } from "../../i18n/packs";
import { words } from "../../i18n/useWords";
import { commands, type FactRow, type Item } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import type { ItemAnswer } from "../../shared/items/factItemQuestion";
import { useItems } from "../../shared/items/state";
import { offerUndo } from "../../state/history";
import { reportError, showFileToast } from "../../state/toasts";

/** Actions on items. Each can be taken back at once. */

/** Several aliases in one field. */
const aliasesIn = (text: string) =>
	text
		.split(/[,;\n]/)
		.map((alias) => alias.trim())
		.filter((alias) => alias !== "");

export async function addItem(discovery: string, name: string, aliases: string): Promise<void> {
	const made = await call(commands.itemAdd(discovery, name, aliasesIn(aliases)));
	offerUndo(discovery, made, words("items.added", { name: made.value.name }));
}

/** Name, aliases and description, as one step. */
export async function editItem(
	discovery: string,
	item: Item,
	{ name, aliases, description }: { name: string; aliases: string; description: string },
): Promise<void> {
	const done = await call(commands.itemEdit(item.id, name, aliasesIn(aliases), description));
	offerUndo(discovery, done, words("items.changed", { name }));
}

/** Says which item a fact is about; the fact that says so is a new version of it. */
export async function setItemOfFact(
	discovery: string,
	{ id, label }: Pick<FactRow, "id" | "label">,
	answer: ItemAnswer,
): Promise<FactRow> {
	const next = await call(
		answer.kind === "new"
			? commands.factSetNewItem(id, answer.name)
			: commands.factSetItem(id, answer.kind === "item" ? answer.item.reference : null),
	);
	offerUndo(discovery, next, words("items.said", { label, about: aboutWords(answer) }));
	return next.value;
}

function aboutWords(answer: ItemAnswer): string {
	if (answer.kind === "project") return words("items.ofProject");
	return answer.kind === "item" ? answer.item.name : answer.name;
}

export async function archiveItem(discovery: string, item: Item): Promise<void> {
	try {
		const done = await call(commands.itemArchive(item.id, !item.archived));
		const toastKey = item.archived ? "items.takenBack" : "items.archived";
		offerUndo(discovery, done, words(toastKey, { name: item.name }));
	} catch (error) {
		reportError(error);
	}
}

export async function deleteItem(discovery: string, item: Item): Promise<void> {
	try {
		const done = await call(commands.itemDelete(item.id));
		useItems.getState().show(discovery, null);
		offerUndo(discovery, done, words("items.deleted", { name: item.name }));
	} catch (error) {
		reportError(error);
	}
}

export async function mergeItem(discovery: string, item: Item, into: Item): Promise<void> {
	const done = await call(commands.itemMerge(item.id, into.id));
	useItems.getState().show(discovery, into.reference);
	offerUndo(discovery, done, words("items.merged", { name: item.name, into: into.name }));
}

export async function splitItem(discovery: string, item: Item, name: string, keys: string[]): Promise<void> {
	const made = await call(commands.itemSplit(item.id, name, keys));
	useItems.getState().show(discovery, made.value.reference);
	offerUndo(discovery, made, words("items.split", { name: item.name, made: made.value.name }));
}

/** As it is looked at: these columns, and the rows in this order. */
export async function saveTable(discovery: string, title: string, keys: string[], items: string[]): Promise<void> {
	try {
		const path = await call(commands.itemTableChoose(title));
		if (path === null) return;
		await call(commands.itemTableSave(discovery, keys, items, path));
		showFileToast(path, words("items.saved"));
	} catch (error) {
		reportError(error);
	}
}

export async function overrideField(
	discovery: string,
	item: string,
	key: string,
	value: string,
	reason: string,
): Promise<void> {
	const set = await call(commands.fieldOverride(discovery, item, key, value, reason));
	offerUndo(discovery, set, words("items.overridden", { field: packWords("label", set.value.label) }));
}

export async function clearOverride(discovery: string, item: string, key: string): Promise<void> {
	try {
		const back = await call(commands.fieldClearOverride(discovery, item, key));
		offerUndo(discovery, back, words("items.cleared", { field: packWords("label", back.value.label) }));
	} catch (error) {
		reportError(error);
	}
}
