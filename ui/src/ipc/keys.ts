/** First members of the query keys: what a change notice can name. */
export const roots = {
	library: ["library"],
	libraryUndo: ["libraryUndo"],
	discoveries: ["discoveries"],
	discovery: ["discovery"],
	source: ["source"],
	facts: ["facts"],
	fact: ["fact"],
	review: ["review"],
	bundles: ["bundles"],
	bundle: ["bundle"],
	run: ["run"],
	keys: ["keys"],
	preferences: ["preferences"],
} as const;
