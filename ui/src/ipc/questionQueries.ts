import { queryOptions } from "@tanstack/react-query";
import { commands } from "./bindings";
import { call } from "./call";
import { roots } from "./keys";
import { watched } from "./watched";

/** Query for the questions about some items ("i1"), or about the whole project where there are none. */
export const sheetQuery = (discovery: string, items: readonly string[]) =>
	queryOptions({
		queryKey: [...roots.questions, discovery, items],
		queryFn: () => call(commands.questionSheet(discovery, [...items])),
		placeholderData: (previous) => previous,
	});

/** Query for the questions that several interviews ask alike, with their answers. They follow the texts. */
export const guideQuery = (discovery: string) =>
	queryOptions({
		queryKey: [...roots.source, discovery, "guide"],
		queryFn: (context) =>
			watched(context, (task, progress) => call(commands.interviewGuide(discovery, task, progress))),
	});
