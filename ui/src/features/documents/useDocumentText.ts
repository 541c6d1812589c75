import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import type { TextBlock } from "../../ipc/bindings";
import { documentTextQuery, TEXT_PAGE } from "../../ipc/documentQueries";

/**
 * The paragraphs of a document, of which those in view are fetched, and after them what a call is saying. `see` is told
 * which are in view. A paragraph that has not come yet is undefined.
 */
export function useDocumentText(run: string, document: string, coming: string) {
	const [seen, see] = useState({ first: 0, last: 0 });
	const firstPage = Math.floor(seen.first / TEXT_PAGE);
	const lastPage = Math.floor(seen.last / TEXT_PAGE);
	const inView = Array.from({ length: lastPage - firstPage + 1 }, (_, at) => firstPage + at);
	// The first page says how long the document is while those of a far place are on their way.
	const numbers = [...new Set([0, ...inView])];
	const pages = useQueries({ queries: numbers.map((page) => documentTextQuery(run, document, page)) });
	const failed = pages.find((page) => page.isError);
	const newest = pages.findLast((page) => page.data)?.data;
	const total = newest?.total ?? 0;
	const stored = (at: number): TextBlock | undefined =>
		pages[numbers.indexOf(Math.floor(at / TEXT_PAGE))]?.data?.blocks[at % TEXT_PAGE];
	// What is being said goes on with the last paragraph, where that is in view.
	const open = coming !== "" && newest?.isOpen ? stored(total - 1) : undefined;
	const kept = open ? total - 1 : total;
	const said = coming === "" ? [] : blocks(`${open?.isHeading ? "# " : ""}${open?.text ?? ""}${coming}`);
	return {
		count: kept + said.length,
		at: (index: number) => (index < kept ? stored(index) : said[index - kept]),
		see: (first: number, last: number) => {
			const end = Math.max(0, kept - 1);
			const now = { first: Math.min(first, end), last: Math.min(last, end) };
			see((before) => (before.first === now.first && before.last === now.last ? before : now));
		},
		isLoading: pages.some((page) => page.isPending),
		failed,
	};
}

/** As the host makes paragraphs of what is stored, of what a call has said so far. */
function blocks(text: string): TextBlock[] {
	return text
		.replaceAll(/\]\(factly:\/\/[^)\s]*\)/g, "]")
		.replaceAll(/^(#{1,6} .*)\n(?!\n)/gm, "$1\n\n")
		.split(/\n\s*\n/)
		.filter((block) => block.trim() !== "")
		.map((block) => ({ text: block.replace(/^\s*#{1,6} /, ""), isHeading: /^\s*#{1,6} /.test(block) }));
}
