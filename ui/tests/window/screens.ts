import { expect, test } from "vitest";
import { barriers, type Look, openWindow, page, settled } from "./browser.ts";
import { englishLeft } from "./english.ts";
import { auditScreens } from "./screens/audit.ts";
import { catalogueScreens } from "./screens/catalogue.ts";
import { chatScreens } from "./screens/chat.ts";
import { documentScreens } from "./screens/documents.ts";
import { factsScreens } from "./screens/facts.ts";
import { itemsScreens } from "./screens/items.ts";
import { libraryScreens } from "./screens/library.ts";
import { pipelineScreens } from "./screens/pipeline.ts";
import { providersScreens } from "./screens/providers.ts";
import { reportScreens } from "./screens/reports.ts";
import type { Screens } from "./screens/steps.ts";
import { workScreens } from "./screens/work.ts";

/** Every screen, in every look that people use: readable, named, within the window, and within the policy. */

const screens: Screens = {
	...libraryScreens,
	...pipelineScreens,
	...factsScreens,
	...auditScreens,
	...workScreens,
	...itemsScreens,
	...catalogueScreens,
	...providersScreens,
	...chatScreens,
	...reportScreens,
	...documentScreens,
};

export function screenNamed(name: string): Screens[string] {
	const screen = screens[name];
	if (!screen) throw new Error(`there is no screen “${name}”`);
	return screen;
}

interface Sight {
	theme: "light" | "dark";
	/** Rules that differ are checked in each sight; those that do not (names, roles, order) are checked once. By default
	 * all are. */
	rules?: string[];
}

/** Opens screens in one look, all or those that are named, and holds each sight of them to what every screen promises. */
export function lookAt(
	lookName: string,
	look: Look,
	sights: readonly Sight[],
	names: readonly string[] = Object.keys(screens),
): void {
	test.each(names)("%s", async (name) => {
		const screen = screenNamed(name);
		await openWindow({ ...look, ...screen.look });
		await screen.go();
		await settled();
		if (look.language === "de")
			await expect.poll(() => englishLeft(), { message: "what is left of English" }).toEqual([]);
		for (const { theme, rules } of sights) {
			await page.emulateMedia({ colorScheme: theme });
			await page.locator(`html[data-theme=${theme}]`).waitFor({ state: "attached" });
			if (process.env.FACTLY_UI_SHOTS) {
				const file = `${name}, ${lookName}, ${theme}.png`.replaceAll(" ", "-");
				await page.screenshot({ path: `tests/shots/${file}` });
			}
			await expect.poll(() => barriers({ rules }), { message: `axe, ${theme}` }).toEqual([]);
		}
		await expect
			.poll(() => spill(), { message: "nothing is wider than what holds it" })
			.toEqual({ page: 0, buttons: 0 });
		await expect
			.poll(() => page.locator("style").count(), { message: "no style element, which the policy refuses" })
			.toBe(0);
		await expect
			.poll(() => underChatButton(), { message: "nothing is out of reach under the chat's button" })
			.toEqual([]);
		for (const size of roomy) {
			await page.setViewportSize(size);
			await expect.poll(() => underChatButton(), { message: `nor at ${size.width} × ${size.height}` }).toEqual([]);
		}
	});
}

/** Other sizes at which people have the window. */
const roomy = [
	{ width: 1280, height: 800 },
	{ width: 900, height: 600 },
];

/** The controls that lie under the chat's button when all that scrolls is at its end; none where a dialog lies over it. */
async function underChatButton(): Promise<string[]> {
	await settled();
	// It comes a moment after the first picture of a discovery, and not where the screen or the dock leads to the chat.
	if (
		(await page.locator("[data-panel], aside[data-side=inspector]").count()) === 0 &&
		(await page.locator("[data-view]").count()) > 0
	)
		await page.locator("#chat-button").waitFor({ state: "attached" });
	// Rows that come into view may be higher than was guessed, so the end is gone to again.
	for (let again = 0; again < 3; again++) {
		await page.evaluate(() => {
			for (const element of document.querySelectorAll("*"))
				if (/auto|scroll/.test(getComputedStyle(element).overflowY)) element.scrollTop = element.scrollHeight;
		});
		await settled();
	}
	return page.evaluate(() => {
		const controls =
			"a[href], button, input, select, textarea, summary, label, [contenteditable=true], [role=option], [role=row][tabindex], [data-row], [data-label], [data-fact]";
		const button = document.getElementById("chat-button");
		if (!button) return [];
		const { left, top, width, height } = button.getBoundingClientRect();
		const under = new Set<Element>();
		for (let x = 1; x < width; x += 6) {
			for (let y = 1; y < height; y += 6) {
				const [over, ...rest] = document.elementsFromPoint(left + x, top + y);
				if (!over || !button.contains(over)) continue;
				for (const element of rest) {
					const control = element.closest(controls);
					if (control && !button.contains(control)) under.add(control);
				}
			}
		}
		return [...under].map((control) => control.outerHTML.slice(0, 120));
	});
}

function spill(): Promise<{ page: number; buttons: number }> {
	return page.evaluate(() => ({
		page: document.documentElement.scrollWidth - window.innerWidth,
		buttons: [...document.querySelectorAll("button")].filter(
			(button) => button.scrollWidth > button.clientWidth + 1 && getComputedStyle(button).overflow === "visible",
		).length,
	}));
}
