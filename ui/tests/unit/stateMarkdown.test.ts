import { afterAll, expect, test } from "vitest";
import { chooseLanguage, setUpWords } from "../../src/i18n/setup.ts";
import type { BlockLine } from "../../src/ipc/bindings.ts";
import { stateMarkdown } from "../../src/shared/knowledge/stateMarkdown.ts";

const line = (role: BlockLine["role"], text: string, more: Partial<BlockLine> = {}): BlockLine => ({
	role,
	text,
	label: null,
	factId: null,
	factLabel: null,
	isNew: false,
	...more,
});
const block = {
	key: "item.dimensions",
	revision: 1,
	updated: null,
	markdown: "",
	lines: [
		line("value", "600 cm", { label: "Width", factLabel: "F-1" }),
		line("by_hand", "40 mm", { label: "Depth", factLabel: "F-17" }),
		line("question", "What does one cost?"),
		line("note", "1. *Ask* a@b.example"),
	],
};

afterAll(() => chooseLanguage("en"));

test.each([
	[
		"en",
		String.raw`## Dimensions

- **Width:** 600 cm (F-1)
- **Depth:** 40 mm *(set by hand)* (F-17)
- [ ] What does one cost?
- 1\. \*Ask\* a\@b\.example *(note)*
`,
	],
	[
		"de",
		String.raw`## Maße

- **Breite:** 600 cm (F-1)
- **Tiefe:** 40 mm *(von Hand gesetzt)* (F-17)
- [ ] Was kostet ein Stück?
- 1\. \*Ask\* a\@b\.example *(Notiz)*
`,
	],
] as const)("the state is copied in the language of the window: %s", async (language, expected) => {
	await setUpWords(language);
	expect(stateMarkdown([block])).toBe(expected);
});
