import { create } from "zustand";

/** The window's own dialog that is open; at most one. */
type DialogName =
	| "palette"
	| "search"
	| "keys"
	| "settings"
	| "providers"
	| "addText"
	| "newDiscovery"
	| "packs"
	| "check"
	| "history"
	| "import"
	| "copies"
	| "export";

interface Dialogs {
	open: DialogName | null;
	show: (dialog: DialogName) => void;
	close: () => void;
}

export const useDialogs = create<Dialogs>()((set) => ({
	open: null,
	show: (open) => set({ open }),
	close: () => set({ open: null }),
}));
