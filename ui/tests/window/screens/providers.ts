import { discovery, enter, host, openModel, page, role } from "../browser.ts";
import { dialog, inDialog, type Screens } from "./steps.ts";

/** Screens of the models that are asked, and of who may see a text. */
export const providersScreens: Screens = {
	providers: { go: providers() },
	"a provider for each task": { look: { library: "provider" }, go: providers() },
	"a server that was tested": {
		go: async () => {
			await providers()();
			await role("radio").nth(3).check();
			await page.locator("[data-width=large] button[aria-label]").first().waitFor();
			const { base } = await openModel();
			await inDialog()
				.getByRole("textbox", { name: /^(Base URL|Basis-URL)$/ })
				.fill(base);
			await role("button", /Test connection|Verbindung/).click();
			await page.getByText("✓").first().waitFor();
		},
	},
	"what a variable says": {
		look: { environment: { FACTLY_PROVIDER: "openai", FACTLY_MODEL: "m", LLM_TEMP_CHAT: "0.9" } },
		go: providers(),
	},
	"leaving what is not saved": {
		go: async () => {
			await providers()();
			await role("radio").nth(1).check();
			await page.keyboard.press("Escape");
			await role("alert").waitFor();
		},
	},
	consent: {
		look: { library: "provider" },
		go: async () => {
			await page.locator("main").waitFor();
			await host.value("forbid_sending", { discovery: await discovery() });
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
		await role("button", /^(Provider|Anbieter): /)
			.first()
			.click();
		await inDialog().locator("fieldset").first().waitFor();
	};
}
