import { enter, page, showView } from "../browser.ts";
import { facts, type Go, inDialog, palette, type Screens, view } from "./steps.ts";

const bundle: Go = async () => {
	await view("audit")();
	await page.locator("main section button[aria-current]").first().click();
	await page.locator("code").waitFor();
};

/** What was read, what was sent, and what proves it. */
export const auditScreens: Screens = {
	audit: { go: bundle },
	run: {
		go: async () => {
			await bundle();
			await page.getByRole("tab").last().click();
			await page.locator("details").last().waitFor();
		},
	},
	"paste an answer": {
		go: async () => {
			await bundle();
			await page.locator("main header button").last().click();
			await inDialog().waitFor();
		},
	},
	"what was sent": { look: { scenario: "provider" }, go: sent },
	"a request": {
		look: { scenario: "provider" },
		go: async () => {
			await sent();
			await inDialog().locator("ol button").first().click();
			await page.locator("code").first().waitFor();
		},
	},
	coverage: { go: () => coverage() },
	"coverage with parts that failed": {
		look: { scenario: "large" },
		go: () => coverage("Flood risk"),
	},
	"a turn in the audit": {
		go: async () => {
			await view("audit")();
			await page.locator("main section button[aria-current]").last().click();
			await page.locator("code").waitFor();
		},
	},
	"an evidence pack that was made": {
		go: async () => {
			await facts();
			await palette("Make an evidence pack", "Belegpaket erstellen");
			await page
				.getByText(/c95b0ba3/)
				.first()
				.waitFor();
		},
	},
	"an evidence pack that is whole": { go: checkedPack(false) },
	"an evidence pack that is not": { go: checkedPack(true) },
};

async function coverage(title?: string): Promise<void> {
	await enter(title);
	await showView("audit");
	await page.locator("main [role=tab]").nth(1).click();
	await page.locator("main section h2").waitFor();
}

function checkedPack(isBroken: boolean): Go {
	return async () => {
		await facts();
		await page.evaluate((broken) => Object.assign(window.factlyFake?.state ?? {}, { brokenPack: broken }), isBroken);
		await palette("Check an evidence pack", "Belegpaket prüfen");
		await inDialog().locator("dl").waitFor();
	};
}

async function sent(): Promise<void> {
	await view("audit")();
	await page.locator("main section header button").first().click();
	await inDialog().locator("ol").waitFor();
}
