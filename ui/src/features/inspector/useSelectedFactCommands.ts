import { useQuery } from "@tanstack/react-query";
import { useCommand } from "../../commands/useCommand";
import { commands } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { factQuery } from "../../ipc/queries";
import { acceptFacts, rejectFacts } from "../../shared/facts/actions";
import { allows, type FactChoice } from "../../shared/facts/choices";
import { openEvidence } from "../../shared/facts/origin";
import { askItemOfFact } from "../../shared/items/factItemQuestion";
import { openDetails } from "../../state/panels";
import { useSelection } from "../../state/selection";
import { reportError } from "../../state/toasts";
import { useEditing } from "./editing";

/** Binds the actions for the selected fact in every view; a view that decides on more than one binds its own. */
export function useSelectedFactCommands(discovery: string | null): void {
	const factId = useSelection((selection) => selection.factId);
	const clear = useSelection((selection) => selection.clear);
	const edit = useEditing((editing) => editing.edit);
	const isOn = discovery !== null && factId !== null;
	const detail = useQuery({ ...factQuery(factId ?? ""), enabled: isOn }).data;
	const fact = detail?.fact;
	// Keys are quicker than the host: while the state of a fact is unknown, the host is the judge.
	const may = (choice: FactChoice) => isOn && (fact?.id !== factId || allows(choice, fact));

	useCommand("fact.accept", () => isOn && void acceptFacts(discovery, [factId]), may("accept"), "everywhere");
	useCommand("fact.reject", () => isOn && void rejectFacts(discovery, [factId]), may("reject"), "everywhere");
	useCommand("fact.open", () => isOn && void openEvidence(factId, "inspector"), isOn, "everywhere");
	useCommand(
		"fact.item",
		() => isOn && askItemOfFact(discovery, factId),
		isOn && detail?.takesItem === true,
		"everywhere",
	);
	useCommand("fact.clear", clear, isOn, "everywhere");
	useCommand(
		"fact.edit",
		() => {
			if (!isOn) return;
			openDetails();
			call(commands.factDetail(factId)).then((now) => edit(now.fact), reportError);
		},
		may("edit"),
		"everywhere",
	);
}
