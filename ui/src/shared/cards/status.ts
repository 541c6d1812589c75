import type { Card, EntityStatus } from "../../ipc/bindings";

/** What a status looks like everywhere: a colour, a sign, and a word (`pipeline.status.…`). */

type Tone = "accepted" | "proposed" | "review" | "unsupported" | "conflict";

export const statuses: readonly EntityStatus[] = [
	"draft",
	"validated",
	"needs_review",
	"needs_refresh",
	"outdated",
	"unsupported",
	"weak",
	"risky",
];

const signs: Record<EntityStatus, [sign: string, tone: Tone]> = {
	draft: ["○", "proposed"],
	validated: ["✓", "accepted"],
	needs_review: ["↻", "review"],
	needs_refresh: ["↻", "review"],
	outdated: ["↻", "review"],
	unsupported: ["!", "unsupported"],
	weak: ["!", "unsupported"],
	risky: ["!", "unsupported"],
};

export function markOf(status: EntityStatus): { sign: string; tone: Tone } {
	const [sign, tone] = signs[status];
	return { sign, tone };
}

/** An open conflict of the ledger is more than a fact to look at again. */
export function markOfCard({ status, factStatus }: Pick<Card, "status" | "factStatus">): { sign: string; tone: Tone } {
	return factStatus === "conflict" ? { sign: "≠", tone: "conflict" } : markOf(status);
}

/** Everything that waits to be looked at again. */
export function isMarked(status: EntityStatus): boolean {
	return status !== "draft" && status !== "validated";
}
