import { create } from "zustand";
import type { SearchGroup } from "../../ipc/bindings";

/** The last search, and its scope: kept while the window is open, so that one can come back to it. */

interface Search {
	typed: string;
	/** The only group that is shown; all if null. */
	group: SearchGroup | null;
	/** The only discovery that is searched; all if null. */
	discovery: string | null;
	change: (change: Partial<Pick<Search, "typed" | "group" | "discovery">>) => void;
}

export const groups: readonly SearchGroup[] = ["inputs", "facts", "conclusions", "chats", "reports"];

export const useSearch = create<Search>()((set) => ({
	typed: "",
	group: null,
	discovery: null,
	change: (change) => set(change),
}));

/** Returns whether a hit has to say which discovery it is of. */
export function useDiscoveryTitle(): boolean {
	return useSearch(({ discovery }) => discovery === null);
}
