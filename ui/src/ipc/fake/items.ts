import type { FactRow, FieldThen, Item, ItemsThen, ItemTable } from "../bindings";
import { fault, type Notify } from "./reply";
import type { FakeState } from "./state";
import { commit } from "./steps";
import { factsOf } from "./views";

/** Items with names; the fake library reads no texts for them, so the accepted facts of a discovery are the first one's. */
export function itemHandlers(state: FakeState, notify: Notify) {
	const of = (discovery: string) => state.content.items.get(discovery) ?? [];
	const found = (id: string): [string, Item] => {
		for (const [discovery, list] of state.content.items) {
			const item = list.find((one) => one.id === id);
			if (item) return [discovery, item];
		}
		throw fault("not_found", "There is no such item.");
	};
	const put = (discovery: string, name: string, list: readonly Item[]) => {
		const items = new Map(state.content.items).set(discovery, list);
		commit(state, discovery, name, { ...state.content, items });
		notify(discovery, "knowledge", "undo");
	};
	const change = (id: string, to: Partial<Item>): Item => {
		const [discovery, item] = found(id);
		const changed = { ...item, ...to };
		// As the real host, which takes what changes nothing for no step.
		if (JSON.stringify(changed) !== JSON.stringify(item)) {
			const list = of(discovery).map((one) => (one.id === id ? changed : one));
			put(discovery, `Change “${item.name}”`, list);
		}
		return changed;
	};
	const drop = (id: string, verb: string) => {
		const [discovery, { name }] = found(id);
		const left = of(discovery).filter((item) => item.id !== id);
		put(discovery, `${verb} “${name}”`, left);
	};
	const add = (discovery: string, name: string, aliases: string[]): Item => {
		if (name.trim() === "") throw fault("empty", "An item needs a name.");
		const reference = `i${of(discovery).length + 1}`;
		const token = `@item(${reference}:${name.replaceAll(/[()\\]/g, "\\$&")})`;
		const item = { id: crypto.randomUUID(), reference, name, aliases, description: "", archived: false, token };
		put(discovery, `Add “${name}”`, [...of(discovery), item]);
		return item;
	};
	return {
		itemList: ({ discovery }: { discovery: string }): Item[] => [...of(discovery)],
		itemAdd: ({ discovery, name, aliases }: { discovery: string; name: string; aliases: string[] }) =>
			add(discovery, name, aliases),
		itemEdit: ({ item, ...to }: { item: string; name: string; aliases: string[]; description: string }) =>
			change(item, to),
		itemArchive: ({ item, archived }: { item: string; archived: boolean }) => change(item, { archived }),
		itemDelete: ({ item }: { item: string }): null => {
			drop(item, "Delete");
			return null;
		},
		itemMerge: ({ item, into }: { item: string; into: string }): Item => {
			drop(item, "Merge");
			return found(into)[1];
		},
		itemSplit: ({ item, name }: { item: string; name: string; keys: string[] }): Item => add(found(item)[0], name, []),
		factSetItem: (): FactRow => {
			throw fault("refused", "This host knows no fields of items.");
		},
		factSetNewItem: (): FactRow => {
			throw fault("refused", "This host knows no fields of items.");
		},
		itemsAsOf: ({ discovery }: { discovery: string }): ItemsThen => ({
			items: of(discovery).map((item) => ({ item, now: item })),
			came: [],
		}),
		fieldsAsOf: (): FieldThen[] => [],
		itemTable: ({ discovery }: { discovery: string }): ItemTable => table(of(discovery), valuesOf(state, discovery)),
		itemTableChoose: ({ name }: { name: string }): string | null => `/home/analyst/${name}.csv`,
		itemTableSave: (): null => null,
	};
}

/** The accepted values of a discovery, one a key. */
function valuesOf(state: FakeState, discovery: string): FactRow[] {
	const typed = factsOf(state, discovery)
		.map(({ row }) => row)
		.filter((row) => row.status === "accepted" && row.valueType !== "note");
	return typed.filter((row, at) => typed.findIndex((other) => other.key === row.key) === at);
}

function table(items: readonly Item[], values: FactRow[]): ItemTable {
	const empty = { shown: "", reading: "", order: null, byHand: false, factId: null, conflict: false };
	const cell = ({ id, value }: FactRow, at: number) =>
		at === 0 ? { ...empty, shown: value, reading: value, factId: id } : empty;
	return {
		columns: values.map(({ key, keyLabel, valueType }) => ({ key, label: keyLabel, valueType, unit: null })),
		rows: items.map((item, at) => ({ item, cells: values.map((value) => cell(value, at)) })),
	};
}
