import { button, page } from "../browser.ts";
import { type Go, inDialog, type Screens, view } from "./steps.ts";

const waiting: Go = async () => {
	await view("documents")();
	await page.locator("main [aria-current=true]").first().waitFor();
	await page.locator("main nav li button").first().click();
	await page.locator("main [role=status]").waitFor();
};

const form: Go = async () => {
	await view("documents")();
	await page.locator("main table").waitFor();
};

/** Long documents: started, waiting, compared, and what pays for them. */
export const documentScreens: Screens = {
	"first document": { go: form },
	"a document with a model": {
		look: { library: "written" },
		go: async () => {
			await view("documents")();
			await page.locator("main nav button").first().click();
			await page.locator("main form select").selectOption("dialectic");
			await page.locator("main textarea").fill("What shall we do about the wall?");
			await page.locator("main table").waitFor();
		},
	},
	"a document that waits": { look: { library: "written" }, go: waiting },
	"two documents beside each other": {
		look: { library: "written" },
		go: async () => {
			await waiting();
			await page.locator("article").first().waitFor();
			await page.locator("main select").selectOption({ index: 1 });
			await page.locator("article").nth(1).waitFor();
		},
	},
	wallet: {
		look: { library: "written" },
		go: async () => {
			await waiting();
			await button(/^(Wallet|Geldbörse)$/).click();
			await inDialog().locator("table").waitFor();
		},
	},
};
