import { createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { ConflictSection } from "../../src/features/inspector/ConflictSection.tsx";
import { setUpWords } from "../../src/i18n/setup.ts";
import { commands } from "../../src/ipc/bindings.ts";
import { call } from "../../src/ipc/call.ts";
import { openHost, waitFor } from "./onHost.ts";

/** Of both sides of a conflict the inspector says what became of them. */

let root: Root;
let page: HTMLElement;
let fact: string;
let rival: string;

beforeAll(() => setUpWords("en"));
beforeEach(async () => {
	const { discovery } = await openHost("sample");
	const filter = { statuses: ["conflict" as const], inputId: null, needsReview: null, acceptedBy: null, text: null };
	const [open] = (await call(commands.factsPage(discovery, filter, null, 1))).facts;
	const detail = await call(commands.factDetail(open?.id ?? ""));
	if (!open || !detail.rival) throw new Error("the sample has a conflict");
	fact = open.id;
	rival = detail.rival.fact.id;
	page = document.createElement("div");
	root = createRoot(page);
});
afterEach(() => root.unmount());

async function expectTitles(...expected: string[]): Promise<void> {
	const detail = await call(commands.factDetail(fact));
	if (!detail.rival) throw new Error("the rival is shown");
	root.render(createElement(ConflictSection, { detail, rival: detail.rival }));
	const titles = () => [...page.querySelectorAll("h3, h4")].map((title) => title.textContent);
	await waitFor(() => expect(titles()).toEqual(expected));
}

test("a conflict with what stands", async () => {
	await expectTitles("≠ Two Inputs disagree", "Accepted: F-2", "New: F-9");
});

test("a conflict with what was rejected is no conflict with anything accepted", async () => {
	await call(commands.factReject([rival]));
	await expectTitles("≠ Two Inputs disagreed", "Rejected: F-2", "New: F-9");
});

test("a conflict that was decided", async () => {
	await call(commands.factResolve(fact, "take_new"));
	await expectTitles("≠ Two Inputs disagreed", "Superseded: F-2", "Accepted: F-9");
});
