import { useSyncExternalStore } from "react";

/** A window too narrow for three columns, as at 200 % zoom: the library lies over the view, the inspector under it. */
const query = window.matchMedia("(max-width: 860px)");

function subscribe(onChange: () => void): () => void {
	query.addEventListener("change", onChange);
	return () => query.removeEventListener("change", onChange);
}

export function useNarrow(): boolean {
	return useSyncExternalStore(subscribe, () => query.matches);
}
