import type { DiscoveryDetail, DiscoveryKind } from "../../ipc/bindings";

export const kinds = ["study", "plan", "documents", "everything"] as const satisfies readonly DiscoveryKind[];

/** The kind of a discovery: the chosen one, else the one that its packs and Inputs suggest. */
export const kindOf = ({
	discovery,
	suggestedKind,
}: Pick<DiscoveryDetail, "discovery" | "suggestedKind">): DiscoveryKind => discovery.kind ?? suggestedKind;
