import type { ViewId } from "../../state/navigation";

/** Figures of a discovery. */
export interface DiscoveryFigures {
	inputs: number;
	facts: number;
	/** Facts that wait for a decision. */
	waiting: number;
	conclusions: number;
	/** Conclusions that are neither confirmed nor marked. */
	drafts: number;
	/** Conclusions to be checked again. */
	stale: number;
	reports: number;
}

export interface Step {
	kind: "add" | "read" | "decide" | "recheck" | "conclude" | "confirm" | "write" | "done";
	count: number;
	/** The view where it is done. */
	view: ViewId;
}

/** The one thing to do now: what is in the way of everything that comes after it. */
export function nextStep({ inputs, facts, waiting, conclusions, drafts, stale, reports }: DiscoveryFigures): Step {
	if (inputs === 0 && facts === 0) return { kind: "add", count: 0, view: "source" };
	if (facts === 0) return { kind: "read", count: inputs, view: "source" };
	if (waiting > 0) return { kind: "decide", count: waiting, view: "review" };
	if (stale > 0) return { kind: "recheck", count: stale, view: "outline" };
	if (conclusions === 0) return { kind: "conclude", count: facts, view: "pipeline" };
	if (drafts > 0) return { kind: "confirm", count: drafts, view: "pipeline" };
	if (reports === 0) return { kind: "write", count: conclusions, view: "reports" };
	return { kind: "done", count: reports, view: "reports" };
}

/** Returns the strength of support, from 0, nothing, to 3: many facts of one Input are one voice. */
export function strengthOf(inputs: number): number {
	return Math.min(inputs, 3);
}
