import { firstInput } from "../features/inputs/useActiveInput";
import { pagesAround } from "../features/source/pages";
import { client } from "../ipc/client";
import {
	blocksQuery,
	discoveriesQuery,
	discoveryQuery,
	libraryQuery,
	outlineQuery,
	preferencesQuery,
} from "../ipc/queries";
import { useNavigation } from "./navigation";
import { inspector } from "./SidePanels";
import { views } from "./views";

/** Then the window is shown with what there is. */
const PATIENCE = 400;

/**
 * Asks for what the first picture will show, each answer leading to the next question, and resolves when all of it is
 * there: a window that is drawn once is there sooner than one that is drawn as each answer comes. Whoever shows a thing
 * finds it there or on its way; an answer that is an error is theirs to tell.
 */
export function firstPicture(): Promise<unknown> {
	const { view } = useNavigation.getState();
	const asked = [
		client.prefetchQuery(libraryQuery),
		client.prefetchQuery(discoveriesQuery("", false)),
		views.find(({ id }) => id === view)?.part.load() ?? Promise.resolve(),
		inspector.load(),
		discovery(),
	];
	return Promise.race([Promise.allSettled(asked), new Promise((done) => setTimeout(done, PATIENCE))]);
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
