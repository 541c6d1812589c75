import { useSyncExternalStore } from "react";
import { create } from "zustand";
import { persist } from "zustand/middleware";
import { type Box, clamp, type Size, startBox } from "./box";

/** The box where the analyst left the panel. None: its first place. */

interface Panel {
	box: Box | null;
	place: (box: Box) => void;
}

const usePanel = create<Panel>()(
	persist((set) => ({ box: null, place: (box) => set({ box }) }), { name: "factly.chat" }),
);

let size: Size = { width: 0, height: 0 };

/** The same value for as long as the window has the same size. */
export function windowSize(): Size {
	const { innerWidth: width, innerHeight: height } = window;
	if (width !== size.width || height !== size.height) size = { width, height };
	return size;
}

function followSize(onChange: () => void): () => void {
	window.addEventListener("resize", onChange);
	return () => window.removeEventListener("resize", onChange);
}

/** The box as it fits the window now, and how to change it. */
export function usePlace(): { box: Box; place: (box: Box) => void } {
	const within = useSyncExternalStore(followSize, windowSize);
	const kept = usePanel((panel) => panel.box);
	const place = usePanel((panel) => panel.place);
	return { box: kept === null ? startBox(within) : clamp(kept, within), place };
}
