// Questions, the content sent of them and its receiver, and the ways that an answer comes, ends, fails and is broken
// off.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { Chat, FIELD, makeDiscovery, setProvider, discoveryData } from "../harness/chat.mjs";
import { Model, breaks, cuts, ends, hangs, says, waits } from "../harness/model.mjs";
import { Key, comesTo, until } from "../harness/webdriver.mjs";

const model = await Model.start();
let chat;

export const tests = {
	async "FS-SendMessage: a question is sent once the analyst has allowed to whom"({ desk, picture }) {
		makeDiscovery(desk);
		setProvider(desk, model);
		chat = new Chat(desk);
		await desk.start();
		const window = await chat.enter();
		await chat.open();
		await window.find('section[aria-label="Chat"]', `scripted-1 at ${new URL(model.base).host}`);
		assert.notEqual(await (await window.role("button", "Send")).attribute("disabled"), null, "there is nothing to send");
		await chat.ask("How large is the budget?");
		const dialog = await window.find("[role=dialog]", "Send text of “Site meeting”");
		// The address, whole.
		await dialog.says(model.origin);
		await picture("consent");
		await (await window.role("button", "Do not send")).click();
		await window.waitUntilGone("[role=dialog]");
		assert.equal(model.requests.length, 0, "nothing was sent");
		await until("the words to be back", async () => (await (await chat.field()).text()) === "How large is the budget?");
		model.answers("It is **EUR 120,000** [F-1].");
		await (await window.role("button", "Send")).click();
		await (await window.role("button", "Allow sending")).click();
		await chat.answered("It is EUR 120,000 F-1.");
		assert.deepEqual((await chat.shown()).map(([author]) => author), ["You", "scripted-1"]);
		await comesTo(async () => (await chat.field()).text(), "", "the field is empty again");
		await chat.write("One line");
		await window.keys([Key.Shift, Key.Enter]);
		await window.type("and another");
		model.answers("Two lines.");
		await window.keys(Key.Enter);
		assert.equal((await model.waitForRequest(2)).body.messages.at(-1).content, "One line\nand another", "Shift+Enter is a new line");
		await chat.answered("Two lines.");
		await picture("answered");
	},

	async "FS-StreamingResponse: words are shown as they come"({ desk, picture }) {
		const { window } = desk;
		const rest = "- the budget, [F-1]\n- the date, [F-3]\n\n| what | when |\n|---|---|\n| show | 12 May |\n\n```\ncode stays code [F-1]\n```\n";
		model.answers(says("Two things are settled.\n\n"), waits, says(rest, 5), waits, "The end.");
		await chat.ask("What is settled?");
		await chat.writes("Two things are settled.");
		await model.goOn();
		await chat.writes("code stays code");
		await picture("streaming");
		await model.goOn();
		const answer = await chat.answered("The end.");
		const parts = () => window.run("() => [...document.querySelectorAll('article')].at(-1).querySelectorAll('li, table, pre, [data-chip]').length");
		await comesTo(parts, 2 + 1 + 1 + 2, "lists, tables, code and labels are such");
		// No words are lost.
		await answer.says(/Two things are settled\..*the date.*show.*The end\./s);
	},

	async "FS-SendMessageDisabledDuringResponse: while an answer comes nothing else can be sent, and it can be stopped"({ desk, picture }) {
		const { window } = desk;
		const count = model.requests.length;
		model.answers("So far so good, ", waits, "never said");
		await chat.ask("Tell me more.");
		await chat.writes("So far so good,");
		const field = await chat.field();
		await comesTo(() => field.attribute("aria-disabled"), "true", "it says so");
		await window.waitUntilGone('section[aria-label="Chat"] button[aria-label="Send"]');
		await field.focus();
		await window.type("not now");
		await window.keys(Key.Enter);
		await window.drawn();
		assert.equal(await (await chat.field()).text(), "", "nothing can be written");
		assert.equal(model.requests.length, count + 1, "nothing was sent");
		await (await window.role("button", "Stop")).click();
		const answer = await chat.answered("Stopped. What had come is kept.");
		await answer.says("So far so good,");
		await until("the line to be closed", () => model.requests.at(-1).isAborted);
		await picture("stopped");
		await window.role("button", "Send");
		// And the next may be asked.
		await chat.ready();
	},

	async "FS-AskQuestionAboutDiscovery: the model knows the discovery, its own part in it and what was said before"() {
		model.answers("Two projectors [F-4].");
		await chat.ask("What did Anna ask for?");
		await chat.answered("Two projectors F-4.");
		const { system, body } = model.requests.at(-1);
		assert.match(system, /^You are Factly, an AI research assistant helping an analyst work on a Discovery session\./);
		assert.match(system, /Title: Site meeting\nGoal: What can be built for the money\?/);
		assert.match(system, /Anna Keller asked for two projectors\./);
		assert.deepEqual(body.messages.slice(1, 3).map(({ content }) => content), ["How large is the budget?", "It is **EUR 120,000** [F-1]."]);
		assert.deepEqual(body.tools.map((tool) => tool.function.name), ["add_item", "delete_item", "edit_item"]);
		assert.deepEqual([body.temperature, body.max_tokens], [0.4, 4096]);
	},

	async "FS-ChatFullContextBelowThreshold: a small discovery goes along whole"() {
		const before = chat.entities().map(({ label }) => label);
		model.answers("I see all of it.");
		await chat.ask("What do you see?");
		await chat.answered("I see all of it.");
		const data = discoveryData(model.requests.at(-1));
		const seen = ["inputs", "facts", "insights", "recommendations", "outputs"].flatMap((column) => data[column]);
		const label = (item) => item[Object.keys(item).find((key) => key.endsWith("_id"))];
		// Messages are read for facts, which may come after the question.
		const known = new Set([...before, ...seen.map(label)]);
		const there = chat.entities().filter((entity) => known.has(entity.label));
		const texts = there.map((entity) => [entity.label, entity.type === "input" ? undefined : entity.text]);
		assert.deepEqual(seen.map((item) => [label(item), item.input_id ? undefined : item.text]), texts, "every card with its whole text");
		assert.deepEqual(data.outputs[0].related_recommendations, ["R-1"]);
		assert.match(data.inputs[0].text, /^Site meeting, 3 March 2026\n\nThe total budget is EUR 120,000\./, "and what was read");
	},

	async "FS-ChatSummarizedContextAboveThreshold: of a large one goes a summary, and what is mentioned in full"({ desk }) {
		const text = (row) => `Row ${row} has ${row + 7} seats. ${"It is numbered from the left. ".repeat(9)}`.trim();
		for (let row = 1; row <= 46; row += 1) {
			desk.ask("entity", "add", chat.discovery, "--type", "fact", "--text", text(row), "--anyway");
		}
		const last = chat.labels("fact").at(-1);
		model.answers("There are many seats.");
		await chat.write(`How many seats are in @${last}`);
		await desk.window.find("[role=listbox]", "Row 46");
		await desk.window.keys(Key.Enter);
		await desk.window.waitUntilGone("[role=listbox]");
		await desk.window.keys(Key.Enter);
		await chat.answered("There are many seats.");
		const { system } = model.requests.at(-1);
		assert.match(system, /too large to be sent whole/);
		assert.ok(!system.includes("Row 45 has 52 seats. It"), "not every card goes along");
		const data = discoveryData(model.requests.at(-1));
		assert.deepEqual(data.referenced_items.map(({ id, text: words }) => [id, words]), [[last, text(46)]], "in full");
		assert.ok(system.length < 60_000, `it stays small: ${system.length} characters`);
	},

	async "FS-ChatErrorDisplay: what went wrong is said in words, with what to do, and can be tried again"({ desk, picture }) {
		const { window } = desk;
		const failed = async (what, pattern) => {
			const answer = await chat.answered(what);
			await answer.says(pattern);
			return answer;
		};
		model.refuses(401, "Incorrect API key provided.");
		await chat.ask("First?");
		await failed("The answer failed before anything came.", /key/i);
		model.refuses(429, "You are too fast.", { "retry-after": "60" });
		await chat.ask("Second?");
		const answer = await failed("You are too fast.", /The answer failed before anything came\./);
		await picture("failed");
		model.answers("Now it went.");
		await (await answer.button("Try again")).click();
		await chat.answered("Now it went.");
		await window.waitUntilGone("article", "You are too fast.");
		model.answers("Half a sen", breaks("The model fell over."));
		await chat.ask("Third?");
		await failed("Half a sen", /The answer failed\. What had come is kept\..*The model fell over\./s);
		model.answers("A sentence that is too lo", ends("length"));
		await chat.ask("Fourth?");
		await failed("A sentence that is too lo", /Stopped\./);
		assert.equal((await chat.field()).name, `textbox “${FIELD}”`);
	},

	async "FS-ChatStreamingInterruption: what had come is kept and marked, also when the application is killed"({ desk, picture }) {
		let { window } = desk;
		model.answers("The line will be ", cuts);
		await chat.ask("What happens now?");
		const cut = await chat.answered("The line will be");
		await cut.says("The answer failed. What had come is kept.");
		model.answers("The light will go ", hangs);
		await chat.ask("And now?");
		await chat.writes("The light will go");
		const isStored = (file) => existsSync(file) && readFileSync(file).includes("The light will go");
		await until("the autosave of the answer", () => [desk.library, `${desk.library}-wal`].some(isStored));
		desk.endStrays();
		window = await desk.restart();
		await chat.open();
		const killed = await chat.answered("The light will go");
		await killed.says("The answer failed. What had come is kept.");
		await picture("killed");
		model.answers("Still here.");
		await chat.ask("Are you there?");
		await chat.answered("Still here.");
		await window.role("button", "Send");
		model.content();
	},
};
