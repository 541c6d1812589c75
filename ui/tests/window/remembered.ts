import type { WaitingItem } from "../../src/ipc/bindings.ts";
import { page } from "./browser.ts";

/** What an imported discovery decided about items that no catalogue here has. */
export const missing: readonly WaitingItem[] = [
	{ id: "w1", name: "Backdrop cloth", unit: "m²", note: "", lines: 2, prices: 1 },
	{ id: "w2", name: "Digital print", unit: "m²", note: "Per side, from 300 dpi", lines: 1, prices: 0 },
	{ id: "w3", name: "Schwerlastbodenplattenverbinder, feuerverzinkt", unit: "pieces", note: "", lines: 1, prices: 0 },
];

/** Before a discovery is opened: the catalogue is empty, and lines wait for these items. */
export const remember = (waiting: readonly WaitingItem[]) =>
	page.evaluate(
		(given) => {
			const { state } = window.factlyFake ?? {};
			const [items, prices, confirmed, rejected] = [[], new Map(), new Map(), new Map()];
			const memory = { items, waiting: given, prices, confirmed, rejected, rates: [], serial: 1 };
			if (state) state.content = { ...state.content, memory };
		},
		[...waiting],
	);
