import type {
	CanonicalItem,
	ExchangeRate,
	Money,
	PricePoint,
	PriceSeries,
	PriceSummary,
	WaitingItem,
} from "../../bindings";
import type { Notify } from "../reply";
import type { FakeState } from "../state";
import { commit } from "../steps";

/** Canonical items and their prices: a few, or ten thousand items where the library is large. */

export interface Memory {
	items: CanonicalItem[];
	/** What lines mean and the catalogue does not have. */
	waiting: WaitingItem[];
	/** Decisions by line: which item was confirmed, and which were rejected. */
	confirmed: Map<string, string>;
	rejected: Map<string, Set<string>>;
	prices: Map<string, PricePoint[]>;
	rates: ExchangeRate[];
	serial: number;
}

export const TODAY = Math.floor(Date.UTC(2026, 10, 20) / 86_400_000);

export function item(id: string, name: string, unit: string, german: string[] = []): CanonicalItem {
	return { id, name, unit, synonyms: german.length > 0 ? { de: german } : {}, note: "", archived: false };
}

export function memoryOf(state: FakeState): Memory {
	state.content = { ...state.content, memory: state.content.memory ?? begin(state) };
	return state.content.memory ?? begin(state);
}

/** Changes the memory as one step, of a discovery or of the library. */
export type ChangeMemory = <T>(of: string | null, name: string, change: (memory: Memory) => T) => T;

export function changing(state: FakeState, notify: Notify): ChangeMemory {
	return (of, name, change) => {
		const memory = structuredClone(memoryOf(state));
		const made = change(memory);
		commit(state, of, name, { ...state.content, memory });
		notify(of, "memory", "undo");
		return made;
	};
}

function begin(state: FakeState): Memory {
	const isLarge = state.content.facts.size > 5_000;
	const items = isLarge
		? Array.from({ length: 10_000 }, (_, at) => item(`c${at}`, `Item ${String(at).padStart(5, "0")}`, "m²"))
		: [
				item("c1", "Molton black", "m²", ["Bühnenmolton"]),
				item("c2", "Truss", "m", ["Traverse"]),
				item("c3", "Truss", "pieces"),
			];
	const all = [...state.content.facts.values()];
	const fact = all.find(({ answer }) => answer !== null) ?? all.find(({ place }) => place !== null);
	const told: PricePoint[] = fact
		? [
				{
					...pointOf(1250, "Gerriets", TODAY - 30),
					id: null,
					origin: "fact",
					fact: {
						id: fact.row.id,
						label: fact.row.label,
						discovery: fact.discovery,
						discoveryTitle: "Sample",
						quote: fact.row.value,
					},
				},
			]
		: [];
	const prices = new Map([
		["c1", [pointOf(1100, "Showtex", TODAY - 200), pointOf(1300, "Gerriets", TODAY - 90), ...told]],
	]);
	return { items, waiting: [], confirmed: new Map(), rejected: new Map(), prices, rates: [], serial: 1 };
}

const euros = (minor: number): Money => ({ minor, currency: "EUR", digits: 2 });

export function pointOf(minor: number, vendor: string, day: number): PricePoint {
	return {
		id: `p${minor} ${day}`,
		price: euros(minor),
		unit: "m²",
		quantity: null,
		vendor,
		date: new Date(day * 86_400_000).toISOString().slice(0, 10),
		day,
		recorded: false,
		origin: "manual",
		fact: null,
		note: "",
		converted: null,
		leftOut: false,
	};
}

function summaryOf(points: readonly PricePoint[], places: number[]): PriceSummary {
	const minors = places.map((at) => points[at]?.price.minor ?? 0).toSorted((a, b) => a - b);
	const last = points[places.at(-1) ?? 0];
	return {
		points: places,
		last: euros(last?.price.minor ?? 0),
		median: euros(minors[Math.floor(minors.length / 2)] ?? 0),
		medianRounded: false,
		low: euros(minors[0] ?? 0),
		high: euros(minors.at(-1) ?? 0),
		ageDays: TODAY - (last?.day ?? TODAY),
	};
}

export function seriesOf(points: readonly PricePoint[]): PriceSeries[] {
	if (points.length === 0) return [];
	const places = points.map((_, at) => at);
	const vendors = [...new Set(points.map(({ vendor }) => vendor))].toReversed();
	return [
		{
			currency: "EUR",
			unit: "m²",
			all: summaryOf(points, places),
			vendors: vendors.map((vendor) => ({
				vendor,
				summary: summaryOf(
					points,
					places.filter((at) => points[at]?.vendor === vendor),
				),
			})),
		},
	];
}
