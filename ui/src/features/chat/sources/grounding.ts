import { createContext, useContext } from "react";
import type { Grounding } from "../../../ipc/bindings";

const Context = createContext<Grounding | null>(null);

export const GroundingProvider = Context.Provider;

/** Returns the basis of the answer around; null while it is written, and where it rests on no passages. */
export function useGrounding(): Grounding | null {
	return useContext(Context);
}

/** "I-3-12" as it is read: "I-3.12". */
export function shownId(id: string): string {
	return id.replace(/^(I-\d+)-/, "$1.");
}
