import { queryOptions } from "@tanstack/react-query";
import { commands } from "./bindings";
import { call } from "./call";
import { roots } from "./keys";

/** Query for the questions about some items ("i1"), or about the whole project where there are none. */
export const sheetQuery = (discovery: string, items: readonly string[]) =>
	queryOptions({
		queryKey: [...roots.questions, discovery, items],
		queryFn: () => call(commands.questionSheet(discovery, [...items])),
		placeholderData: (previous) => previous,
	});
