import { useSyncExternalStore } from "react";

function useMedia(query: MediaQueryList): boolean {
	const subscribe = (onChange: () => void) => {
		query.addEventListener("change", onChange);
		return () => query.removeEventListener("change", onChange);
	};
	return useSyncExternalStore(subscribe, () => query.matches);
}

const narrow = window.matchMedia("(max-width: 860px)");
const tight = window.matchMedia("(max-width: 1100px)");

/** A window too narrow for three columns, as at 200 % zoom: the library lies over the view, the inspector under it. */
export function useNarrow(): boolean {
	return useMedia(narrow);
}

/** A window with room for three columns, but none to waste on an empty one. */
export function useTight(): boolean {
	return useMedia(tight);
}
