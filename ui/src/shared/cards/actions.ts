import { words } from "../../i18n/useWords";
import { commands, type Done, type OutputType, type UserMessage } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { client } from "../../ipc/client";
import type { Label } from "../../ipc/label";
import { traceQuery } from "../../ipc/pipelineQueries";
import { decideDuplicateHolds } from "../../state/duplicateHolds";
import { offerUndo } from "../../state/history";
import { withModelProgress } from "../../state/modelProgress";
import { reportError, showToast } from "../../state/toasts";
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

interface Reported {
	marked?: readonly Label[];
	note?: UserMessage | null;
}

/** Says what was done and whom it marked, and offers to take it back. */
function report(discovery: string, done: Done<Reported | null>, title: string): void {
	const { marked = [], note: more = null } = done.value ?? {};
	const touched = marked.length > 0 ? ` · ${words("pipeline.marked", { count: marked.length })}` : "";
	offerUndo(discovery, done, title + touched, { more });
}

export async function setCardState(discovery: string, labels: readonly Label[], state: "draft" | "validated") {
	const reply = await attempt(
		withModelProgress(discovery, call(commands.entitySetState(discovery, [...labels], state, false))),
	);
	if (!reply) return false;
	const { heldBack } = reply.done.value;
	const set = labels.filter((label) => !heldBack.some((held) => held.label === label));
	if (set.length > 0) report(discovery, reply.done, words(`pipeline.did.${state}`, { what: subject(set) }));
	void decideDuplicateHolds(discovery, heldBack);
	return true;
}

export async function archiveCards(discovery: string, labels: readonly Label[], archived: boolean) {
	const reply = await attempt(call(commands.entityArchive(discovery, [...labels], archived)));
	const toastKey = archived ? "pipeline.did.archived" : "pipeline.did.unarchived";
	if (reply) report(discovery, reply.done, words(toastKey, { what: subject(labels) }));
	return reply !== null;
}

export async function deleteCards(discovery: string, labels: readonly Label[]) {
	const reply = await attempt(call(commands.entityDelete(discovery, [...labels])));
	if (reply) report(discovery, reply.done, words("pipeline.did.deleted", { what: subject(labels) }));
	return reply !== null;
}

export async function markReviewed(discovery: string, labels: readonly Label[]) {
	const reply = await attempt(call(commands.entityReview(discovery, [...labels])));
	if (reply) report(discovery, reply.done, words("pipeline.did.reviewed", { what: subject(labels) }));
	return reply !== null;
}

/** Links cards with one of a neighbouring column, whichever was named first, as one step. */
export async function linkCards(discovery: string, cards: readonly Label[], other: Label) {
	const links = cards.map((card) => asLink(card, other)).filter((ends) => ends !== null);
	const [first] = links;
	if (!first || links.length < cards.length) {
		showToast({ title: words("pipeline.notNeighbours", { a: subject(cards), b: other }) });
		return false;
	}
	const linked = await attempt(call(commands.entityLink(discovery, links)));
	const many = words("pipeline.did.linkedMany", { count: links.length, label: other });
	if (linked) report(discovery, linked.done, links.length === 1 ? words("pipeline.did.linked", first) : many);
	return linked !== null;
}

/** Links cards with another; one that is linked with it already is parted from it. */
export async function join(discovery: string, cards: readonly Label[], other: Label) {
	const [card] = cards;
	const ends = card === undefined ? null : asLink(card, other);
	if (card === undefined || !ends || cards.length > 1) return linkCards(discovery, cards, other);
	const linked = await attempt(linkedWith(discovery, card));
	if (!linked) return false;
	return linked.done.has(other) ? unlinkCards(discovery, ends.up, ends.down) : linkCards(discovery, cards, other);
}

/**
 * All that a card is linked with, however many: of its trace what stands in the columns beside its own, since a link goes
 * from a column to the next. What stands farther off is in it, too, and asked about by nobody.
 */
export async function linkedWith(discovery: string, card: Label): Promise<ReadonlySet<Label>> {
	const { labels } = await client.fetchQuery({ ...traceQuery(discovery, card, []), staleTime: 0 });
	return new Set(labels);
}

export async function unlinkCards(discovery: string, up: Label, down: Label) {
	const unlinked = await attempt(call(commands.entityUnlink(discovery, up, down)));
	if (unlinked) report(discovery, unlinked.done, words("pipeline.did.unlinked", { up, down }));
	return unlinked !== null;
}

export async function moveCards(discovery: string, labels: readonly Label[], before: Label | null) {
	const moved = await attempt(call(commands.entityMove(discovery, [...labels], before)));
	if (moved) report(discovery, moved.done, words("pipeline.did.moved", { what: subject(labels) }));
	return moved !== null;
}

/** With `accept`, a kept fact that waits is accepted in the same step. */
export async function mergeCards(discovery: string, keep: Label, drop: readonly Label[], accept = false) {
	const merged = await attempt(call(commands.entityMerge(discovery, keep, [...drop], accept)));
	if (merged) offerUndo(discovery, merged.done, words("pipeline.did.merged", { keep, drop: subject(drop) }));
	return merged !== null;
}

/** None of them is a duplicate of another, which no scan asks about again while they keep their words. */
export async function keepVariants(discovery: string, labels: readonly Label[]) {
	const keptVariants = await attempt(call(commands.entityKeepVariants(discovery, [...labels])));
	if (keptVariants)
		offerUndo(discovery, keptVariants.done, words("pipeline.did.variants", { labels: labels.join(", ") }));
	return keptVariants !== null;
}

export async function restoreCardVersion(discovery: string, label: Label, version: number) {
	const reply = await attempt(withModelProgress(discovery, call(commands.entityRestore(discovery, label, version))));
	if (reply) report(discovery, reply.done, words("pipeline.did.restored", { label, version }));
	return reply !== null;
}

/** Throws, so that the form that edits can show the error beside what was written. */
export async function editCard(discovery: string, label: Label, text: string, outputType: OutputType | null) {
	const edited = await withModelProgress(discovery, call(commands.entityEdit(discovery, label, text, outputType)));
	report(discovery, edited, words("inspector.edited", { label }));
}
