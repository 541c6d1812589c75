import { readFileSync, writeFileSync } from "node:fs";
import { BEES } from "../../host/made/interviews.ts";
import { discovery, enter, host, page, showView, talk } from "../browser.ts";
import { facts, type Go, inDialog, palette, type Screens, view } from "./steps.ts";

const bundle: Go = async () => {
	await view("audit")();
	await page.locator("main section button[aria-current]").first().click();
	await page.locator("code").waitFor();
};

/** Screens of what was read, what was sent, and what proves it. */
export const auditScreens: Screens = {
	audit: { go: bundle },
	run: {
		go: async () => {
			await bundle();
			await page.locator("main").getByRole("tab").last().click();
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
	"what was sent": { look: { library: "provider" }, go: sent },
	"a request": {
		look: { library: "provider" },
		go: async () => {
			await sent();
			await inDialog().locator("ol button").first().click();
			await page.locator("code").first().waitFor();
		},
	},
	coverage: { go: () => coverage() },
	guide: {
		look: { library: "interviews" },
		go: async () => {
			await enter(BEES);
			await showView("guide");
			await page.locator("main table").waitFor();
		},
	},
	"coverage with parts that failed": {
		look: { library: "large" },
		go: () => coverage("Flood risk"),
	},
	"a turn in the audit": {
		go: async () => {
			await talk("Who guards the quay at night?");
			await view("audit")();
			await page.locator("main section button[aria-current]").last().click();
			await page.locator("code").waitFor();
		},
	},
	"an evidence pack that was made": {
		go: async () => {
			await facts();
			host.choose(host.pathOf("festival.zip"));
			await palette("Make an evidence pack", "Belegpaket erstellen");
			await page
				.getByText(/[0-9a-f]{8}/)
				.first()
				.waitFor();
		},
	},
	"an evidence pack that is whole": { go: checkedPack(false) },
	"an evidence pack that is not": { go: checkedPack(true) },
};

async function coverage(title?: string): Promise<void> {
	await enter(title);
	await showView("coverage");
	await page.locator("main section h2").waitFor();
}

function checkedPack(isBroken: boolean): Go {
	return async () => {
		await facts();
		const path = host.pathOf("festival.zip");
		await host.value("pack_make", { discovery: await discovery(), path, task: "pack", progress: "__CHANNEL__:0" });
		if (isBroken) {
			const bytes = readFileSync(path);
			const offset = bytes.indexOf("bundles/00003-I-3.txt") + 400;
			bytes.writeUInt8(bytes.readUInt8(offset) ^ 1, offset);
			writeFileSync(path, bytes);
		}
		host.choose(path);
		await palette("Check an evidence pack", "Belegpaket prüfen");
		await inDialog().locator("dl").waitFor();
	};
}

async function sent(): Promise<void> {
	await view("audit")();
	await page.locator("main section header button").first().click();
	await inDialog().locator("ol").waitFor();
}
