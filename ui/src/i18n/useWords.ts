import i18next from "i18next";
import { useTranslation } from "react-i18next";
import type { WordKey } from "./words";

type Values = Record<string, string | number>;

/** The words of the window, by key; a key that English does not have is a type error. */
export function useWords(): (key: WordKey, values?: Values) => string {
	const { t } = useTranslation();
	return (key, values) => t(key, values ?? {});
}

/** For toasts and other places outside React; read at the moment of speaking. */
export function words(key: WordKey, values: Values = {}): string {
	return i18next.t(key, values);
}
