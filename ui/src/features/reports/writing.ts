import { create } from "zustand";
import { persist } from "zustand/middleware";
import { commands, type Report } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { client } from "../../ipc/client";
import { reportBodyQuery } from "../../ipc/reportQueries";
import { onBeforeUndo } from "../../state/history";
import { reportError } from "../../state/toasts";
import { mergeTexts } from "./editor/mergeTexts";

/**
 * Text that is written and not stored yet, by section. It is stored after a pause, when the field is left and before a
 * step is taken back; text that a window took with it is stored when the report is opened next.
 */

interface Draft {
	report: string;
	/** The body that it was written over. */
	base: string;
	body: string;
}

interface Writing {
	drafts: Readonly<Record<string, Draft>>;
	/** Sections that could not be kept: they are tried again with the next word, or when the field is left. */
	failed: Readonly<Record<string, true>>;
}

export const useWriting = create<Writing>()(
	persist((): Writing => ({ drafts: {}, failed: {} }), {
		name: "factly.reportDrafts",
		partialize: ({ drafts }) => ({ drafts }),
	}),
);

/** A pause in writing after which what was written is kept: each time is a step of undo. */
const KEPT_AFTER_MS = 2000;

/** The id of no section names the text before the first section of a report. */
export const PREFACE = "00000000-0000-0000-0000-000000000000";

/** Returns the key of a section's draft: that of the preface is its report, as each has one. */
export const draftOf = (report: string, section: string) => (section === PREFACE ? report : section);
const sectionOf = (draft: string, report: string) => (draft === report ? PREFACE : draft);

const timers = new Map<string, ReturnType<typeof setTimeout>>();
let last: Promise<void> = Promise.resolve();
/** Bodies that the host was given and has not shown again, by section, in their order. */
const sent = new Map<string, readonly string[]>();

/**
 * The body that was written here and that the host now has, which may have ended its paragraph; none where it is another's.
 * It is asked once for each.
 */
export function takeOwnBody(section: string, body: string): string | null {
	const bodies = sent.get(section) ?? [];
	const isSame = (own: string) => own === body || (own.trim() === body.trim() && body.includes(own));
	const at = bodies.findLastIndex(isSame);
	if (at >= 0) sent.set(section, bodies.slice(at + 1));
	return bodies[at] ?? null;
}

/** An editor that begins with what the host has shows none of what was sent before: it is to hear of that. */
export function forgetSentBodies(section: string): void {
	sent.delete(section);
}

export function writeDraft(report: string, section: string, base: string, body: string): void {
	useWriting.setState(({ drafts }) => ({ drafts: { ...drafts, [section]: { report, base, body } } }));
	clearTimeout(timers.get(section));
	timers.set(
		section,
		setTimeout(() => void saveDraft(section), KEPT_AFTER_MS),
	);
}

/** Keeps what was written in a section, after what is being kept already. */
export function saveDraft(section: string): Promise<void> {
	clearTimeout(timers.get(section));
	timers.delete(section);
	last = last.then(() => saveNow(section));
	return last;
}

export function saveAllDrafts(): Promise<void> {
	for (const section of Object.keys(useWriting.getState().drafts)) if (timers.has(section)) void saveDraft(section);
	return last;
}

async function saveNow(section: string): Promise<void> {
	const draft = useWriting.getState().drafts[section];
	if (!draft) return;
	try {
		sent.set(section, [...(sent.get(section) ?? []), draft.body]);
		await call(commands.reportUpdate(draft.report, sectionOf(section, draft.report), null, draft.body, null));
		onDraftSaved(section, draft.body);
	} catch (error) {
		useWriting.setState(({ failed }) => ({ failed: { ...failed, [section]: true } }));
		reportError(error);
	}
}

/** Text written meanwhile is stored next. */
function onDraftSaved(section: string, body: string): void {
	useWriting.setState(({ drafts, failed }) => {
		const { [section]: draft, ...others } = drafts;
		const { [section]: _, ...stillFailed } = failed;
		const isNewer = draft && draft.body !== body;
		return { drafts: isNewer ? { ...others, [section]: { ...draft, base: body } } : others, failed: stillFailed };
	});
}

/** Keeps what an earlier window left, over what the sections are by now. */
export async function saveLeftoverDrafts({ id, outline }: Report): Promise<void> {
	for (const [key, draft] of Object.entries(useWriting.getState().drafts)) {
		if (draft.report !== id || timers.has(key)) continue;
		const section = sectionOf(key, id);
		// Of a section that was deleted it waits for its return.
		if (section !== PREFACE && !outline.some((one) => one.id === section)) continue;
		const { bodyMd: now } = await client.fetchQuery(reportBodyQuery(id, section));
		const body = mergeTexts(draft.base, draft.body, now);
		useWriting.setState(({ drafts }) => ({ drafts: { ...drafts, [key]: { report: id, base: now, body } } }));
		await saveDraft(key);
	}
}

onBeforeUndo(async () => {
	await saveAllDrafts();
	return async () => {};
});

document.addEventListener("visibilitychange", () => void saveAllDrafts());
window.addEventListener("pagehide", () => void saveAllDrafts());
