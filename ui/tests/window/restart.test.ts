import { expect, test } from "vitest";
import { catalog } from "../../src/commands/catalog.ts";
import { openDiscovery, page, showView, type ViewId } from "./browser.ts";

/** A start at which a discovery is open from the last time, and none was chosen in this window. */

const views = Object.keys(catalog)
	.filter((id) => id.startsWith("view."))
	.map((id) => id.slice("view.".length) as ViewId);

test("the keys of all views are bound at once", async () => {
	await leaveOpen();
	await page.reload();
	const tabs = page.getByRole("tablist").first().getByRole("tab");
	await tabs.first().waitFor();
	expect(views.length).toBeGreaterThan(6);
	for (const [at, id] of views.entries()) {
		await showView(id);
		await expect.poll(() => tabs.nth(at).getAttribute("aria-selected"), { message: id }).toBe("true");
	}
});

test("the button of the chat is part of the first picture", async () => {
	await leaveOpen();
	await page.addInitScript(() => {
		new MutationObserver((_, observer) => {
			if (!document.querySelector("[role=tabpanel]")) return;
			observer.disconnect();
			document.documentElement.dataset.cameWith = String(document.querySelector("#chat-button") !== null);
		}).observe(document, { childList: true, subtree: true });
	});
	await page.reload();
	await page.getByRole("tabpanel").first().waitFor();
	await expect.poll(() => page.locator("html").getAttribute("data-came-with")).toBe("true");
});

/** A discovery that the next start finds open. */
async function leaveOpen(): Promise<void> {
	await openDiscovery();
	// The host keeps over a restart which one was open; the fake one forgets all.
	await page.addInitScript(() => {
		let host: Window["factlyFake"];
		Object.defineProperty(window, "factlyFake", {
			get: () => host,
			set: (made: NonNullable<Window["factlyFake"]>) => {
				host = made;
				const lastDiscovery = made.state.content.discoveries[0]?.id ?? null;
				made.state.preferences = { ...made.state.preferences, lastDiscovery };
			},
		});
	});
}
