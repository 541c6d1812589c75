import { card, openView, page } from "./browser.ts";

/** Opens the pipeline of 100,000 cards with one more in hand, the last of its column: an Insight that rests on 1,000 facts. */
export async function openOnMany(): Promise<void> {
	await openView("pipeline", { scenario: "large" }, "Flood risk");
	await card("N-1").waitFor();
	await page.evaluate(async () => {
		const { invoke } = (
			window as unknown as { __TAURI_INTERNALS__: { invoke: (name: string, args: object) => Promise<void> } }
		).__TAURI_INTERNALS__;
		const discovery = window.factlyFake?.state.content.discoveries.find(({ title }) => title.startsWith("Flood"))?.id;
		const from = Array.from({ length: 1000 }, (_, at) => `F-${at + 1}`);
		await invoke("entity_add", { discovery, kind: "insight", text: "All of it", from, outputType: null, anyway: true });
	});
	await card("N-1").click();
	await page.keyboard.press("End");
	await page.locator("[aria-selected=true]", { hasText: "All of it" }).waitFor();
}
