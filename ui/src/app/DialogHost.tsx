import { lazy, Suspense, useEffect } from "react";
import type { DiscoveryDetail, LibraryState } from "../ipc/bindings";
import { useDialogs } from "./dialogs";

const loadPalette = () => import("../commands/Palette");
const Palette = lazy(loadPalette);
const KeySheet = lazy(() => import("../commands/KeySheet"));
const AddTextDialog = lazy(() => import("../features/inputs/AddTextDialog"));
const NewDiscoveryDialog = lazy(() => import("../features/library/NewDiscoveryDialog"));
const CheckDialog = lazy(() => import("../features/library/CheckDialog"));
const ImportDialog = lazy(() => import("../features/transfer/ImportDialog"));
const CopiesDialog = lazy(() => import("../features/transfer/CopiesDialog"));
const HistoryDialog = lazy(() => import("../features/history/HistoryDialog"));
const SettingsDialog = lazy(() => import("../features/settings/SettingsDialog"));

interface DialogHostProps {
	detail: DiscoveryDetail | null;
	library: LibraryState;
}

/** The window's own dialogs, fetched when they are first opened. */
export function DialogHost({ detail, library }: DialogHostProps) {
	const open = useDialogs((dialogs) => dialogs.open);
	const close = useDialogs((dialogs) => dialogs.close);
	const discovery = detail?.discovery ?? null;
	// People type on at once after Ctrl K: the palette is fetched before, when the window has nothing else to do.
	useEffect(() => {
		const timer = setTimeout(() => void loadPalette(), 1000);
		return () => clearTimeout(timer);
	}, []);
	return (
		<Suspense>
			{open === "palette" && <Palette onClose={close} />}
			{open === "keys" && <KeySheet onClose={close} />}
			{open === "addText" && <AddTextDialog discovery={discovery} onClose={close} />}
			{open === "newDiscovery" && <NewDiscoveryDialog onClose={close} />}
			{open === "check" && <CheckDialog discovery={discovery} onClose={close} />}
			{open === "history" && <HistoryDialog discovery={discovery} onClose={close} />}
			{open === "import" && <ImportDialog />}
			{open === "copies" && <CopiesDialog onClose={close} />}
			{open === "settings" && <SettingsDialog library={library} onClose={close} />}
		</Suspense>
	);
}
