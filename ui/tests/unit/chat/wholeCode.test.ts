import { expect, test } from "vitest";
import { wholeCode } from "../../../src/features/chat/blocks/wholeCode";

const piece = (text: string, continues: boolean) =>
	`<div data-code data-continues="${continues}"><button>Copy</button><pre><code>${text}</code></pre></div>`;

test("code that came in pieces is copied whole, over the border of a group, and no other code with it", () => {
	document.body.innerHTML = `
		<div>${piece("a", false)}<p>words</p>${piece("one\n", false)}${piece("two\n", true)}</div><div>${piece("three\n", true)}<p>words</p>${piece("x", true)}</div>`;
	const copied = [...document.querySelectorAll("button")].map(wholeCode);
	expect(copied.slice(0, 2)).toEqual(["a", "one\ntwo\nthree\n"]);
});
