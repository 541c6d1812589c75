import type { Preferences } from "../ipc/bindings";

/** Theme and language before the host has answered: the last ones, so that the first paint is already right. */

type Theme = Preferences["theme"];
type Language = Preferences["language"];

const dark = window.matchMedia("(prefers-color-scheme: dark)");

export function rememberedTheme(): Theme {
	const kept = localStorage.getItem("factly.theme");
	return kept === "light" || kept === "dark" ? kept : "system";
}

export function rememberedLanguage(): Language {
	return localStorage.getItem("factly.language") === "de" ? "de" : "en";
}

export function rememberAppearance({ theme, language }: Preferences): void {
	localStorage.setItem("factly.theme", theme);
	localStorage.setItem("factly.language", language);
}

/** Puts the theme on the document and follows the system's while that is the choice. */
export function applyTheme(theme: Theme): () => void {
	const put = () => {
		const isDark = theme === "dark" || (theme === "system" && dark.matches);
		document.documentElement.dataset.theme = isDark ? "dark" : "light";
	};
	put();
	dark.addEventListener("change", put);
	return () => dark.removeEventListener("change", put);
}
