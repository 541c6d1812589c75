import { type Browser, chromium, type Page } from "playwright-core";

/** One headless Chromium for a file of tests, looking at the built window over the fake host. */

const address = "http://127.0.0.1:4317";

export interface Look {
	scenario?: "empty" | "sample" | "large" | "scripts" | "damaged";
	theme?: "light" | "dark";
	language?: "en" | "de";
	/** CSS pixels; a window at 200 % zoom has half of them. */
	width?: number;
	height?: number;
	slow?: number;
}

export function launch(): Promise<Browser> {
	return chromium.launch({
		executablePath: "/usr/bin/chromium",
		args: ["--no-sandbox", "--force-device-scale-factor=1"],
	});
}

/** Opens the window and fails the test on any error in its console, such as a breach of its policy. */
export async function openWindow(browser: Browser, look: Look = {}): Promise<{ page: Page; errors: string[] }> {
	const { scenario = "sample", theme = "light", language = "en", width = 1280, height = 800, slow = 0 } = look;
	const context = await browser.newContext({
		viewport: { width, height },
		colorScheme: theme,
		reducedMotion: "reduce",
	});
	const page = await context.newPage();
	const errors: string[] = [];
	page.on("console", (message) => {
		if (message.type() === "error") errors.push(message.text());
	});
	page.on("pageerror", (error) => errors.push(String(error)));
	// The desktop shell freezes the prototype; a library that writes to it would stop there and only there.
	await page.addInitScript(
		`Object.freeze(Object.prototype); localStorage.setItem("factly.language", ${JSON.stringify(language)});`,
	);
	await page.goto(`${address}/?scenario=${scenario}&slow=${slow}&language=${language}`);
	return { page, errors };
}

/** In a narrow window the library lies folded away. */
export async function showLibrary(page: Page): Promise<void> {
	await page.locator("main").waitFor();
	if ((page.viewportSize()?.width ?? 0) <= 860) await page.keyboard.press("Control+b");
}
