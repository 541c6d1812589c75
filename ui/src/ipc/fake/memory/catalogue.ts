import type {
	CanonicalInput,
	CanonicalLine,
	CanonicalSuggestion,
	CsvKind,
	CsvReport,
	WaitingItems,
} from "../../bindings";
import { fault, found, type Handlers, type Notify } from "../reply";
import type { FakeState } from "../state";
import { priceHandlers } from "./prices";
import { changing, item, type Memory, memoryOf } from "./seed";

/** The catalogue, and lines of which one may mean one item and one may mean two. */

const texts = [
	{ name: "i1", text: "Backdrop", may: [] },
	{ name: "F-1", text: "molton, black", may: ["c1"] },
	{ name: "F-2", text: "truss", may: ["c2", "c3"] },
] as const;

interface Decision {
	discovery: string;
	line: string;
	canonical: string;
}

export function memoryHandlers(state: FakeState, notify: Notify) {
	const memory = () => memoryOf(state);
	const change = changing(state, notify);
	const itemOf = (id: string, { items }: Memory = memory()) =>
		found(
			items.find((one) => one.id === id),
			"The item",
		);
	const pointsOf = (id: string) => (memory().prices.get(id) ?? []).toSorted((a, b) => a.day - b.day);
	const report = (path: string): CsvReport => {
		const faults = path.includes("bad") ? [{ line: 3, column: "price", message: "“abc” is not a price" }] : [];
		const lines = [{ line: 2, what: "add" as const, text: "Velvet red (m²)" }];
		return {
			added: faults.length > 0 ? 0 : 1,
			changed: 0,
			same: 0,
			lines: faults.length > 0 ? [] : lines,
			faults,
			faultsTotal: faults.length,
			ignored: [],
		};
	};
	const lines = (): CanonicalLine[] =>
		texts.map(({ name, text, may }) => {
			const confirmed = memory().confirmed.get(name);
			const refused = memory().rejected.get(name) ?? new Set();
			const suggestions: CanonicalSuggestion[] = may
				.filter((id) => !confirmed && !refused.has(id) && memory().items.some((one) => one.id === id))
				.map((id) => ({
					canonical: id,
					name: itemOf(id).name,
					unit: itemOf(id).unit,
					score: may.length > 1 ? 970 : 960,
					reasons: [{ kind: "name" }],
					tied: may.length - refused.size > 1,
				}));
			const link = (id: string, prefix: string) => ({
				id: `${prefix} ${name} ${id}`,
				canonical: id,
				name: itemOf(id).name,
				unit: itemOf(id).unit,
				score: 960,
				reasons: [],
				was: null,
			});
			return {
				name,
				text,
				item: name === "i1" ? text : null,
				factId: name === "i1" ? null : name,
				keyLabel: name === "i1" ? null : "Main material",
				confirmed: confirmed ? link(confirmed, "yes") : null,
				suggestions,
				rejected: [...refused].map((id) => link(id, "no")),
			};
		});

	return {
		...priceHandlers(memory, change),
		cataloguePage: ({
			words,
			archived,
			from,
			count,
		}: {
			words: string;
			archived: boolean;
			from: number;
			count: number;
		}) => {
			const wanted = words.toLowerCase().split(" ");
			const fits = memory().items.filter(
				(one) => one.archived === archived && wanted.every((word) => JSON.stringify(one).toLowerCase().includes(word)),
			);
			const items = fits.slice(from, from + count).map((one) => {
				const points = pointsOf(one.id);
				const last = points.at(-1);
				return {
					item: one,
					lines: 0,
					prices: points.length,
					last: last ? { price: last.price, unit: last.unit, date: last.date } : null,
				};
			});
			return { total: fits.length, all: memory().items.length, items };
		},
		canonicalAdd: ({ item: said }: { item: CanonicalInput }) => {
			if (memory().items.some(({ name, unit }) => name === said.name && unit === said.unit))
				throw fault("refused", `“${said.name}” is in the catalogue already.`);
			return change(null, `Add “${said.name}” to the catalogue`, (now) => {
				const made = { ...said, id: `new ${now.serial++}`, archived: false };
				now.items.push(made);
				return made;
			});
		},
		canonicalEdit: ({ id, item: said }: { id: string; item: CanonicalInput }) =>
			change(null, `Change “${itemOf(id).name}” in the catalogue`, (now) => Object.assign(itemOf(id, now), said)),
		canonicalArchive: ({ id, archived }: { id: string; archived: boolean }) =>
			change(null, `${archived ? "Archive" : "Take back"} “${itemOf(id).name}”`, (now) =>
				Object.assign(itemOf(id, now), { archived }),
			),
		canonicalWaiting: (): WaitingItems => {
			const { waiting } = memory();
			const sum = (of: "lines" | "prices") => waiting.reduce((all, one) => all + one[of], 0);
			return { total: waiting.length, lines: sum("lines"), prices: sum("prices"), items: waiting.slice(0, 500) };
		},
		canonicalAdopt: ({ id }: { id: string | null }) => {
			const wanted = memory().waiting.filter((one) => id === null || one.id === id);
			const [first] = wanted;
			if (id !== null && !first) throw fault("not_found", "Nothing waits for this canonical item.");
			const name =
				first && wanted.length === 1
					? `Add “${first.name}” to the catalogue`
					: `Add ${wanted.length} canonical items to the catalogue`;
			return change(null, name, (now) => {
				now.waiting = now.waiting.filter((one) => !wanted.some((taken) => taken.id === one.id));
				now.items.push(...wanted.map((one) => ({ ...item(one.id, one.name, one.unit), note: one.note })));
				return wanted.length;
			});
		},
		canonicalLines: () => ({ lines: lines(), more: false, catalogueEmpty: memory().items.length === 0 }),
		canonicalConfirm: ({ discovery, line, canonical }: Decision) =>
			change(discovery, `Confirm what ${line} means`, ({ confirmed }) => {
				confirmed.set(line, canonical);
				return `yes ${line} ${canonical}`;
			}),
		canonicalReject: ({ discovery, line, canonical }: Decision) =>
			change(discovery, `Reject what ${line} means`, ({ rejected }) => {
				rejected.set(line, new Set([...(rejected.get(line) ?? []), canonical]));
				return `no ${line} ${canonical}`;
			}),
		canonicalUnlink: ({ link }: { link: string }) => {
			const [kind, line = "", canonical = ""] = link.split(" ");
			const [discovery] = state.content.discoveries;
			return change(discovery?.id ?? null, `Take back what ${line} means`, ({ confirmed, rejected }) => {
				if (kind === "yes") confirmed.delete(line);
				else rejected.get(line)?.delete(canonical);
				return null;
			});
		},
		csvChooseImport: () => "/home/analyst/prices.csv",
		csvChooseExport: ({ name }: { name: string }) => `/home/analyst/${name}.csv`,
		csvPreview: ({ path }: { kind: CsvKind; path: string }) => report(path),
		csvImport: ({ path }: { kind: CsvKind; path: string }) =>
			change(null, "Import a catalogue", (now) => {
				now.items.push(item(`new ${now.serial++}`, "Velvet red", "m²"));
				return report(path);
			}),
		csvExport: () => null,
	} satisfies Partial<Handlers<never>>;
}
