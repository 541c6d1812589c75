import { useSyncExternalStore } from "react";

function useMedia(query: MediaQueryList): boolean {
	const subscribe = (onChange: () => void) => {
		query.addEventListener("change", onChange);
		return () => query.removeEventListener("change", onChange);
	};
	return useSyncExternalStore(subscribe, () => query.matches);
}

const narrow = window.matchMedia("(max-width: 860px)");

/** A window too narrow for three columns, as at 200 % zoom: the library lies over the view, the inspector under it. */
export function useIsNarrow(): boolean {
	return useMedia(narrow);
}
