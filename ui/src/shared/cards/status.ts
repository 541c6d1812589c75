import { toneSigns } from "../../components/factTone";
import type { WordKey } from "../../i18n/words";
import type { AcceptedBy, Card, EntityStatus, FactStatus, Kind } from "../../ipc/bindings";

/** The look of a status everywhere: a colour, a sign, and a word. */

type Tone = "accepted" | "rules" | "proposed" | "review" | "unsupported" | "conflict";

const statuses: readonly EntityStatus[] = [
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

function markOf(status: EntityStatus): { sign: string; tone: Tone } {
	const [sign, tone] = signs[status];
	return { sign, tone };
}

const changed: ReadonlySet<EntityStatus> = new Set<EntityStatus>(["needs_review", "needs_refresh", "outdated"]);

/** One word for what is to be checked again, whatever changed below it; a fact has the words of the ledger. */
export function statusWord(
	kind: Kind,
	status: EntityStatus,
	factStatus: FactStatus | null = null,
	acceptedBy: AcceptedBy | null = null,
): WordKey {
	if (isByRules({ status, acceptedBy })) return "facts.byRules";
	const isChanged = changed.has(status);
	// An undecided fact is no case for a second look.
	if (factStatus !== null && !(factStatus === "accepted" && isChanged)) return `facts.status.${factStatus}`;
	if (isChanged) return "pipeline.status.recheck";
	// Nobody writes an Input: there is nothing to be done with it.
	if (kind === "input" && status === "draft") return "pipeline.status.added";
	if (kind === "fact" && status === "draft") return "facts.status.proposed";
	if (kind === "fact" && status === "validated") return "facts.status.accepted";
	return `pipeline.status.${status}` as WordKey;
}

/** An open conflict of the ledger is more than a fact to look at again. */
export function markOfCard({ status, factStatus, acceptedBy }: Pick<Card, "status" | "factStatus" | "acceptedBy">): {
	sign: string;
	tone: Tone;
} {
	if (isByRules({ status, acceptedBy })) return { sign: toneSigns.rules, tone: "rules" };
	if (factStatus === "conflict") return { sign: "≠", tone: "conflict" };
	return markOf(factStatus === "proposed" ? "draft" : status);
}

function isByRules({ status, acceptedBy }: Pick<Card, "status" | "acceptedBy">): boolean {
	return acceptedBy === "rules" && status === "validated";
}

/** Everything that waits to be looked at again. */
export function needsRecheck(status: EntityStatus): boolean {
	return status !== "draft" && status !== "validated";
}

/** The statuses of a column that have one word, in one. */
export function statusesByWord(kind: Kind) {
	const words = new Map<WordKey, EntityStatus[]>();
	for (const status of statuses) {
		const word = statusWord(kind, status);
		words.set(word, [...(words.get(word) ?? []), status]);
	}
	return [...words].map(([word, all]) => ({ word, sign: markOf(all[0] ?? "draft").sign, all }));
}
