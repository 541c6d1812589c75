import { enter, page } from "../browser.ts";
import { dialog, inDialog, type Screens } from "./steps.ts";

/** Which models are asked, and who may see a text. */
export const providersScreens: Screens = {
	providers: { go: providers() },
	"a provider for each task": { look: { scenario: "provider" }, go: providers() },
	"servers that were found": {
		go: async () => {
			await providers()();
			await page.getByRole("radio").nth(3).check();
			await page.locator("[data-width=large] button[aria-label]").first().waitFor();
			await page.getByRole("button", { name: /Find servers|Server auf/ }).click();
			await page.getByRole("button", { name: /Use Ollama|Ollama auf/ }).click();
			await page.getByRole("button", { name: /Test connection|Verbindung/ }).click();
			await page.getByText("✓").first().waitFor();
		},
	},
	"what a variable says": {
		go: async () => {
			await page.locator("main").waitFor();
			await page.evaluate(() => {
				const providers = window.factlyFake?.state.providers;
				if (providers) providers.environment = { FACTLY_PROVIDER: "openai", FACTLY_MODEL: "m", LLM_TEMP_CHAT: "0.9" };
			});
			await providers()();
		},
	},
	"leaving what is not saved": {
		go: async () => {
			await providers()();
			await page.getByRole("radio").nth(1).check();
			await page.keyboard.press("Escape");
			await page.getByRole("alert").waitFor();
		},
	},
	consent: {
		look: { scenario: "provider" },
		go: async () => {
			await page.locator("main").waitFor();
			await page.evaluate(() => window.factlyFake?.state.providers.allowed.clear());
			await dialog("Control+Shift+V")();
			await page.locator("textarea").fill("The wall is 3 m high.");
			await page.keyboard.press("Control+Enter");
			await inDialog().locator("dl").waitFor();
		},
	},
};

function providers() {
	return async () => {
		await enter();
		await page
			.locator("header button", { has: page.locator(".lucide-cloud, .lucide-cloud-off") })
			.first()
			.click();
		await inDialog().locator("fieldset").first().waitFor();
	};
}
