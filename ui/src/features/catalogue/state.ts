import { create } from "zustand";
import type { CanonicalItem, CsvKind } from "../../ipc/bindings";

/** The analyst's view of the memory, kept while other views are open. */

interface MemoryState {
	tab: "lines" | "catalogue";
	/** The canonical item whose prices are shown. */
	canonical: string | null;
	/** The line in hand, by its name, and which of its suggestions is marked. */
	line: string | null;
	marked: string | null;
	/** The selected missing item of the catalogue, by its id. */
	missing: string | null;
	search: string;
	archived: boolean;
	/** The currency that prices are told in; null is as given. */
	currency: string | null;
	/** A file that waits to be looked at. */
	csv: { kind: CsvKind; path: string } | null;
	/** An item that is being written: a new one has no id. */
	editing: { item: CanonicalItem | null; name: string } | null;
	change: (change: Partial<Omit<MemoryState, "change">>) => void;
}

export const useMemory = create<MemoryState>()((set) => ({
	tab: "lines",
	canonical: null,
	line: null,
	marked: null,
	missing: null,
	search: "",
	archived: false,
	currency: null,
	csv: null,
	editing: null,
	change: (change) => set(change),
}));
