import type { Duplicate, UserMessage } from "../../ipc/bindings";

/** The duplicates of an addition, and who judged where it was not the model that is set. */
export interface DuplicateResult {
	duplicates: readonly Duplicate[];
	note: UserMessage | null;
}

export const noDuplicates: DuplicateResult = { duplicates: [], note: null };
