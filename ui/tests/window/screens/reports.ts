import { type Look, page, role } from "../browser.ts";
import { type Go, inDialog, type Screens, view } from "./steps.ts";

const look: Look = { library: "written" };

const written: Go = async () => {
	await view("reports")();
	await page.locator(".cm-cite").first().waitFor();
};

const fromMenu = (item: number): Go => {
	return async () => {
		await written();
		await page.locator("main header button").last().click();
		await role("menuitem").nth(item).click();
		await inDialog().waitFor();
	};
};

/** Reports: the outline, a section that is written, and what carries it. */
export const reportScreens: Screens = {
	report: { look, go: written },
	"report without sections": {
		go: async () => {
			await view("reports")();
			await page.locator("main h2").first().waitFor();
		},
	},
	"find in a report": {
		look,
		go: async () => {
			await written();
			await page.keyboard.press("Control+f");
			await page.locator("search input").first().fill("backdrop");
			await page.locator(".cm-found").first().waitFor();
		},
	},
	"versions of a report": { look, go: fromMenu(0) },
};
