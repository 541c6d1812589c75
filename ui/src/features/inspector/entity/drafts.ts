import { create } from "zustand";
import type { EntityDetail, OutputType } from "../../../ipc/bindings";
import type { Label } from "../../../ipc/label";
import { kindOf } from "../../pipeline/kinds";

/** Entities whose words are being changed. Going to another one and back finds what was written. */

export interface Draft {
	text: string;
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

export function canEdit({ card, text }: Pick<EntityDetail, "card" | "text">): boolean {
	return kindOf(card.label) !== "input" || Array.from(text).length < MOST_SHOWN;
}
