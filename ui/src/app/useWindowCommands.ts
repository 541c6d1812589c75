import { useEffect } from "react";
import { bindCommand } from "../commands/bindings";
import { useCommand } from "../commands/useCommand";
import { commands, type DiscoveryDetail } from "../ipc/bindings";
import { call } from "../ipc/call";
import { type ConclusionKind, openNewCardOnSelection } from "../shared/cards/newCard";
import { archiveDiscovery, deleteDiscovery, openSample } from "../shared/discoveries/actions";
import { checkEvidencePack, exportEvidencePack } from "../shared/discoveries/pack";
import { forbidSending } from "../shared/discoveries/sending";
import { chooseImport, exportDiscoveries, exportLibrary } from "../shared/discoveries/transfer";
import { addChosenFiles, addChosenFolder } from "../shared/inputs/actions";
import { confirmedDiscovery, useCurrentDiscovery } from "../state/current";
import { useDialogs } from "../state/dialogs";
import { goToView } from "../state/goToView";
import { undoOrRedo } from "../state/history";
import { usePanels } from "../state/panels";
import { changePreferences, usePreferences } from "../state/preferences";
import { openSentRequests } from "../state/sentRequests";
import { resetTextSize, stepTextSize } from "../state/textSize";
import { reportError } from "../state/toasts";
import { useToggleDock } from "./panelVisibility";
import { commandOf, views } from "./views";
import { useIsNarrow } from "./windowWidth";

/** The commands that act everywhere in the window; views bind their own while they are open. */
export function useWindowCommands(detail: DiscoveryDetail | null): void {
	const preferences = usePreferences();
	const dialog = useDialogs((dialogs) => dialogs.show);
	const narrow = useIsNarrow();
	const turnDock = useToggleDock();
	const { drawer, draw } = usePanels();
	const discovery = detail?.discovery ?? null;
	const isOpen = discovery !== null;

	useCommand("palette.open", () => dialog("palette"));
	useCommand("search.open", () => dialog("search"));
	useCommand("search.anywhere", () => dialog("search"));
	useCommand("keys.show", () => dialog("keys"));
	useCommand("settings.open", () => dialog("settings"));
	useCommand("provider.open", () => dialog("providers"));
	useCommand("window.sidebar", () => (narrow ? draw(!drawer) : changePreferences({ sidebar: !preferences.sidebar })));
	useCommand("window.inspector", turnDock);
	useCommand("theme.system", () => changePreferences({ theme: "system" }));
	useCommand("theme.light", () => changePreferences({ theme: "light" }));
	useCommand("theme.dark", () => changePreferences({ theme: "dark" }));
	useCommand("text.larger", () => stepTextSize(1));
	useCommand("text.smaller", () => stepTextSize(-1));
	useCommand("text.usual", resetTextSize);
	useCommand("log.open", () => void call(commands.openLogFolder()).catch((error: unknown) => reportError(error)));

	useViewCommands();

	const make = (kind?: ConclusionKind) => () => discovery && void openNewCardOnSelection(discovery.id, kind);
	useCommand("make.next", make(), isOpen, "everywhere");
	useCommand("make.insight", make("insight"), isOpen, "everywhere");
	useCommand("make.recommendation", make("recommendation"), isOpen, "everywhere");
	useCommand("make.output", make("output"), isOpen, "everywhere");
	useCommand("discovery.new", () => dialog("newDiscovery"));
	useCommand("discovery.sample", () => void openSample());
	useCommand("discovery.archive", () => discovery && void archiveDiscovery(discovery), isOpen);
	useCommand("discovery.delete", () => discovery && void deleteDiscovery(discovery), isOpen);
	useCommand("discovery.packs", () => dialog("packs"), isOpen);
	useCommand("discovery.check", () => dialog("check"));
	useCommand("discovery.export", () => discovery && void exportDiscoveries([discovery]), isOpen);
	useCommand("pack.make", () => discovery && void exportEvidencePack(discovery), isOpen);
	useCommand("pack.check", () => void checkEvidencePack());
	useCommand("library.export", () => void exportLibrary());
	useCommand("library.exportSome", () => dialog("export"));
	useCommand("library.import", () => void chooseImport());
	useCommand("library.copies", () => dialog("copies"));
	useCommand("sent.show", () => discovery && openSentRequests({ discovery: discovery.id }), isOpen);
	useCommand("discovery.forbid", () => discovery && void forbidSending(discovery), isOpen);
	useCommand("history.show", () => dialog("history"), isOpen);
	useCommand("edit.undo", () => void confirmedDiscovery().then((of) => undoOrRedo("undo", of), reportError));
	useCommand("edit.redo", () => void confirmedDiscovery().then((of) => undoOrRedo("redo", of), reportError));
	useCommand("input.addText", () => dialog("addText"));
	useCommand("input.addFolder", () => void confirmedDiscovery().then(addChosenFolder, reportError));
	useCommand("input.addFiles", () => void confirmedDiscovery().then(addChosenFiles, reportError));
}

/** A view is bound by being listed, so that none can be forgotten. */
function useViewCommands(): void {
	// Once it is known which discovery is open, also the last one after a start: a key that comes while it is read is not lost.
	const isChosen = useCurrentDiscovery() !== null;
	useEffect(() => {
		if (!isChosen) return;
		const unbind = views.map(({ id }) => bindCommand(commandOf(id), { run: () => goToView(id), level: "view" }));
		return () => {
			for (const each of unbind) each();
		};
	}, [isChosen]);
}
