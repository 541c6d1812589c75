import { describe, expect, test } from "vitest";
import { addressOf } from "../../../src/features/chat/blocks/link.ts";
import { plainText } from "../../../src/features/chat/blocks/plain.ts";
import { docOf, draftOf, splitAtLabels } from "../../../src/features/chat/composer/doc.ts";
import type { Block, Inline } from "../../../src/ipc/bindings.ts";

describe("the words in the input and what is sent", () => {
	test.each([
		["", [], "nothing"],
		["Why is F-1 so", ["F-1"], "a mention in the middle"],
		["F-1", ["F-1"], "nothing but a mention"],
		["one\n\nF-1 and N-2\n", ["F-1", "N-2"], "empty lines"],
		["F-12 is not F-1", ["F-1"], "a label within another"],
	])("%j with %j comes back: %s", (text, mentions, rule) => {
		expect(draftOf(docOf({ text, mentions })), rule).toEqual({ text, mentions });
	});

	test("what only looks like a mention stays as it was typed", () => {
		expect(docOf({ text: "F-1", mentions: [] }).content).toEqual([
			{ type: "paragraph", content: [{ type: "text", text: "F-1" }] },
		]);
		expect(splitAtLabels("a F-1b XF-1 F-1.", ["F-1"])).toEqual(["a F-1b XF-1 ", "F-1", "."]);
	});
});

describe("where a link leads", () => {
	test.each([
		["https://example.org/a?b#c", "https://", "example.org", "/a?b#c"],
		["https://bank.example@evil.example/x", "https://bank.example@", "evil.example", "/x"],
		["https://user:pw@host.example:8443/", "https://user:pw@", "host.example:8443", "/"],
		["https://bücher.example/", "https://", "xn--bcher-kva.example", "/"],
		["mailto:mara@harbour.example?subject=a@b", "mailto:mara@", "harbour.example", "?subject=a@b"],
		["not an address", "not an address", "", ""],
	])("%s", (url, before, host, after) => {
		expect(addressOf(url)).toEqual({ before, host, after });
	});
});

test("an answer is read aloud without its marks, and not for ever", () => {
	const text = (words: string): Inline => ({ kind: "text", text: words });
	const one = (words: string): Block[] => [{ kind: "paragraph", content: [text(words)] }];
	const there: Inline = { kind: "link", url: "https://x.example", content: [text("there")] };
	const wide: Inline[] = [{ kind: "strong", content: [text("6 m")] }, text(" wide "), { kind: "label", label: "F-2" }];
	const blocks: Block[] = [
		{ kind: "heading", level: 2, content: [text("Known")] },
		{ kind: "paragraph", content: [...wide, text(", see "), there, text(".")] },
		{ kind: "list", ordered: false, start: 1, items: [one("one"), one("two")], continues: false },
	];
	expect(plainText(blocks, 100)).toBe("Known 6 m wide F-2, see there. one two");
	expect(plainText(blocks, 9)).toBe("Known 6 m…");
});
