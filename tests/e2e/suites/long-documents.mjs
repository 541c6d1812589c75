// Long documents: the offline recipe to a report, a text that comes word by word and is continued, a limit that pauses and
// goes on, a process that is killed in the middle, sources that a context has no room for, a recipe of one's own, and the
// dialectic of two models, each answer cut by length, as a zip.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { enter, setProvider } from "../harness/chat.mjs";
import { Model, ends, says, waits } from "../harness/model.mjs";
import { clickTo, go } from "../harness/rail.mjs";
import { until } from "../harness/webdriver.mjs";

const TITLE = "Flood wall";
const HEAD = "main section header";
const TEXT = "main article";
const WAITS = "main [role=status]";
const runs = (desk) => desk.ask("document", "list", TITLE);
const newest = (desk) => desk.ask("document", "show", runs(desk).at(-1).id);

/** Says in a list of the system's own what is wanted. */
const select = (window, words, within = "main form select") =>
	window.run(
		`(selector, words) => {
			const list = document.querySelector(selector);
			const option = [...list.options].find((one) => one.textContent === words);
			Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value").set.call(list, option.value);
			list.dispatchEvent(new Event("change", { bubbles: true }));
		}`,
		within,
		words,
	);

const press = async (window, name) => (await window.role("button", name)).click();

/** The form of a new document by a recipe that asks a model. */
async function fillIn(window, recipe, prompt) {
	await press(window, "New long document");
	await window.find("main form table");
	await select(window, recipe);
	await (await window.find("main form textarea")).fill(prompt);
	await window.find("main form table");
}

/** Sets the number of tokens that a call and an answer may have. */
const roomOf = async (window, call, answer) => {
	await (await window.find("main form summary", "Context and length")).click();
	await (await window.role("textbox", "Tokens that a call may have")).fill(call);
	await (await window.role("textbox", "Tokens that an answer may have")).fill(answer);
};

let model;

export const tests = {
	async "the report from the recommendations is written by itself, at no cost, and leads to its report"({ desk, picture }) {
		desk.ask("discovery", "create", "--title", TITLE);
		desk.ask("entity", "add", TITLE, "--type", "fact", "--text", "The wall costs €2 m.");
		desk.ask("entity", "add", TITLE, "--type", "insight", "--text", "The wall is affordable.", "--from", "F-1");
		desk.ask("entity", "add", TITLE, "--type", "recommendation", "--text", "Build the wall.", "--from", "N-1");
		const window = await desk.start();
		await enter(window, TITLE);
		await go(window, "documents");
		await window.find("main h2", "No long documents yet");
		await window.find("main form", "Nothing is sent, and it costs nothing.");
		await picture("empty");
		await press(window, "Start");
		await window.find(HEAD, "Done");
		await window.find(TEXT, "Build the wall");
		await picture("offline");
		await (await window.find(`${TEXT} button`, "Open O-1")).click();
		await window.find("nav[aria-label=Outline] button", "Build the wall");
		assert.equal(newest(desk).cost, "0");
	},

	async "a text comes while it is written, and one that ends by length is continued to one whole"({ desk, picture }) {
		const { window } = desk;
		model = await Model.start();
		setProvider(desk, model);
		desk.ask("provider", "allow", TITLE);
		desk.ask("provider", "price", "--input", "10", "--output", "10", "--since", "2025-01-01");
		await go(window, "documents");
		await press(window, "Wallet");
		await (await window.role("textbox", "Amount")).fill("20");
		await press(window, "Add to the wallet");
		await window.find("[role=dialog] table", "20 USD");
		await picture("wallet");
		await window.escape("Wallet");
		await fillIn(window, "Brief", "What shall we do about the wall?");
		await window.find("main form", "1 call, at most");
		await window.find("main form", "The wallet has 20 USD, which is enough.");
		await picture("preview");
		assert.equal(model.requests.length, 0, "nothing was sent for the preview");
		model.answers("The wall is", waits, " affordable, and it", ends("length"));
		model.answers(says(" is to be built before the winter."));
		await press(window, "Start");
		await window.find(TEXT, "The wall is");
		assert.equal(newest(desk).chunks.length, 0, "what is seen is not yet stored");
		await picture("coming");
		await model.goOn();
		await window.find(HEAD, "Done");
		await window.find(TEXT, "The wall is affordable, and it is to be built before the winter.");
		await window.find("nav[aria-label='Stages and jobs']", "Part 2");
		model.content();
	},

	async "a document of many pages is gone through in one leap, and stays where it was gone to"({ desk }) {
		const { window } = desk;
		await fillIn(window, "Brief", "At length?");
		model.answers(says(Array.from({ length: 1_000 }, (_, n) => `Paragraph ${n}.`).join("\n\n")));
		await press(window, "Start");
		await window.find(HEAD, "Done");
		await window.find(TEXT, "Paragraph 0.");
		const region = `${TEXT} [role=region]`;
		const shown = async () => (await (await window.find(region)).text()).match(/Paragraph \d{3}\./g);
		// The text may still come: its end is gone to until it is the end of all.
		await until("the far paragraphs", async () => {
			await window.run("(selector) => { document.querySelector(selector).scrollTop = 1e6; }", region);
			return (await shown())?.includes("Paragraph 999.");
		});
		for (let frames = 0; frames < 40; frames += 1) await window.drawn();
		const top = await window.run("(selector) => document.querySelector(selector).scrollTop", region);
		assert.ok(top > 1_000, `it did not go back to its start: ${top}`);
		// Content drawn there may still be fetched.
		await until("the far paragraphs", shown);
		model.content();
	},

	async "a limit pauses it, the header says so from elsewhere, and a higher one lets it go on"({ desk, picture }) {
		const { window } = desk;
		await fillIn(window, "Brief", "And the farms?");
		await (await window.role("textbox", "Most that it may cost")).fill("0.0001");
		const requestsBefore = model.requests.length;
		await press(window, "Start");
		await window.find(WAITS, "Paused at its limit");
		assert.equal(model.requests.length, requestsBefore, "nothing was sent");
		await picture("cap");
		await go(window, "facts");
		await (await window.find("header button", "A long document waits for you")).click();
		await window.find(WAITS, "Set a higher limit, and it goes on.");
		model.answers(says("Ask the farms."));
		await (await window.role("textbox", "Most that it may cost in all, USD")).fill("5");
		await press(window, "Set the limit");
		await window.find(HEAD, "Done");
		await window.waitUntilGone("header button", "A long document waits for you");
		await window.find(TEXT, "Ask the farms.");
		model.content();
	},

	async "what fails says why, leaves the rest, and is tried again alone"({ desk, picture }) {
		const { window } = desk;
		await fillIn(window, "Brief", "Once more?");
		model.refuses(400, "This model is being mended.");
		await press(window, "Start");
		await window.find(WAITS, "A part failed");
		await window.find("nav[aria-label='Stages and jobs']", "This model is being mended.");
		await picture("failed");
		model.answers(says("Mended."));
		await (await window.find(`${WAITS} button`, "Try what failed again")).click();
		await window.find(HEAD, "Done");
		await window.find(TEXT, "Mended.");
		model.content();
	},

	async "between two stages it waits for a word, which stands in the prompts of the next"({ desk, picture }) {
		const { window } = desk;
		desk.ask("input", "add", TITLE, new URL("../texts/site-meeting.txt", import.meta.url).pathname);
		await fillIn(window, "Interview summary", "What was said of the stage?");
		await (await window.find("main form label", "Pause after each stage")).click();
		model.answers(says("They spoke of money."));
		await press(window, "Start");
		await window.find(WAITS, "A stage is done");
		await picture("stage");
		await (await window.role("textbox", "What the next stage is to do otherwise")).fill("Think of the farms.");
		model.answers(says("Money, and the farms."));
		const requestsBefore = model.requests.length;
		await (await window.find(`${WAITS} button`, "Go on")).click();
		await window.find(HEAD, "Done");
		await window.find(TEXT, "Money, and the farms.");
		assert.ok((await model.waitForRequest(requestsBefore + 1)).text.includes("Think of the farms."), "the next prompt has it");
		model.content();
	},

	async "killed in the middle, it goes on by itself at the next start"({ desk }) {
		await fillIn(desk.window, "Brief", "And in the winter?");
		model.answers("It will", waits);
		await press(desk.window, "Start");
		await desk.window.find(TEXT, "It will");
		await desk.stop();
		model.answers(says("It will hold in the winter."));
		const window = await desk.start();
		await enter(window, TITLE);
		await until("it to be done by itself", () => runs(desk).at(-1).state === "completed");
		const whole = newest(desk);
		assert.equal(whole.documents[0].text.trim(), "It will hold in the winter.");
		assert.equal(whole.chunks.length, 1, "no chunk is there twice");
		model.content();
	},

	async "sources that a context has no room for are summed up, and what was read how is said"({ desk, picture }) {
		const { window } = desk;
		const stones = join(desk.home, "stones.txt");
		writeFileSync(stones, Array.from({ length: 300 }, (_, n) => `Stone ${n} lies in row ${n % 7} of the wall. `).join(""));
		desk.ask("input", "add", TITLE, "--no-parse", "--title", "All the stones", stones);
		await clickTo(window, "documents");
		await fillIn(window, "Interview summary", "Which stones lie where?");
		// An addition by a command comes into the form a moment later, and moves what is below it.
		await window.find("main form fieldset", "All the stones");
		await roomOf(window, "1500", "200");
		model.always(({ text }) => [says(text.includes("Sum up this text") ? "There are 300 stones in seven rows." : "Seven rows of stones.")]);
		await press(window, "Start");
		await window.find(HEAD, "Done");
		await window.find("nav[aria-label='Stages and jobs']", "Summary of an Input");
		await (await window.find("nav[aria-label='Stages and jobs'] button", "All the stones")).click();
		await (await window.find(`${TEXT} summary`, "What its calls read")).click();
		await window.find(TEXT, "All the stones, as a summary");
		await picture("summaries");
		const whole = newest(desk);
		assert.ok(whole.chunks.some(({ seen }) => seen.some((text) => text.as === "summary")));
		assert.ok(model.requests.slice(-4).every(({ text }) => text.length < 9_000), "no call had more than there is room for");
		model.content();
	},

	async "a context that has no room even so fails in words, and says what to do"({ desk, picture }) {
		const { window } = desk;
		const long = Array.from({ length: 30 }, (_, n) => `point ${n}`).join(", ");
		await fillIn(window, "Brief", `Say something of ${long}.`);
		await roomOf(window, "256", "60");
		await press(window, "Start");
		await window.find(WAITS, "A part failed");
		await window.find("nav[aria-label='Stages and jobs']", "Take a model with a larger context");
		await picture("no room");
		desk.ask("document", "cancel", runs(desk).at(-1).id);
		model.always(undefined);
	},

	async "a model that is another by now is asked about before anything is sent"({ desk, picture }) {
		const { window } = desk;
		await fillIn(window, "Brief", "And who pays?");
		await (await window.role("textbox", "Most that it may cost")).fill("0.0001");
		await press(window, "Start");
		await window.find(WAITS, "Paused at its limit");
		const requestsBefore = model.requests.length;
		const other = await Model.start();
		other.name = "another-3";
		setProvider(desk, other);
		desk.ask("provider", "allow", TITLE);
		await (await window.role("textbox", "Most that it may cost in all, USD")).fill("5");
		await press(window, "Set the limit");
		await window.find(WAITS, "Paused: the model is another now");
		await picture("changed");
		assert.deepEqual([model.requests.length, other.requests.length], [requestsBefore, 0], "nobody was asked");
		other.answers(says("The town pays."));
		await (await window.find(`${WAITS} button`, "Go on")).click();
		await window.find(HEAD, "Done");
		await window.find(HEAD, "another-3");
		await window.find(TEXT, "The town pays.");
		other.content();
		other.stop();
		setProvider(desk, model);
		desk.ask("provider", "allow", TITLE);
	},

	async "a recipe of one's own is copied, renamed, used, deleted, and each is taken back"({ desk, picture }) {
		const { window } = desk;
		await press(window, "New long document");
		await window.find("main form table");
		await select(window, "Brief");
		await press(window, "Copy and change this recipe");
		await picture("recipe");
		await press(window, "Keep the recipe");
		await window.find("[role=region]", "The recipe my-brief is kept");
		await press(window, "Rename");
		await (await window.role("textbox", "What the recipe is called")).fill("For the council");
		await press(window, "Rename");
		await window.find("main form select option", "For the council");
		const ownRecipes = () => desk.ask("document", "recipes", TITLE).filter(({ origin }) => origin === "own").map(({ name }) => name);
		assert.deepEqual(ownRecipes(), ["for-the-council"]);
		await (await window.find("main form textarea")).fill("What shall the council do?");
		model.answers(says("Decide."));
		await press(window, "Start");
		await window.find(HEAD, "Done");
		await press(window, "New long document");
		await window.find("main form table");
		await select(window, "For the council");
		await press(window, "Delete");
		await window.find("[role=region]", "was deleted");
		await until("it to be gone", () => ownRecipes().length === 0);
		desk.ask("undo", TITLE);
		await until("it to be back", () => ownRecipes().length === 1);
		model.content();
	},

	async "two models argue it out, stand beside each other, and go out as a zip"({ desk, picture }) {
		const { window } = desk;
		await fillIn(window, "Dialectic", "What shall we do about the wall?");
		await (await window.role("textbox", "Another model, by its name")).fill("other-2");
		await press(window, "Add");
		await window.find("main form", "other-2: runs on this computer, free");
		// Each answer of each stage is cut in the middle of a word.
		model.always(({ body }) =>
			body.messages.some(({ role }) => role === "assistant")
				? [says(`ld it, says ${body.model}.`)]
				: [says(`## What ${body.model} says\n\nBui`), ends("length")],
		);
		const before = runs(desk).length;
		await press(window, "Start");
		await until("the dialectic to begin", () => runs(desk).length > before);
		await until("the dialectic to end", () => runs(desk).at(-1).state === "completed", 120_000);
		await window.find(HEAD, "Done");
		const whole = newest(desk);
		assert.ok(whole.documents.filter(({ is_result }) => is_result).length === 2, "one of each model");
		for (const stage of ["thesis", "antithesis", "synthesis", "parenthesis", "paralysis"])
			assert.ok(whole.jobs.some((job) => job.stage === stage && job.kind === "continue"), `${stage} was continued`);
		for (const { text, model } of whole.documents) assert.equal(text.trim(), `## What ${model} says\n\nBuild it, says ${model}.`);
		await (await window.find("nav[aria-label='Stages and jobs'] button", "Thesis by scripted-1")).click();
		await select(window, "Thesis by other-2", "main select");
		await until("two texts", async () => (await window.all(TEXT)).length === 2);
		await window.find(`${TEXT} + article`, "Build it, says other-2.");
		await picture("dialectic");
		const zip = join(desk.home, "wall.zip");
		desk.choose(zip);
		await press(window, "What to do with the document");
		await (await window.find("[role=menuitem]", "Export as zip…")).click();
		await window.find("body", "files written");
		const bytes = readFileSync(zip).toString("latin1");
		for (const name of ["1_thesis/", "raw_responses/", "seed_prompt.md", "project_settings.json"])
			assert.ok(bytes.includes(name), `${name} is in the zip`);
	},
};
