import { queryOptions } from "@tanstack/react-query";
import { commands, type SearchGroup } from "./bindings";
import { call } from "./call";
import { roots } from "./keys";
import { watched } from "./watched";

/** Number of hits of each group shown beside the others, and of one that is shown alone. */
const OF_EACH = 5;
const OF_ONE = 50;

/** The window's query of a search of the library. */
export const searchQuery = (typed: string, group: SearchGroup | null, discovery: string | null) =>
	queryOptions({
		queryKey: [...roots.search, typed, group, discovery],
		queryFn: (context) => {
			const limit = group === null ? OF_EACH : OF_ONE;
			const query = { typed, groups: group === null ? [] : [group], discovery, limit };
			return watched(context, (task, progress) => call(commands.librarySearch(query, task, progress)));
		},
		enabled: typed !== "",
		placeholderData: (previous) => previous,
	});
