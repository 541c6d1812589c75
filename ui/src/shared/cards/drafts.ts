import { create } from "zustand";
import { commands, type EntityDetail, type OutputType } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import type { Label } from "../../ipc/label";
import { reportError } from "../../state/toasts";
import { kindOf } from "./kinds";

/** Entities whose words are being changed. Going to another one and back finds what was written. */

export interface Draft {
	text: string;
	/** The text when writing began: of a long Input, more than is shown of it. */
	saved: string;
	outputType: OutputType | null;
}

interface Drafts {
	drafts: Readonly<Record<string, Draft>>;
	write: (key: string, draft: Draft) => void;
	stop: (key: string) => void;
}

export const useDrafts = create<Drafts>()((set) => ({
	drafts: {},
	write: (key, draft) => set(({ drafts }) => ({ drafts: { ...drafts, [key]: draft } })),
	stop: (key) =>
		set(({ drafts }) => ({ drafts: Object.fromEntries(Object.entries(drafts).filter(([one]) => one !== key)) })),
}));

/** A label is only one discovery's. */
export function draftKey(discovery: string, label: Label): string {
	return `${discovery} ${label}`;
}

/** Of a longer Input the host shows the beginning; saved again, that would be all there is of it. */
const MOST_SHOWN = 100_000;

/** Begins to write, with all of the text. */
export async function beginDraft(discovery: string, detail: EntityDetail): Promise<void> {
	const { label, outputType } = detail.card;
	try {
		const isCut = kindOf(label) === "input" && Array.from(detail.text).length >= MOST_SHOWN;
		const text = isCut ? await call(commands.inputText(discovery, label)) : detail.text;
		useDrafts.getState().write(draftKey(discovery, label), { text, saved: text, outputType });
	} catch (error) {
		reportError(error);
	}
}
