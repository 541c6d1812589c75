import { firstInput } from "../features/inputs/useActiveInput";
import { pagesAround } from "../features/source/pages";
import { client } from "../ipc/client";
import { blocksQuery, discoveryQuery, libraryQuery, outlineQuery, preferencesQuery } from "../ipc/queries";
import { useNavigation } from "./navigation";
import { views } from "./views";

/**
 * Asks for what the first picture will show, each answer leading to the next question, while the window is still being
 * built. Whoever shows it finds it there or on its way; an answer that is an error is theirs to tell.
 */
export function askAhead(): void {
	const { view } = useNavigation.getState();
	void views.find(({ id }) => id === view)?.load();
	void client.prefetchQuery(libraryQuery);
	void discovery().catch(() => {});
}

async function discovery(): Promise<void> {
	const { lastDiscovery } = await client.fetchQuery(preferencesQuery);
	if (lastDiscovery === null) return;
	const detail = await client.fetchQuery(discoveryQuery(lastDiscovery));
	const { view, inputs } = useNavigation.getState();
	const input = firstInput(detail, inputs[lastDiscovery]);
	if (view !== "source" || !input) return;
	const { blockCount } = await client.fetchQuery(outlineQuery(input.id));
	await Promise.all(
		pagesAround(0, 0, blockCount).map(({ from, to }) => client.prefetchQuery(blocksQuery(input.id, from, to))),
	);
}
