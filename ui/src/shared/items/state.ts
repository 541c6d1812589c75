import { create } from "zustand";
import { persist } from "zustand/middleware";

/** State of the Items view: the shown item, and the order of the table. */

export interface Order {
	/** A key, or "" for the name. */
	by: string;
	down: boolean;
}

interface ItemsState {
	/** The reference of the item whose page is open, by discovery. */
	open: Readonly<Record<string, string | null>>;
	hidden: readonly string[];
	order: Order;
	show: (discovery: string, item: string | null) => void;
	toggle: (key: string) => void;
	orderBy: (by: string) => void;
}

export const useItems = create<ItemsState>()(
	persist(
		(set) => ({
			open: {},
			hidden: [],
			order: { by: "number", down: false },
			show: (discovery, item) => set(({ open }) => ({ open: { ...open, [discovery]: item } })),
			toggle: (key) =>
				set(({ hidden }) => ({
					hidden: hidden.includes(key) ? hidden.filter((other) => other !== key) : [...hidden, key],
				})),
			orderBy: (by) => set(({ order }) => ({ order: { by, down: order.by === by && !order.down } })),
		}),
		{ name: "factly.items", partialize: ({ hidden, order }) => ({ hidden, order }) },
	),
);
