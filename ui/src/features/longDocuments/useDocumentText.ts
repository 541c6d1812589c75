import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { TextBlock } from "../../ipc/bindings";
import { documentTextKey, documentTextQuery, TEXT_PAGE } from "../../ipc/documentQueries";

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
	// Text under way goes on with the last paragraph, where that is in view.
	const open = coming !== "" && newest?.isOpen ? stored(total - 1) : undefined;
	const storedCount = open ? total - 1 : total;
	const comingBlocks = coming === "" ? [] : blocks(`${open?.isHeading ? "# " : ""}${open?.text ?? ""}${coming}`);
	// A call that has ended is not stored yet for whoever looks: its words stand until that has been asked.
	const client = useQueryClient();
	const [ended, setEnded] = useState<Tail | null>(null);
	const isComing = coming !== "";
	if (isComing && ended?.coming !== coming) setEnded({ coming, storedCount, comingBlocks });
	useEffect(() => {
		if (isComing || ended === null) return;
		let isOver = false;
		const drop = () => isOver || setEnded(null);
		void client.refetchQueries({ queryKey: documentTextKey(run, document) }).then(drop, drop);
		return () => {
			isOver = true;
		};
	}, [client, run, document, isComing, ended]);
	const tail = isComing ? { coming, storedCount, comingBlocks } : ended;
	return {
		count: Math.max(total, tail ? tail.storedCount + tail.comingBlocks.length : 0),
		at: (index: number) =>
			index < (isComing ? storedCount : total) ? stored(index) : tail?.comingBlocks[index - tail.storedCount],
		see: (first: number, last: number) => {
			const end = Math.max(0, storedCount - 1);
			const now = { first: Math.min(first, end), last: Math.min(last, end) };
			see((before) => (before.first === now.first && before.last === now.last ? before : now));
		},
		isLoading: pages.some((page) => page.isPending),
		failed,
	};
}

/** The output of a call, behind the paragraphs that are stored. */
interface Tail {
	coming: string;
	storedCount: number;
	comingBlocks: readonly TextBlock[];
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
