import { useQuery } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { reportFindQuery } from "../../ipc/reportQueries";
import { replaceEverywhere } from "./actions";
import type { BodyHandle } from "./BodyEditor";
import type { FindQuery } from "./FindBar";
import { type BodyRange, isSameRange, nextRange, type OpenSection } from "./find";

interface Finding {
	of: { discovery: string; report: string };
	order: readonly string[];
	open: OpenSection | null;
	/** The range shown in the text. */
	target: BodyRange | null;
	body: RefObject<BodyHandle | null>;
	onShow: (range: BodyRange) => void;
}

const nothingSought: FindQuery = { text: "", by: "", matchCase: false };

/** Searches a report: the matches are gone through and replaced. */
export function useFind({ of, order, open, target, body, onShow }: Finding) {
	const [sought, setSought] = useState<FindQuery | null>(null);
	const { text, by, matchCase } = sought ?? nothingSought;
	const found = useQuery({ ...reportFindQuery(of.report, text, matchCase), enabled: text !== "" });
	const ranges = text === "" ? [] : (found.data ?? []);
	const current = target && ranges.some((range) => isSameRange(range, target)) ? target : null;
	const seek = (step: 1 | -1) => {
		const next = nextRange(ranges, target, step, order, open?.id ?? "");
		if (next) onShow(next);
	};
	const replace = () => {
		if (!open || current?.section !== open.id) {
			seek(1);
			return;
		}
		const { from, to } = current;
		if (body.current?.body().slice(from, to) !== open.bodyMd.slice(from, to)) return;
		body.current.replace(from, to, by);
		onShow({ section: open.id, from: from + by.length, to: from + by.length });
	};
	return {
		here: ranges.filter(({ section }) => section === open?.id),
		find: () => setSought((now) => now ?? nothingSought),
		bar: sought && {
			sought,
			at: current ? ranges.findIndex((range) => isSameRange(range, current)) + 1 : 0,
			count: ranges.length,
			onChange: setSought,
			onStep: seek,
			onReplace: replace,
			onReplaceAll: () => void replaceEverywhere(of, ranges, by),
			onClose: () => {
				setSought(null);
				body.current?.focus();
			},
		},
	};
}
