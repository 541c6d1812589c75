import { useCommand } from "../commands/useCommand";
import { addChosenFiles } from "../features/inputs/actions";
import { archiveDiscovery, deleteDiscovery, openSample } from "../features/library/actions";
import { chooseImport, exportDiscoveries, exportLibrary } from "../features/transfer/actions";
import { commands, type DiscoveryDetail } from "../ipc/bindings";
import { call } from "../ipc/call";
import { useDialogs } from "./dialogs";
import { redo, undo } from "./history";
import { useNarrow } from "./narrow";
import { useNavigation } from "./navigation";
import { usePanels } from "./panels";
import { changePreferences, usePreferences } from "./preferences";
import { useShowsInspector } from "./shown";
import { reportError } from "./toasts";

/** The commands that act everywhere in the window; views bind their own while they are open. */
export function useWindowCommands(detail: DiscoveryDetail | null): void {
	const preferences = usePreferences();
	const dialog = useDialogs((dialogs) => dialogs.show);
	const show = useNavigation((navigation) => navigation.show);
	const narrow = useNarrow();
	const showsInspector = useShowsInspector();
	const { drawer, draw } = usePanels();
	const discovery = detail?.discovery ?? null;
	const isOpen = discovery !== null;

	useCommand("palette.open", () => dialog("palette"));
	useCommand("keys.show", () => dialog("keys"));
	useCommand("settings.open", () => dialog("settings"));
	useCommand("window.sidebar", () => (narrow ? draw(!drawer) : changePreferences({ sidebar: !preferences.sidebar })));
	useCommand("window.inspector", () => {
		usePanels.setState({ emptyInspector: !showsInspector });
		changePreferences({ inspector: !showsInspector });
	});
	useCommand("theme.system", () => changePreferences({ theme: "system" }));
	useCommand("theme.light", () => changePreferences({ theme: "light" }));
	useCommand("theme.dark", () => changePreferences({ theme: "dark" }));
	useCommand("log.open", () => void call(commands.openLogFolder()).catch((error: unknown) => reportError(error)));

	useCommand("view.pipeline", () => show("pipeline"), isOpen);
	useCommand("view.source", () => show("source"), isOpen);
	useCommand("view.review", () => show("review"), isOpen);
	useCommand("view.facts", () => show("facts"), isOpen);
	useCommand("view.audit", () => show("audit"), isOpen);

	useCommand("discovery.new", () => dialog("newDiscovery"));
	useCommand("discovery.sample", () => void openSample());
	useCommand("discovery.archive", () => discovery && void archiveDiscovery(discovery), isOpen);
	useCommand("discovery.delete", () => discovery && void deleteDiscovery(discovery), isOpen);
	useCommand("discovery.check", () => dialog("check"));
	useCommand("discovery.export", () => discovery && void exportDiscoveries([discovery]), isOpen);
	useCommand("library.export", () => void exportLibrary());
	useCommand("library.import", () => void chooseImport());
	useCommand("library.copies", () => dialog("copies"));
	useCommand("history.show", () => dialog("history"), isOpen);
	useCommand("edit.undo", () => void undo(discovery?.id ?? null));
	useCommand("edit.redo", () => void redo(discovery?.id ?? null));
	useCommand("input.addText", () => dialog("addText"));
	useCommand("input.addFiles", () => void addChosenFiles(discovery?.id ?? null));
}
