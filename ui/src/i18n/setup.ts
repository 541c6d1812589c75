import i18next, { type FormatterModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { registerMessages } from "./backendMessages";
import english from "./en";
import { number } from "./format";
import { registerPackWords } from "./packs";

export type Language = "en" | "de";

/** Writes the numbers in sentences as the language does: "2,780 facts". */
const numbersByLanguage: FormatterModule = {
	type: "formatter",
	init: () => {},
	add: () => {},
	addCached: () => {},
	format: (value: unknown) => (typeof value === "number" ? number(value) : (value as string)),
};

/** English is in the first bundle; German is fetched when it is chosen. */
export async function setUpWords(language: Language): Promise<void> {
	await i18next
		.use(initReactI18next)
		.use(numbersByLanguage)
		.init({
			lng: "en",
			fallbackLng: "en",
			resources: { en: { translation: english } },
			keySeparator: false,
			nsSeparator: false,
			interpolation: { escapeValue: false, alwaysFormat: true },
		});
	await chooseLanguage(language);
}

export async function chooseLanguage(language: Language): Promise<void> {
	if (language === "de" && !i18next.hasResourceBundle("de", "translation")) {
		const [german, packs, messages, { properties }] = await Promise.all([
			import("./de"),
			import("./de/packs"),
			import("./de/backendMessages"),
			import("./de/properties"),
		]);
		registerPackWords("de", { ...packs.default, property: properties });
		// A message may name a key or a question of the packs; its own words go before theirs.
		registerMessages("de", [...packs.default.label, ...packs.default.question, ...messages.default]);
		i18next.addResourceBundle("de", "translation", german.default);
	}
	if (i18next.language !== language) await i18next.changeLanguage(language);
	document.documentElement.lang = language;
}
