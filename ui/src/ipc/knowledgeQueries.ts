import { queryOptions } from "@tanstack/react-query";
import { commands } from "./bindings";
import { call } from "./call";
import { roots } from "./keys";

/** The knowledge blocks of the project, or of the item that a reference means. */
export const knowledgeQuery = (discovery: string, item: string | null) =>
	queryOptions({
		queryKey: [...roots.knowledge, discovery, "blocks", item],
		queryFn: () => call(commands.knowledgeBlocks(discovery, item)),
	});

/** Query for the changes of the last turn in them, beside the lines that it brought. */
export const lastTurnQuery = (discovery: string, item: string | null) =>
	queryOptions({
		queryKey: [...roots.knowledge, discovery, "last turn", item],
		queryFn: () => call(commands.knowledgeLastTurn(discovery, item)),
	});
