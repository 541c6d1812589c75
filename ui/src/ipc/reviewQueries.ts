import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { commands, type WaitingId, type WaitingRow } from "./bindings";
import { call } from "./call";
import { roots } from "./keys";

const WAITING_AT_FIRST = 200;
const WAITING_AT_ONCE = 5_000;

/**
 * Query for all that waits, in lines. After a change only the order is read again, and the lines that are new. At first
 * there are few, so that they are soon there, and the others follow.
 */
export const waitingQuery = (discovery: string) => {
	const queryKey = [...roots.review, discovery, "lines"] as const;
	return queryOptions({
		queryKey,
		// The order holds while the window is open.
		gcTime: Number.POSITIVE_INFINITY,
		queryFn: async ({ client }): Promise<WaitingList> => {
			const before = client.getQueryData<WaitingList>(queryKey);
			const lines = new Map<string, WaitingFact>(before?.rows.map((row) => [row.id, row]));
			const { order, ...steady } = steadyOrder(before ?? null, await call(commands.waitingOrder(discovery)));
			const missing = order.filter(({ id, stamp }) => lines.get(id)?.stamp !== stamp).map(({ id }) => id);
			const ranked = ({ id, learned, isUnlikely }: WaitingId): WaitingFact | [] => {
				const line = lines.get(id);
				const isSame = line?.learned === learned && line.isUnlikely === isUnlikely;
				return line === undefined || isSame ? (line ?? []) : { ...line, learned, isUnlikely };
			};
			const known = (): WaitingList => ({
				rows: order.flatMap(ranked),
				total: order.length,
				...steady,
			});
			for (let from = 0; from < missing.length; ) {
				const to = from + (lines.size === 0 ? WAITING_AT_FIRST : WAITING_AT_ONCE);
				for (const row of await call(commands.waitingLines(discovery, missing.slice(from, to)))) lines.set(row.id, row);
				if (to < missing.length) client.setQueryData(queryKey, known());
				from = to;
			}
			return known();
		},
	});
};

export interface WaitingFact extends WaitingRow {
	/** Its ranking score by what was decided; null where that tells nothing of it. */
	learned?: number | null;
	/** Enough of its talk is decided, or worth more than it. */
	isUnlikely?: boolean;
}

/** The order that is shown, for as long as nobody asks for another. */
interface SteadyOrder {
	/** The order, with those that were decided since it was made: undone, one is where it was. */
	ids: readonly string[];
	/** Those that were unlikely to be kept when they came into the order. */
	unlikely: ReadonlySet<string>;
	/** The host would have another order by now. */
	isOutdated: boolean;
}

/** The waiting facts, as far as they were read. */
interface WaitingList extends SteadyOrder {
	rows: readonly WaitingFact[];
	/** Of all that waits. */
	total: number;
}

/** Takes the order that the host has by now. */
export async function takeNewOrder(client: QueryClient, discovery: string): Promise<void> {
	const { queryKey } = waitingQuery(discovery);
	client.setQueryData(queryKey, (list) => list && { ...list, ids: [] });
	await client.refetchQueries({ queryKey });
}

/** Keeps the order of the facts that are known, and who of them is folded away: what is read does not move because another
 * is decided. A new fact stands behind the one that the host has before it. */
export function steadyOrder(
	before: Pick<SteadyOrder, "ids" | "unlikely"> | null,
	order: readonly WaitingId[],
): SteadyOrder & { order: readonly WaitingId[] } {
	const waiting = new Map(order.map((one) => [one.id, one]));
	const known = new Set(before?.ids);
	const unlikely = new Set(
		order.filter(({ id, isUnlikely }) => (known.has(id) ? before?.unlikely.has(id) : isUnlikely)).map(({ id }) => id),
	);
	const first: string[] = [];
	const behind = new Map<string, string[]>();
	let added = first;
	for (const { id } of order) {
		if (known.has(id)) added = [];
		if (known.has(id)) behind.set(id, added);
		else added.push(id);
	}
	const ids = [...first, ...(before?.ids ?? []).flatMap((id) => [id, ...(behind.get(id) ?? [])])];
	const shown = ids.flatMap((id) => waiting.get(id) ?? []).map((one) => ({ ...one, isUnlikely: unlikely.has(one.id) }));
	const isSame = (one: WaitingId, at: number) => one.id === order[at]?.id && one.isUnlikely === order[at]?.isUnlikely;
	return { ids, unlikely, isOutdated: !shown.every(isSame), order: shown };
}

/** The first of what waits, what is said of these items before all else, then the best. */
export const reviewAboutQuery = (discovery: string, items: readonly string[], limit: number) =>
	queryOptions({
		queryKey: [...roots.review, discovery, "about", ...items],
		queryFn: () => call(commands.reviewAbout(discovery, [...items], limit)),
		placeholderData: (previous) => previous,
	});
