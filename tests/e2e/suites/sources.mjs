// The chat over sources: answered from their own words or by a model, cited, checked, guarded, summed up, and kept from a
// model that fails.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Chat, setProvider } from "../harness/chat.mjs";
import { Model, says } from "../harness/model.mjs";
import { comesTo, Key, until } from "../harness/webdriver.mjs";

const wall = fileURLToPath(new URL("../texts/flood-wall.txt", import.meta.url));
const pumps = fileURLToPath(new URL("../texts/pumps.txt", import.meta.url));
const TITLE = "Flood wall";
const GUARD =
	"I don't have sufficiently relevant documents to answer confidently. Please add more context or documents.";
const QUESTION = "How long is the wall?";

const model = await Model.start();
let chat;

/** The words that are selected in the text on the screen. */
const selected = (window) => window.run("() => document.getSelection()?.toString() ?? ''");

export const tests = {
	async "without a model the answer is the sources' own words, and a chip opens them"({ desk, picture }) {
		desk.ask("discovery", "create", "--title", TITLE, "--goal", "What will protect the town?");
		desk.ask("input", "add", TITLE, wall, "--title", "Meeting");
		chat = new Chat(desk, TITLE);
		await desk.start();
		const window = await chat.enter();
		await chat.open();
		await chat.askSources();
		await picture("empty");
		await chat.ask(QUESTION);
		const answer = await chat.answered("The wall is 840 metres long.");
		await answer.says("Meeting");
		await picture("offline");
		await (await window.find("[data-citation]", "I-1.1")).click();
		await comesTo(() => selected(window), "The wall is 840 metres long.", "the very words are shown");
		await picture("words");
	},

	async "an invented citation is never shown, and what no source carries is marked"({ desk, picture }) {
		setProvider(desk, model);
		desk.ask("provider", "allow", TITLE);
		model.answers(
			says("The wall is 840 metres long [source: I-1-1]. It costs 9.9 million euros [source: I-1-1]. "),
			says("Everybody likes it [source: I-9-9]."),
		);
		await chat.ask(QUESTION);
		const answer = await chat.answered("(Removed invalid citation)");
		await answer.says("not in the source");
		await answer.says("no source");
		assert.doesNotMatch(await answer.text(), /\[source/, "a citation is a chip");
		const { system } = model.requests.at(-1);
		assert.match(system, /^You are a helpful AI assistant\. Use ONLY the provided source documents to answer\./);
		assert.match(system, /id: I-1-1\n/);
		await picture("marked");
	},

	async "an answer that a wider fact holds, which waits, offers that fact, and narrows it"({ desk, picture }) {
		const before = chat.entities("--type", "fact").length;
		assert.equal(desk.ask("fact", "show", `${TITLE}:F-1`).status, "proposed", "it says more than the answer");
		await (await desk.window.role("button", "Use as fact")).click();
		await desk.window.find("[role=dialog]", "F-1 waits and says this");
		await picture("waits");
		await (await desk.window.role("button", "Keep only this and accept")).click();
		await desk.window.waitUntilGone("[role=dialog]");
		const fact = desk.ask("fact", "show", `${TITLE}:F-1`);
		assert.deepEqual([fact.status, fact.text], ["accepted", "The wall is 840 metres long."]);
		assert.equal(chat.entities("--type", "fact").length, before, "it is the same fact, narrowed");
	},

	async "an answer whose words a fact holds already adds none, and its label is told"({ desk }) {
		const before = chat.entities("--type", "fact").length;
		await (await desk.window.role("button", "Use as fact")).click();
		await desk.window.find("[aria-label=Notifications]", "F-1");
		assert.equal(chat.entities("--type", "fact").length, before);
	},

	async "an answer becomes a fact with the very words that it cites"({ desk, picture }) {
		desk.ask("input", "add", TITLE, pumps, "--title", "Pumps", "--no-parse");
		model.answers(says("Each pump lifts 240 litres a second [source: I-2-1]."));
		await chat.ask("How much does each pump lift?");
		const answer = await chat.answered("Each pump lifts 240 litres a second");
		const before = chat.entities("--type", "fact").length;
		await (await answer.button("Use as fact")).click();
		// Earlier text may still be shown.
		await comesTo(() => chat.entities("--type", "fact").length, before + 1);
		const facts = desk.ask("facts", TITLE, "--input", "I-2");
		assert.equal(facts.length, 1);
		assert.equal(facts[0].evidence.quote, "Each pump lifts 240 litres a second.");
		await picture("fact");
	},

	async "where nothing is relevant the guard answers, and nobody is asked"({ picture }) {
		const count = model.requests.length;
		await chat.ask("Which quarterback threw the longest touchdown in the Super Bowl?");
		await chat.answered(GUARD);
		assert.equal(model.requests.length, count);
		await picture("guard");
	},

	async "what has become too much is summed up"({ desk, picture }) {
		desk.ask("provider", "set", "--max-chat-history", "4");
		const isSummary = (request) => request.system.startsWith("Summarize conversation so far");
		model.always((request) => [says(isSummary(request) ? "The user asks for the wall." : "Yes [source: I-1-1].")]);
		await chat.ask("How long is the wall, please?");
		await chat.answered("Yes I-1.1");
		await desk.window.find("details summary", "earlier messages");
		const { body } = model.requests.at(-1);
		assert.match(body.messages[1].content, /^\(Summary of the conversation so far: The user asks for the wall\.\)/);
		await picture("summary");
	},

	async "after five failures in a row the model is not asked"({ desk, picture }) {
		desk.ask("provider", "set", "--max-chat-history", "40");
		for (let at = 0; at < 5; at += 1) {
			model.refuses(400, "no");
			await chat.ask(`${QUESTION} ${at}`);
			await chat.answered("The answer failed");
			await chat.isWhole();
		}
		const count = model.requests.length;
		await chat.ask(QUESTION);
		await chat.answered("Temporary issue generating response. Here are the relevant documents summary:");
		assert.equal(model.requests.length, count, "it was not asked");
		await picture("breaker");
		model.content();
	},

	async "an answer of many passages is read from its beginning"({ desk, picture }) {
		const walls = ["north", "south", "harbour", "upper", "lower", "old", "new", "western"];
		const says = (name, at) => `The ${name} wall is ${240 + at} metres long. It was built of local stone by the town.`;
		const file = join(desk.home, "walls.txt");
		writeFileSync(file, walls.map(says).join("\n\n"));
		desk.ask("input", "add", TITLE, file, "--title", "Walls", "--no-parse");
		desk.ask("provider", "set", "offline", "--task", "chat");
		// Larger, the answer is longer than the panel.
		for (let at = 0; at < 5; at += 1) await desk.window.keys([Key.Control, "+"]);
		const last = (read) =>
			desk.window.run(
				`() => (${read})([...document.querySelectorAll("[role=listitem]:has(article[aria-busy=false])")].at(-1))`,
			);
		const firstInView = () => last((item) => Number(item.getAttribute("aria-posinset")));
		// Another process added the text: the window hears of it a moment later.
		await until("the walls to be known", async () => {
			const before = await firstInView();
			await chat.ask("How long is each wall?");
			await until("an answer more", async () => (await firstInView()) > before + 1);
			return last((item) => item.textContent.includes("north wall"));
		});
		await picture("beginning");
		const off = (region) => {
			const list = document.querySelector(region);
			return (
				[...list.querySelectorAll("article")].at(-1).getBoundingClientRect().top - list.getBoundingClientRect().top
			);
		};
		const isSeen = async () => Math.abs(await desk.window.run(`${off}`, "[role=region][aria-label=Messages]")) < 20;
		await comesTo(isSeen, true, "its first line is the first that is seen");
	},
};
