// Questions about a discovery as a whole, answered by a model that knows nothing but what it is told: it reads the
// request as it came over the wire, so that what is not in there cannot be in its answer.

import assert from "node:assert/strict";
import { Chat, makeDiscovery, setProvider, discoveryData } from "../harness/chat.mjs";
import { Model, calls, says } from "../harness/model.mjs";
import { go } from "../harness/rail.mjs";
import { until } from "../harness/webdriver.mjs";

const COLUMNS = [
	["inputs", "input_id", "input"],
	["facts", "fact_id", "fact", "related_inputs"],
	["insights", "insight_id", "insight", "related_facts"],
	["recommendations", "recommendation_id", "recommendation", "related_insights"],
	["outputs", "output_id", "output", "related_recommendations"],
];
const FACTS = ["F-1", "F-2", "F-3", "F-4"];
const LATE = "Since the show opens on 12 May 2026, the drawings are late.";
const PAGE = "https://example.org/venues/12?from=factly#size";

const model = await Model.start();
let chat;

/**
 * The newest answer, once it says this and is whole, with its labels in order. What an assistant says can become proposed
 * facts a moment later, so that of the labels only those are looked at that were there from the beginning.
 */
async function answered(text, ...labels) {
	const answer = await chat.answered(text);
	const own = `[...[...document.querySelectorAll("article")].at(-1).querySelectorAll("[data-chip]")].map((chip) => chip.dataset.chip)`;
	const chips = async () => (await chat.window.run(`() => ${own}`)).filter((label) => !label.startsWith("F-") || FACTS.includes(label));
	await until(`the labels ${labels}`, async () => (await chips()).join() === labels.join()).catch(() => {});
	assert.deepEqual(await chips(), labels, await answer.text());
	return answer;
}

/** Returns the entities that nothing of the next column rests on, and those that rest on nothing. */
function loose(data) {
	const unused = COLUMNS.slice(0, -1).flatMap(([list, id], at) => {
		const [next, , , related] = COLUMNS[at + 1];
		const used = new Set(data[next].flatMap((one) => one[related]));
		return data[list].map((one) => one[id]).filter((label) => !used.has(label));
	});
	const orphans = COLUMNS.slice(1).flatMap(([list, id, , related]) => data[list].filter((one) => one[related].length === 0).map((one) => one[id]));
	return { unused, orphans };
}

export const tests = {
	async "FS-AskForSummary: a model is told the discovery and its summary is shown, each label a chip"({ desk, picture }) {
		makeDiscovery(desk);
		setProvider(desk, model);
		desk.ask("provider", "allow", "Site meeting", "--task", "chat");
		chat = new Chat(desk);
		await desk.start();
		const window = await chat.enter();
		await chat.open();
		model.always((request) => {
			const data = discoveryData(request);
			const counts = COLUMNS.map(([list, , name]) => `${data[list].length} ${name}`).join(", ");
			const first = COLUMNS.map(([list, id]) => `- [${data[list][0][id]}] ${(data[list][0].text ?? "").split("\n")[0]}`).join("\n");
			return [says(`**${data.title}** asks: ${data.goal} There are ${counts}.\n\n${first}\n\nThat is all.`)];
		});
		const counts = COLUMNS.map(([, , type]) => `${chat.labels(type).length} ${type}`).join(", ");
		await (await window.role("button", "Summarise this discovery")).click();
		const words = await (await answered("That is all.", "I-1", "F-1", "N-1", "R-1", "O-1")).text();
		assert.equal(model.requests.at(-1).body.messages.at(-1).content, "Summarise this discovery");
		assert.ok(words.includes(`Site meeting asks: What can be built for the money? There are ${counts}.`), words);
		assert.ok(words.includes("Fix the budget before the drawings."), "and what they say");
		await picture("summary");
	},

	async "FS-AskForGapAnalysis: the links are told, so that a model finds what has no support and what nothing was drawn from"({ desk, picture }) {
		desk.ask("entity", "add", chat.discovery, "--type", "insight", "--text", LATE);
		await go(desk.window, "pipeline");
		await desk.window.find(':not([hidden]) > [data-label="N-2"]');
		model.always((request) => {
			const { unused, orphans } = loose(discoveryData(request));
			const list = (rows) => rows.map((label) => `[${label}]`).join(", ");
			return [says(`| Gap | Items |\n|---|---|\n| Nothing was drawn from | ${list(unused)} |\n| Rests on nothing | ${list(orphans)} |\n\nThese are the gaps.`)];
		});
		await chat.ask("Where are the gaps?");
		await answered("These are the gaps.", "F-2", "F-3", "F-4", "N-2", "N-2");
		assert.match(model.requests.at(-1).system, /identify gaps, missing connections, and suggest improvements when asked/);
		await picture("gaps");
	},

	async "FS-ChatProactiveSuggestions: what a model suggests is words and cards, and nothing happens by itself"({ desk, picture }) {
		const before = chat.labels("insight");
		const suggested = "Two projectors need a wide stage.";
		model.always((request) => {
			const { unused } = loose(discoveryData(request));
			const related_ids = ["F-2", "F-4"].filter((label) => unused.includes(label));
			return [says(`Next, conclude something from [${related_ids[0]}].`), calls("add_item", { entity_type: "insight", text: suggested, related_ids })];
		});
		await chat.ask("What should I do next?");
		const card = await chat.card(suggested, "pending");
		for (const part of ["F-2", "The stage is 8 m wide and 6 m deep.", "F-4"]) await card.says(part);
		await chat.answered("Next, conclude something from F-2.");
		assert.deepEqual(chat.labels("insight"), before, "nothing was added");
		await picture("suggested");
		await chat.press("Confirm", suggested, "pending");
		await chat.card(suggested, "applied");
		assert.deepEqual(chat.entity("N-3").links.up, ["F-2", "F-4"]);
	},

	async "FS-ChatSuggestMissingConnections: a model sees what is not linked though it says the same, and both lead to their cards"({ desk, picture }) {
		const { window } = desk;
		const rests = () => chat.labels("insight").map((label) => [label, chat.entity(label).links.up]);
		const before = rests();
		model.always((request) => {
			const data = discoveryData(request);
			const days = (text) => text.match(/\d+ \w+ \d{4}/g) ?? [];
			const pairs = data.insights.flatMap((insight) =>
				data.facts
					.filter((fact) => !insight.related_facts.includes(fact.fact_id) && days(fact.text).some((day) => days(insight.text).includes(day)))
					.map((fact) => `- [${insight.insight_id}] could rest on [${fact.fact_id}].`),
			);
			return [says(`${pairs.join("\n")}\n\nI found ${pairs.length}.`)];
		});
		await chat.ask("Which connections are missing?");
		const answer = await answered("I found 1.", "N-2", "F-3");
		assert.deepEqual(rests(), before, "it is only said");
		for (const label of ["N-2", "F-3"]) {
			await (await answer.button(label)).click();
			await window.find(`:not([hidden]) > [data-label="${label}"][aria-selected=true]`);
		}
		await picture("connections");
	},

	async "a link is opened outside once the analyst saw where it leads, and only then"({ desk, picture }) {
		const { window } = desk;
		model.always(() => [says(`See [the venue](${PAGE}), or write to <anna@example.org>.\n\nBoth are outside.`)]);
		await chat.ask("Where can I read more?");
		await chat.answered("Both are outside.");
		const press = (name) => window.run("(name) => [...document.querySelectorAll('article [role=link]')].find((one) => one.textContent.includes(name)).click()", name);
		await press("the venue");
		const dialog = await window.find("[role=dialog]", PAGE);
		await picture("link");
		assert.deepEqual(desk.opened(), [], "shown, and not opened");
		await (await dialog.button("Cancel")).click();
		await window.waitUntilGone("[role=dialog]");
		assert.deepEqual(desk.opened(), [], "nor after Cancel");
		await press("the venue");
		await (await (await window.find("[role=dialog]", PAGE)).button("Open in browser")).click();
		await window.waitUntilGone("[role=dialog]");
		await until("the browser to be asked", () => desk.opened().length > 0);
		assert.deepEqual(desk.opened(), [PAGE], "what was shown, to the letter");
		await press("anna@example.org");
		await window.escape("anna@example.org");
		assert.deepEqual(desk.opened(), [PAGE]);
		model.content();
		model.stop();
	},
};
