import { expect, test } from "vitest";
import { calls, focusIn, openDialog, openView, page, role, settled } from "./browser.ts";

/** Every dialog that is opened from anywhere: Escape leaves it, and the focus is where it was. */

/** By their keys. */
const dialogs: readonly string[] = [
	"Control+k",
	"Shift+?",
	"Control+,",
	"Control+Shift+V",
	"Control+n",
	"Control+Shift+F",
	"Control+Shift+h",
];

test.each(dialogs)("%s", async (how) => {
	await openView("facts");
	await page.locator("[data-row='0']").waitFor();
	await role("grid").focus();
	await openDialog(how);
	await settled();
	await page.keyboard.press("Escape");
	await role("dialog").waitFor({ state: "detached" });
	await focusIn("[role=grid]");
});

test("Ctrl Enter does what the chief button says, from a field of many lines too", async () => {
	await openView("facts");
	await openDialog("Control+Shift+V");
	await page.keyboard.press("Control+Enter");
	expect(await calls("inputAddText"), "nothing while the button rests").toHaveLength(0);
	await role("dialog").getByRole("textbox").last().fill("The wall is 840 m long.");
	await page.keyboard.press("Control+Enter");
	await expect.poll(() => calls("inputAddText")).toHaveLength(1);
});

test("a discovery's question packs are proposed by its goal, and what is ticked by hand stands", async () => {
	await openView("facts");
	await openDialog("Control+n");
	const dialog = role("dialog");
	const ticked = () => dialog.getByRole("checkbox", { checked: true }).count();
	const interviews = dialog.getByRole("checkbox", { name: /^Interviews/ });
	await dialog.getByLabel("Title", { exact: true }).fill("Ferry");
	await dialog.getByRole("textbox", { name: "Goal", exact: true }).fill("Where do the boats go?");
	await dialog.getByText("No pack is known to fit this goal.").waitFor();
	expect(await ticked()).toBe(0);
	await dialog.getByRole("textbox", { name: "Goal", exact: true }).fill("What do users need?");
	await dialog.getByText("Fits the goal: ").waitFor();
	await expect.poll(() => interviews.isChecked()).toBe(true);
	await dialog.getByRole("checkbox", { name: /^Studies and markets/ }).check();
	await dialog.getByRole("textbox", { name: "Goal", exact: true }).fill("Where do the boats go?");
	await dialog.getByText("No pack is known to fit this goal.").waitFor();
	expect(await ticked(), "what was ticked by hand stays").toBe(2);
	await dialog.getByRole("button", { name: "Create discovery", exact: true }).click();
	await expect
		.poll(() => calls<{ packs: string[] }>("discoveryCreate"))
		.toMatchObject([{ packs: ["interviews", "research"] }]);
});

test("a goal of many lines is shown whole while it is written, up to six", async () => {
	await openView("overview");
	await openDialog("Control+n");
	const goal = role("dialog").getByRole("textbox", { name: "Goal", exact: true });
	const size = () => goal.evaluate((field) => [field.clientHeight, field.scrollHeight]);
	const [low = 0] = await size();
	await goal.fill("What goes wrong with quality in machine-learning software, and what helps? ".repeat(3));
	const [shown = 0, whole] = await size();
	expect(shown).toBe(whole);
	expect(shown).toBeGreaterThan(low);
	await goal.fill("What goes wrong? ".repeat(99));
	expect((await size())[0], "no more than six lines").toBeLessThan(4 * low);
});
