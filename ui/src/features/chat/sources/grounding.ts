import { createContext, useContext } from "react";
import type { Grounding } from "../../../ipc/bindings";

const Context = createContext<Grounding | null>(null);

export const GroundingProvider = Context.Provider;

/** Returns the basis of the answer around; null while it is written, and where it rests on no passages. */
export function useGrounding(): Grounding | null {
	return useContext(Context);
}

/** "I-3-12" as it is read: "I-3.12". */
export function displayId(id: string): string {
	return id.replace(/^(I-\d+)-/, "$1.");
}

/** An answer that rests on something: what is only nearest to a question that nothing answers is none. */
export function isUsable(grounding: Pick<Grounding, "origin" | "citations"> | null): boolean {
	return grounding !== null && grounding.origin !== "guard" && grounding.citations.length > 0;
}

/** The origin that is told under an answer. One that shows the nearest words says itself that they are no answer. */
export function originNotice({ origin, citations }: Pick<Grounding, "origin" | "citations">) {
	if (origin === "fallback" || (origin === "guard" && citations.length === 0)) return origin;
	return null;
}
