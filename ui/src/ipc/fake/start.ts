import { type FakeHost, installFakeHost } from "./install";

declare global {
	interface Window {
		/** The fake host, for tests that drive the window in a browser. */
		factlyFake?: FakeHost;
	}
}

/** Reads the scenario from the address, as `?scenario=large&slow=50&open`. */
export function startFakeHost(): void {
	const asked = new URLSearchParams(window.location.search);
	const host = installFakeHost(asked.get("scenario") ?? "sample", Number(asked.get("slow") ?? 0));
	if (asked.get("language") === "de") host.state.preferences = { ...host.state.preferences, language: "de" };
	// As after a run that left one open.
	const [first] = host.state.content.discoveries;
	if (asked.has("open") && first) host.state.preferences = { ...host.state.preferences, lastDiscovery: first.id };
	window.factlyFake = host;
}
