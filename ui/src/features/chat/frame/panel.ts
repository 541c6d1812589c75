import { useSyncExternalStore } from "react";
import { create } from "zustand";
import { persist } from "zustand/middleware";
import { type Box, clamp, type Size, startBox } from "./box";

/** The box where the analyst left the panel. None: its first box. */

interface Panel {
	box: Box | null;
	setBox: (box: Box) => void;
}

const usePanel = create<Panel>()(
	persist((set) => ({ box: null, setBox: (box) => set({ box }) }), { name: "factly.chat" }),
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
export function usePanelBox(): { box: Box; setBox: (box: Box) => void } {
	const within = useSyncExternalStore(followSize, windowSize);
	const savedBox = usePanel((panel) => panel.box);
	const setBox = usePanel((panel) => panel.setBox);
	return { box: savedBox === null ? startBox(within) : clamp(savedBox, within), setBox };
}
