import { firstInput } from "../features/inputs/useActiveInput";
import { pagesAround } from "../features/source/pages";
import type { Preferences } from "../ipc/bindings";
import { client } from "../ipc/client";
import { knowledgeQuery, lastTurnQuery } from "../ipc/knowledgeQueries";
import {
	blocksQuery,
	discoveriesQuery,
	discoveryQuery,
	libraryQuery,
	outlineQuery,
	preferencesQuery,
} from "../ipc/queries";
import { useNavigation, type ViewId } from "./navigation";
import { inspector, views } from "./views";

/**
 * Asks for what the first picture will show, each answer leading to the next question, and resolves when all of it is
 * there: a window that is drawn once is there sooner than one that is drawn as each answer comes. It is a file of its own,
 * with no component in it, so that the host answers before the window's code is read. That is not begun before something
 * is `shown`: to read it keeps the page from all else. Whoever shows a thing finds it there or on its way; an answer that
 * is an error is theirs to tell.
 */
export function firstPicture(shown: Promise<unknown>): Promise<unknown> {
	const asked = [
		client.prefetchQuery(libraryQuery),
		client.prefetchQuery(discoveriesQuery("", false)),
		discovery(),
		shown.then(code),
	];
	return Promise.allSettled(asked);
}

/** The code of the view and of what stands beside it. */
function code(): Promise<unknown> {
	const { view } = useNavigation.getState();
	return Promise.all([views.find(({ id }) => id === view)?.part.load(), inspector.load()]);
}

/** For the next start, which asks about it before it has been told which it is. */
const REMEMBERED = "factly.discovery";

export function rememberDiscovery({ lastDiscovery }: Preferences): void {
	localStorage.setItem(REMEMBERED, lastDiscovery ?? "");
}

/** The one that was last open; null where none was. */
export function rememberedDiscovery(): string | null {
	return localStorage.getItem(REMEMBERED) || null;
}

async function discovery(): Promise<void> {
	const { view } = useNavigation.getState();
	const asked = client.fetchQuery(preferencesQuery);
	void askAbout(rememberedDiscovery(), view);
	const { lastDiscovery } = await asked;
	await askAbout(lastDiscovery, view);
}

/** What the header and the inspector show of a discovery; what is asked for already is not asked for twice. */
function askAbout(id: string | null, view: ViewId): Promise<unknown> {
	if (!id) return Promise.resolve();
	const queries: Promise<unknown>[] = [client.prefetchQuery(discoveryQuery(id))];
	if (view === "source") queries.push(source(id).catch(() => {}));
	// The Work screen shows the state itself.
	if (view !== "work")
		queries.push(client.prefetchQuery(knowledgeQuery(id, null)), client.prefetchQuery(lastTurnQuery(id, null)));
	return Promise.all(queries);
}

async function source(id: string): Promise<void> {
	const input = firstInput(await client.fetchQuery(discoveryQuery(id)), useNavigation.getState().inputs[id]);
	if (!input) return;
	const { blockCount } = await client.fetchQuery(outlineQuery(input.id));
	await Promise.all(
		pagesAround(0, 0, blockCount).map(({ from, to }) => client.prefetchQuery(blocksQuery(input.id, from, to))),
	);
}
