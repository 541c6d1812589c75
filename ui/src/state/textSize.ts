import { create } from "zustand";
import { persist } from "zustand/middleware";

/** Sizes of the words of the window, in percent of their usual size. */

export const textSizes = [80, 90, 100, 110, 125, 150, 175] as const;
const USUAL = 100;

export const useTextSize = create<{ percent: number }>()(
	persist(() => ({ percent: USUAL }), { name: "factly.textSize" }),
);

/** One step on or back; the ends hold. */
export function stepTextSize(step: 1 | -1): void {
	const { percent } = useTextSize.getState();
	const at = textSizes.findIndex((size) => size >= percent);
	useTextSize.setState({ percent: textSizes[at + step] ?? percent });
}

export function resetTextSize(): void {
	useTextSize.setState({ percent: USUAL });
}
