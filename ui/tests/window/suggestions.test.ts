import { describe, expect, test } from "vitest";
import { says } from "../../../tests/e2e/harness/model.mjs";
import { calls, type Look, openView, page, role, setModel } from "./browser.ts";

/** A model's suggestions for additions to the current state. */

const add = (block: string, kind: string, text: string) => ({ op: "add", block: `project.${block}`, kind, text });
const answer = JSON.stringify({
	ops: [
		add("openQuestions", "question", "Who holds the keys of the quay at night?"),
		add("constraints", "constraint", "Keep the doors free."),
		add("logistics", "checklist", "Ask for the floor plan."),
		{ ...add("constraints", "constraint", "Drilling allowed: yes"), op: "replace" },
		{ ...add("budget", "note", "Nothing is left."), op: "remove" },
	],
});

async function openWork(look: Look = {}): Promise<void> {
	await openView("work", { width: 1440, height: 900, ...look });
	await page.locator("[data-question]").first().waitFor();
}

const suggestions = () => role("region", "Suggestions");
const ask = () => role("button", "Suggest additions");
const waiting = () => suggestions().getByRole("button", { name: /^Take over: / });

describe("suggestions for the current state", () => {
	test("each is taken over or dismissed by itself, and what else was sent is refused with the reason", async () => {
		await openWork();
		await setModel(says(answer));
		await ask().click();
		await expect.poll(() => waiting().count()).toBe(3);
		const refused = suggestions().getByRole("group");
		await refused.getByText("2 refused: only adding is allowed").waitFor();
		await refused.getByText("nothing but adding is allowed, and it says “replace”").waitFor();
		await expect
			.poll(() => refused.locator("code").first().textContent(), { message: "as it came" })
			.toContain('"op":"replace"');

		await waiting().first().press("Enter");
		await expect.poll(() => waiting().count()).toBe(2);
		await expect
			.poll(() => calls("enrichTake"))
			.toMatchObject([{ taken: [{ block: "project.openQuestions", kind: "question" }] }]);
		const block = page.locator("[data-block='project.openQuestions']");
		await block.getByText("Who holds the keys of the quay at night?").waitFor();
		await suggestions()
			.getByRole("button", { name: /^Dismiss: / })
			.first()
			.press("Enter");
		await expect.poll(() => waiting().count()).toBe(1);
		await expect.poll(() => calls("enrichTake"), { message: "what is dismissed is not sent anywhere" }).toHaveLength(1);
		await expect
			.poll(
				() =>
					suggestions()
						.getByRole("heading")
						.evaluate((node) => node === document.activeElement),
				{ message: "the focus stays here" },
			)
			.toBe(true);
		await suggestions().getByRole("button", { name: "Close suggestions", exact: true }).click();
		await suggestions().waitFor({ state: "detached" });
	});
});
