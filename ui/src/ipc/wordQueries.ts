import { queryOptions } from "@tanstack/react-query";
import { commands } from "./bindings";
import { call } from "./call";
import { roots } from "./keys";

/** Queries the locations of words in an Input. */
export const sourceFindQuery = (input: string, words: string) =>
	queryOptions({
		queryKey: [...roots.source, input, "find", words],
		queryFn: () => call(commands.sourceFind(input, words)),
	});

/** Queries the rectangles of words on the drawn pages of an Input; they never move. */
export const wordsOnPagesQuery = (input: string, start: number, end: number) =>
	queryOptions({
		queryKey: [...roots.source, input, "words", start, end],
		queryFn: () => call(commands.sourceWordsOnPages(input, start, end)),
	});
