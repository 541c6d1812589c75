import type { Duplicate, Said } from "../../ipc/bindings";

/** The duplicates of an addition, and who judged where it was not the model that is set. */
export interface Found {
	duplicates: readonly Duplicate[];
	note: Said | null;
}

export const nothing: Found = { duplicates: [], note: null };
