// The chat over sources: answered from their own words or by a model, cited, checked, guarded, summed up, and kept from a
// model that fails.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { Chat, setProvider } from "../harness/chat.mjs";
import { Model, says } from "../harness/model.mjs";
import { comesTo } from "../harness/webdriver.mjs";

const wall = fileURLToPath(new URL("../texts/flood-wall.txt", import.meta.url));
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

	async "an answer becomes a fact with its quote"({ desk }) {
		await (await desk.window.role("button", "Use as fact")).click();
		await comesTo(
			async () => chat.entities("--type", "fact").some(({ text }) => text === "The wall is 840 metres long."),
			true,
			"what its source carries is a fact",
		);
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
};
