import { firstInput } from "../../features/inputs/useActiveInput";
import { useFolded } from "../../features/knowledge/folded";
import { alignCards } from "../../features/source/alignCards";
import { estimatedTops } from "../../features/source/heights";
import { pageOf } from "../../features/source/pages";
import type { SourceBlock, SourceOutline } from "../../ipc/bindings";
import { client } from "../../ipc/client";
import { knowledgeQuery, lastTurnQuery } from "../../ipc/knowledgeQueries";
import {
	blocksQuery,
	discoveriesQuery,
	discoveryQuery,
	libraryQuery,
	outlineQuery,
	preferencesQuery,
} from "../../ipc/queries";
import { rememberedDiscovery } from "../ahead";
import { rememberedLanguage } from "../appearance";
import { useNavigation } from "../navigation";
import { usePanels, widthOf } from "../panels";
import { painted, stand } from "../picture/show";
import { draw } from "../picture/tree";
import { chatButton, header, library } from "./frame";
import { el } from "./plain";
import { state } from "./state";
import { styles } from "./styles";
import { bar, row, text } from "./text";
import { type Words, wordsIn } from "./words";

/** Marked in the page's timeline when the sketch stands. */
const SHOWN = "sketch";
/** As the window has them: see `narrow.ts`. */
const NARROW = "(max-width: 860px)";
const TIGHT = "(max-width: 1100px)";

/**
 * Where no picture of the window was kept: shows what its first view is going to show, drawn from the first answers while
 * the window's code has yet to come, until what is returned is called. It knows the view that a discovery opens with, the
 * text with its facts, and shows nothing for another. A test holds it to what the window draws.
 */
export async function showSketch(late: AbortSignal): Promise<() => void> {
	const { view, inputs } = useNavigation.getState();
	if (view !== "source" || rememberedDiscovery() === null) return () => {};
	const asked = Promise.all([
		wordsIn(rememberedLanguage()),
		client.fetchQuery(preferencesQuery),
		client.fetchQuery(libraryQuery),
		client.fetchQuery(discoveriesQuery("", false)),
	]);
	// Once the questions are on their way.
	await new Promise((done) => setTimeout(done));
	lookUpFonts();
	const [words, preferences, { status, provider }, discoveries] = await asked;
	const { lastDiscovery: id } = preferences;
	if (id === null || status.kind !== "open") return () => {};
	const detail = await client.fetchQuery(discoveryQuery(id));
	const input = firstInput(detail, inputs[id]);
	// With no fact at all there is no state to be shown beside the text, but a word about it.
	if (!input || detail.discovery.facts === 0) return () => {};
	const outline = await client.fetchQuery(outlineQuery(input.id));
	const { from, to } = pageOf(0, outline.blockCount);
	const showsState = preferences.inspector && !matchMedia(TIGHT).matches;
	const [blocks, known] = await Promise.all([
		client.fetchQuery(blocksQuery(input.id, from, to)),
		showsState ? client.fetchQuery(knowledgeQuery(id, null)) : [],
	]);
	// What the last turn changed takes long in a large library, and the window does not wait for it either.
	const turns = (showsState && client.getQueryData(lastTurnQuery(id, null).queryKey)) || [];

	if (late.aborted) return () => {};
	const { window: styled } = styles;
	const widths = usePanels.getState();
	const drawn = el(
		"div",
		{ class: styled.window },
		preferences.sidebar && !matchMedia(NARROW).matches && library(words, discoveries, id, widthOf(widths, "sidebar")),
		el(
			"div",
			{ class: styled.centre },
			header(words, detail, provider, view),
			el(
				"div",
				{ class: styled.work },
				el("main", { class: styled.main }, el("div", { class: styles.frame.frame }, bar(words, input), text(outline))),
				showsState &&
					el(
						"aside",
						{
							class: styles.panels.panel,
							"data-narrow": "false",
							"data-side": "inspector",
							style: `width: ${widthOf(widths, "inspector")}px`,
						},
						...state(words, known, turns, useFolded.getState().folded),
					),
			),
		),
		chatButton(),
	);
	const { shadow, whole, hide } = stand(innerWidth, innerHeight);
	if (!(await dress(shadow)) || late.aborted) {
		hide();
		return () => {};
	}
	whole.append(draw(el("div", { id: "root" }, drawn)));
	fill(whole, words, outline, blocks);
	performance.mark(SHOWN);
	await painted();
	return hide;
}

/** Lays out the first text of all in the window's fonts, which takes about as long to find them as the answers take. */
function lookUpFonts(): void {
	const probe = document.createElement("p");
	probe.style.cssText = "position: absolute; visibility: hidden";
	for (const weight of ["400", "500", "600"]) {
		const word = document.createElement("span");
		word.style.fontWeight = weight;
		word.textContent = "Factly …";
		probe.append(word);
	}
	document.body.append(probe);
	void probe.offsetHeight;
	probe.remove();
}

/** Puts as many rows into the text as are seen, one under the other, as `useRows` does with what it has measured. */
function fill(body: Element, words: Words, outline: SourceOutline, blocks: readonly SourceBlock[]): void {
	const scroller = body.querySelector(`.${styles.text.scroller}`);
	const column = scroller?.firstElementChild;
	if (!scroller || !(column instanceof HTMLElement)) return;
	const tops = estimatedTops(outline.lengths, outline.factCounts);
	const height = scroller.clientHeight;
	let top = 0;
	let estimated = 0;
	for (const [at, block] of blocks.entries()) {
		if (top > height) break;
		const put = draw(row(words, block)) as HTMLElement;
		put.style.transform = `translateY(${top}px)`;
		column.append(put);
		const cards = put.querySelector("ul");
		if (cards) alignCards(cards)();
		top += put.offsetHeight;
		estimated = tops[at + 1] ?? 0;
	}
	column.style.height = `${top + (tops.at(-1) ?? 0) - estimated}px`;
}

/** In the style sheets that are there by now: those of all that is drawn here. What they say could only be had altered. False
 * where one did not come. */
async function dress(shadow: ShadowRoot): Promise<boolean> {
	const links = [...document.styleSheets].flatMap(({ href }) => {
		if (href === null) return [];
		const link = document.createElement("link");
		link.rel = "stylesheet";
		link.href = href;
		return link;
	});
	const came = links.map((link) => {
		return new Promise<boolean>((done) => {
			link.onload = () => done(true);
			link.onerror = () => done(false);
		});
	});
	shadow.prepend(...links);
	// What is put in its place here is measured there at once, and not on its way.
	const still = new CSSStyleSheet();
	still.replaceSync("* { transition: none !important; }");
	shadow.adoptedStyleSheets = [still];
	return (await Promise.all(came)).every(Boolean);
}
