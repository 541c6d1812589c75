import type { Duplicate, Said } from "../../ipc/bindings";

/** What says the same as what was to be added, and who judged where it was not the model that is set. */
export interface Found {
	duplicates: readonly Duplicate[];
	note: Said | null;
}

export const nothing: Found = { duplicates: [], note: null };
