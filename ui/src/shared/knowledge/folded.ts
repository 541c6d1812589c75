import { create } from "zustand";
import { persist } from "zustand/middleware";

/** The blocks that the analyst folded, by name: the same for every discovery and item. */
interface Folded {
	folded: Readonly<Record<string, boolean>>;
	fold: (block: string, folded: boolean) => void;
}

export const useFoldedBlocks = create<Folded>()(
	persist(
		(set) => ({
			folded: {},
			fold: (block, folded) => set((now) => ({ folded: { ...now.folded, [block]: folded } })),
		}),
		{ name: "factly.blocks", partialize: ({ folded }) => ({ folded }) },
	),
);
