import { words } from "../../i18n/useWords";
import { commands, type Done, type OutputType, type Said } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { client } from "../../ipc/client";
import type { Label } from "../../ipc/label";
import { traceQuery } from "../../ipc/pipelineQueries";
import { decideHeldBack } from "../../state/heldBack";
import { offerUndo } from "../../state/history";
import { judged } from "../../state/judged";
import { note, reportError } from "../../state/toasts";
import { asLink } from "./kinds";

/** Actions on cards, the same from the grid and the inspector. A failure is reported, and answered with false. */

async function attempt<T>(work: Promise<T>): Promise<{ done: T } | null> {
	try {
		return { done: await work };
	} catch (error) {
		reportError(error, words("facts.changeFailed"));
		return null;
	}
}

/** "N-3", or "4 cards". */
function subject(labels: readonly Label[]): string {
	return labels.length === 1 ? (labels[0] ?? "") : words("pipeline.cards", { count: labels.length });
}

interface Told {
	marked?: readonly Label[];
	note?: Said | null;
}

/** Says what was done and whom it marked, and offers to take it back. */
function tell(discovery: string, done: Done<Told | null>, title: string): void {
	const { marked = [], note: more = null } = done.value ?? {};
	const touched = marked.length > 0 ? ` · ${words("pipeline.marked", { count: marked.length })}` : "";
	offerUndo(discovery, done, title + touched, { more });
}

export async function setState(discovery: string, labels: readonly Label[], state: "draft" | "validated") {
	const reply = await attempt(judged(discovery, call(commands.entitySetState(discovery, [...labels], state, false))));
	if (!reply) return false;
	const { heldBack } = reply.done.value;
	const set = labels.filter((label) => !heldBack.some((held) => held.label === label));
	if (set.length > 0) tell(discovery, reply.done, words(`pipeline.did.${state}`, { what: subject(set) }));
	void decideHeldBack(discovery, heldBack);
	return true;
}

export async function archive(discovery: string, labels: readonly Label[], archived: boolean) {
	const reply = await attempt(call(commands.entityArchive(discovery, [...labels], archived)));
	const said = archived ? "pipeline.did.archived" : "pipeline.did.unarchived";
	if (reply) tell(discovery, reply.done, words(said, { what: subject(labels) }));
	return reply !== null;
}

export async function remove(discovery: string, labels: readonly Label[]) {
	const reply = await attempt(call(commands.entityDelete(discovery, [...labels])));
	if (reply) tell(discovery, reply.done, words("pipeline.did.deleted", { what: subject(labels) }));
	return reply !== null;
}

export async function review(discovery: string, labels: readonly Label[]) {
	const reply = await attempt(call(commands.entityReview(discovery, [...labels])));
	if (reply) tell(discovery, reply.done, words("pipeline.did.reviewed", { what: subject(labels) }));
	return reply !== null;
}

/** Links cards with one of a neighbouring column, whichever was named first, as one step. */
export async function link(discovery: string, cards: readonly Label[], other: Label) {
	const links = cards.map((card) => asLink(card, other)).filter((ends) => ends !== null);
	const [first] = links;
	if (!first || links.length < cards.length) {
		note({ title: words("pipeline.notNeighbours", { a: subject(cards), b: other }) });
		return false;
	}
	const linked = await attempt(call(commands.entityLink(discovery, links)));
	const many = words("pipeline.did.linkedMany", { count: links.length, label: other });
	if (linked) tell(discovery, linked.done, links.length === 1 ? words("pipeline.did.linked", first) : many);
	return linked !== null;
}

/** Links cards with another; one that is linked with it already is parted from it. */
export async function join(discovery: string, cards: readonly Label[], other: Label) {
	const [card] = cards;
	const ends = card === undefined ? null : asLink(card, other);
	if (card === undefined || !ends || cards.length > 1) return link(discovery, cards, other);
	const linked = await attempt(linkedWith(discovery, card));
	if (!linked) return false;
	return linked.done.has(other) ? unlink(discovery, ends.up, ends.down) : link(discovery, cards, other);
}

/**
 * All that a card is linked with, however many: of its trace what stands in the columns beside its own, since a link goes
 * from a column to the next. What stands farther off is in it, too, and asked about by nobody.
 */
export async function linkedWith(discovery: string, card: Label): Promise<ReadonlySet<Label>> {
	const { labels } = await client.fetchQuery({ ...traceQuery(discovery, card, []), staleTime: 0 });
	return new Set(labels);
}

export async function unlink(discovery: string, up: Label, down: Label) {
	const unlinked = await attempt(call(commands.entityUnlink(discovery, up, down)));
	if (unlinked) tell(discovery, unlinked.done, words("pipeline.did.unlinked", { up, down }));
	return unlinked !== null;
}

export async function move(discovery: string, labels: readonly Label[], before: Label | null) {
	const moved = await attempt(call(commands.entityMove(discovery, [...labels], before)));
	if (moved) tell(discovery, moved.done, words("pipeline.did.moved", { what: subject(labels) }));
	return moved !== null;
}

/** With `accept`, a kept fact that waits is accepted in the same step. */
export async function merge(discovery: string, keep: Label, drop: readonly Label[], accept = false) {
	const merged = await attempt(call(commands.entityMerge(discovery, keep, [...drop], accept)));
	if (merged) offerUndo(discovery, merged.done, words("pipeline.did.merged", { keep, drop: subject(drop) }));
	return merged !== null;
}

/** None of them is a duplicate of another, which no scan asks about again while they keep their words. */
export async function keepVariants(discovery: string, labels: readonly Label[]) {
	const kept = await attempt(call(commands.entityKeepVariants(discovery, [...labels])));
	if (kept) offerUndo(discovery, kept.done, words("pipeline.did.variants", { labels: labels.join(", ") }));
	return kept !== null;
}

export async function restore(discovery: string, label: Label, version: number) {
	const reply = await attempt(judged(discovery, call(commands.entityRestore(discovery, label, version))));
	if (reply) tell(discovery, reply.done, words("pipeline.did.restored", { label, version }));
	return reply !== null;
}

/** Throws, so that the form that edits can show the error beside what was written. */
export async function edit(discovery: string, label: Label, text: string, outputType: OutputType | null) {
	const edited = await judged(discovery, call(commands.entityEdit(discovery, label, text, outputType)));
	tell(discovery, edited, words("inspector.edited", { label }));
}
