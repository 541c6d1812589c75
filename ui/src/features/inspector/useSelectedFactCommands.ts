import { useNavigation } from "../../app/navigation";
import { changePreferences } from "../../app/preferences";
import { useSelection } from "../../app/selection";
import { reportError } from "../../app/toasts";
import { useCommand } from "../../commands/useCommand";
import { commands } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { acceptFacts, rejectFacts } from "../facts/actions";
import { useEditing } from "./editing";

/** What can be done to the selected fact in every view; a view that decides on more than one binds its own. */
export function useSelectedFactCommands(discovery: string | null): void {
	const factId = useSelection((selection) => selection.factId);
	const clear = useSelection((selection) => selection.clear);
	const showInSource = useNavigation((navigation) => navigation.showInSource);
	const edit = useEditing((editing) => editing.edit);
	const isOn = discovery !== null && factId !== null;

	useCommand("fact.accept", () => isOn && void acceptFacts(discovery, [factId]), isOn, "everywhere");
	useCommand("fact.reject", () => isOn && void rejectFacts(discovery, [factId]), isOn, "everywhere");
	useCommand("fact.open", () => isOn && showInSource(factId), isOn, "everywhere");
	useCommand("fact.clear", clear, isOn, "everywhere");
	useCommand(
		"fact.edit",
		() => {
			if (!isOn) return;
			changePreferences({ inspector: true });
			call(commands.factDetail(factId)).then(({ fact }) => edit(fact), reportError);
		},
		isOn,
		"everywhere",
	);
}
