import type { FactDetail, ResolveChoice } from "../../ipc/bindings";

/**
 * The order of work in the review: what has been decided here, then what waits, as the host lists it.
 *
 * A decision shows at once, and is confirmed when the host's list no longer has the fact. A confirmed fact that is in
 * the list again was undone: it waits again, and the analyst is brought back to it.
 */

export type Choice = "accept" | "reject" | "ask_again" | "settled" | ResolveChoice;

export interface Decision {
	detail: FactDetail;
	/** "elsewhere": an edit, or a decision made in another view. */
	choice: Choice | "elsewhere";
	confirmed: boolean;
}

/** At one fact, decided or not; or at what follows a decision: that fact, else the first that waits. */
export type Place = { at: string } | { next: string | null };

export interface Queue {
	/** What has been decided, then what waits. */
	all: FactDetail[];
	/** How many of `all` have been decided. */
	decided: number;
	current: FactDetail | null;
	/** The decision that the current fact already has. */
	choice: Decision["choice"] | null;
	/** 1-based, of `total`. */
	position: number;
	total: number;
}

interface Listed {
	items: readonly FactDetail[];
	total: number;
}

export function queue(listed: Listed, decisions: readonly Decision[], place: Place): Queue {
	const made = standing(decisions, listed.items);
	const undone = decisions.find((decision) => !made.includes(decision));
	const gone = new Set(made.map(({ detail }) => idOf(detail)));
	const waiting = listed.items.filter((item) => !gone.has(idOf(item)));
	const all = [...made.map(({ detail }) => detail), ...waiting];
	const wanted = undone ? idOf(undone.detail) : "at" in place ? place.at : place.next;
	const found = all.findIndex((item) => idOf(item) === wanted);
	const at = found === -1 ? made.length : found;
	const unconfirmed = listed.items.length - waiting.length;
	return {
		all,
		decided: made.length,
		current: all[at] ?? null,
		choice: made[at]?.choice ?? null,
		position: Math.min(at + 1, all.length),
		total: made.length + Math.max(waiting.length, listed.total - unconfirmed),
	};
}

/** The place one step on or back; the ends hold. */
export function stepped({ all, current }: Queue, direction: 1 | -1): Place {
	if (!current) return { next: null };
	const at = all.indexOf(current);
	return { at: idOf(all[at + direction] ?? current) };
}

/** The place after deciding the current fact. */
export function following({ all, current }: Queue): Place {
	const next = current && all[all.indexOf(current) + 1];
	return { next: next ? idOf(next) : null };
}

/** The decisions without those that the host's list shows to have been undone. */
export function standing(decisions: readonly Decision[], listed: readonly FactDetail[]): Decision[] {
	const inList = new Set(listed.map(idOf));
	return decisions.filter(({ confirmed, detail }) => !(confirmed && inList.has(idOf(detail))));
}

/** After a decision was stored and the list read again: it is borne out, or it was undone meanwhile. */
export function checked(decisions: readonly Decision[], fact: string, listed: readonly FactDetail[]): Decision[] {
	if (listed.some((detail) => idOf(detail) === fact)) return decisions.filter(({ detail }) => idOf(detail) !== fact);
	return decisions.map((decision) => (idOf(decision.detail) === fact ? { ...decision, confirmed: true } : decision));
}

/** What is on the screen, and where to go if it goes. */
export interface Shown {
	detail: FactDetail;
	next: Place;
}

/** If what is on the screen was changed elsewhere, it joins the decisions, so that it too can come back. */
export function changedElsewhere(
	{ detail }: Shown,
	decisions: readonly Decision[],
	listed: readonly FactDetail[],
): Decision | null {
	const isKnown = [...listed, ...decisions.map((decision) => decision.detail)].some(
		(one) => idOf(one) === idOf(detail),
	);
	return isKnown ? null : { detail, choice: "elsewhere", confirmed: true };
}

/**
 * The fact on the screen in another version that waits, as when it was said which item it is about, or that was undone:
 * the analyst stays with it.
 */
export function otherVersion({ detail }: Shown, listed: readonly FactDetail[]): FactDetail | null {
	if (listed.some((one) => idOf(one) === idOf(detail))) return null;
	return listed.find((one) => one.fact.label === detail.fact.label) ?? null;
}

function idOf(detail: FactDetail): string {
	return detail.fact.id;
}
