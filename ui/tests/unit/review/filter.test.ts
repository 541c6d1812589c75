import { afterAll, beforeAll, expect, test } from "vitest";
import { factMatcher, type InboxFilter } from "../../../src/features/review/filter";
import { chooseLanguage, setUpWords } from "../../../src/i18n/setup";
import type { WaitingRow } from "../../../src/ipc/bindings";

beforeAll(() => setUpWords("de"));
afterAll(() => chooseLanguage("en"));

test.each(["eröffnung", "Opening", "15. Mai"])("a fact of a key is found by “%s”, as it is shown or stored", (text) => {
	const filter: InboxFilter = { text, inputId: "", shown: "all", reason: "" };
	const row = { label: "F-1", text: "Opening: 15. Mai 2027", keyLabel: "Opening", speaker: null, heading: null };
	expect(factMatcher(filter)(row as WaitingRow)).toBe(true);
});
