import type { Preferences } from "../ipc/bindings";

const dark = window.matchMedia("(prefers-color-scheme: dark)");

/** Puts the theme on the document and follows the system's while that is the choice. */
export function applyTheme(theme: Preferences["theme"]): () => void {
	const put = () => {
		const isDark = theme === "dark" || (theme === "system" && dark.matches);
		document.documentElement.dataset.theme = isDark ? "dark" : "light";
	};
	put();
	dark.addEventListener("change", put);
	return () => dark.removeEventListener("change", put);
}

/** All is measured in the size of the document's text. */
export function applyTextSize(percent: number): void {
	document.documentElement.style.fontSize = percent === 100 ? "" : `${percent}%`;
}
