import { useEffect, useState } from "react";
import { followRun } from "../../ipc/longDocumentChannel";

/** Returns the output so far of the calls of a run, by job; heard only while it goes on. */
export function useLiveWords(run: string, isGoing: boolean): Readonly<Record<string, string>> {
	const [liveWords, setLiveWords] = useState<Readonly<Record<string, string>>>({});
	useEffect(() => {
		if (!isGoing) return;
		return followRun(run, ({ job, isFresh, text }) =>
			setLiveWords((before) => ({ ...before, [job]: isFresh ? text : `${before[job] ?? ""}${text}` })),
		);
	}, [run, isGoing]);
	return liveWords;
}
