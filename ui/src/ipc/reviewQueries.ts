import { queryOptions } from "@tanstack/react-query";
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
		queryFn: async ({ client }): Promise<WaitingList> => {
			const before = client.getQueryData<WaitingList>(queryKey);
			const lines = new Map<string, WaitingFact>(before?.rows.map((row) => [row.id, row]));
			const { ids, order } = steadyOrder(before?.ids ?? [], await call(commands.waitingOrder(discovery)));
			const missing = order.filter(({ id, stamp }) => lines.get(id)?.stamp !== stamp).map(({ id }) => id);
			const ranked = ({ id, learned, isUnlikely }: WaitingId): WaitingFact | [] => {
				const line = lines.get(id);
				const isSame = line?.learned === learned && line.isUnlikely === isUnlikely;
				return line === undefined || isSame ? (line ?? []) : { ...line, learned, isUnlikely };
			};
			const known = (): WaitingList => ({
				rows: order.flatMap(ranked),
				total: order.length,
				ids,
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

/** The waiting facts, as far as they were read. */
interface WaitingList {
	rows: readonly WaitingFact[];
	/** Of all that waits. */
	total: number;
	/** The order, with those that were decided since it was made: undone, one is where it was. */
	ids: readonly string[];
}

/** Keeps the order of the facts that are known: what is read does not move because another is decided. New facts bring the
 * host's order, and so does what decisions tell of the others. */
export function steadyOrder(ids: readonly string[], order: readonly WaitingId[]) {
	const waiting = new Map(order.map((one) => [one.id, one]));
	const kept = ids.flatMap((id) => waiting.get(id) ?? []);
	const isNew = kept.length < order.length || order.some(({ learned }) => learned !== null);
	return isNew ? { ids: order.map(({ id }) => id), order } : { ids, order: kept };
}

/** The first of what waits, what is said of these items before all else, then the best. */
export const reviewAboutQuery = (discovery: string, items: readonly string[], limit: number) =>
	queryOptions({
		queryKey: [...roots.review, discovery, "about", ...items],
		queryFn: () => call(commands.reviewAbout(discovery, [...items], limit)),
		placeholderData: (previous) => previous,
	});
