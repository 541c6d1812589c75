import { type RefObject, useEffect } from "react";
import type { VirtualListHandle } from "../../components/VirtualList";
import { useNavigation } from "../../state/navigation";
import { useOpenReport } from "../../state/openReport";
import { useSelection } from "../../state/selection";
import type { Lead } from "./filter";
import type { Line } from "./queue";

/** The selection is the window's: the inspector, and E with it, follow what is looked at. */
export function useSelectionOfLine(line: Line | null, at: number, list: RefObject<VirtualListHandle | null>): void {
	const select = useSelection((selection) => selection.select);
	const selectEntity = useSelection((selection) => selection.selectEntity);
	const clear = useSelection((selection) => selection.clear);
	const id = line?.id;
	const isFact = line?.kind === "fact";
	const entity = line?.kind === "lead" && line.lead.report === null ? line.lead.label : null;
	useEffect(() => {
		if (isFact && id) select(id, "review");
		else if (entity) selectEntity(entity, null, "review");
		else clear();
	}, [id, isFact, entity, select, selectEntity, clear]);
	// The selection made here is no choice of what to see elsewhere; on the way to its words it is.
	useEffect(
		() => () => {
			const { view } = useNavigation.getState();
			if (view !== "source" && view !== "audit" && useSelection.getState().origin === "review") clear();
		},
		[clear],
	);
	useEffect(() => {
		if (at >= 0) list.current?.scrollTo(at);
	}, [at, list]);
}

/** To the report that waits for a word, or to the entity among the others. */
export function openLead(discovery: string, { report, label }: Lead): void {
	const { show } = useNavigation.getState();
	if (report !== null) {
		useOpenReport.setState({ [discovery]: report });
		show("reports");
	} else {
		show("pipeline");
		useSelection.getState().selectEntity(label, null, "inspector");
	}
}
