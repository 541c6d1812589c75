// A model's suggestions for the current state, over the real wire: seen to whom, taken over or refused, and undone.

import assert from "node:assert/strict";
import { enter } from "../harness/chat.mjs";
import { go } from "../harness/rail.mjs";
import { Key, until } from "../harness/webdriver.mjs";
import { Model, says, waits } from "../harness/model.mjs";

const TITLE = "Exhibition stand";
const SUGGESTIONS = "section[aria-label='Suggestions']";
const STATE = "section[aria-label='Current state']";
const add = (block, kind, text) => ({ op: "add", block: `project.${block}`, kind, text });
const ANSWER = JSON.stringify({
	ops: [
		add("openQuestions", "question", "Who holds the keys?"),
		add("constraints", "constraint", "Keep the doors free."),
		{ ...add("constraints", "constraint", "Drilling allowed: yes"), op: "replace" },
		add("logistics", "checklist", "Ask for the floor plan."),
		{ ...add("budget", "note", "Nothing is left."), op: "remove" },
	],
});
let model;

const press = async (window, name) => (await window.role("button", name)).click();
const ask = (window) => press(window, "Suggest additions");
const lines = (desk) => desk.ask("block", "show", TITLE).flatMap(({ block, markdown }) => (markdown.includes("- ") ? [`${block}: ${markdown}`] : []));
const inState = (desk, text) => lines(desk).some((line) => line.includes(text));

export const tests = {
	async "without a model it says how to set one"({ desk, picture }) {
		desk.ask("discovery", "create", "--title", TITLE, "--goal", "A stand for the spring fair");
		desk.ask("answer", TITLE, "--question", "project.constraints.drillingAllowed", "--no");
		const window = await desk.start();
		await enter(window, TITLE);
		await go(window, "work");
		await window.find(STATE, "Drilling allowed");
		await ask(window);
		await window.find(SUGGESTIONS, "none is set for deriving");
		await picture("no-model");
	},

	async "nothing leaves before it is seen to whom, and then what came is shown, with what is refused"({ desk, picture }) {
		const { window } = desk;
		model = await Model.start();
		model.answers(waits, says(ANSWER));
		desk.ask("provider", "set", "openai-compatible", "--base-url", model.base, "--model", model.name, "--task", "derivation");
		await ask(window);
		const consent = await window.find("[role=dialog]", model.host);
		assert.equal(model.requests.length, 0, "nothing has left");
		await picture("consent");
		await (await consent.button("Allow sending")).click();
		await model.waitForRequest(1);
		await window.find("main, body", "Asking scripted-1 what is worth adding");
		await picture("asking");
		await model.goOn();
		await window.find(SUGGESTIONS, "Keep the doors free.");
		const found = await window.find(SUGGESTIONS, "refused");
		for (const shown of ["Who holds the keys?", "Ask for the floor plan.", "2 refused: only adding is allowed", "it says “replace”", "it says “remove”", "Nothing is left."]) {
			await found.says(shown);
		}
		const { body } = model.requests[0];
		assert.equal(body.response_format.type, "json_schema", "its own means to say what may be answered");
		assert.ok(!inState(desk, "Keep the doors free."), "what is suggested changes nothing");
		await picture("suggested");
	},

	async "one is taken over by key and stands in its block, marked as suggested; its undo lets it wait again"({ desk, picture }) {
		const { window } = desk;
		await (await window.role("button", "Take over: Keep the doors free.")).focus();
		await window.keys(Key.Enter);
		const line = `${STATE} [data-block='project.constraints'] [data-role=suggested]`;
		await window.find(line, "Keep the doors free.");
		await until("it to leave the suggestions", async () => !(await (await window.find(SUGGESTIONS)).text()).includes("Keep the doors free."));
		await picture("taken");
		await window.keys([Key.Control, "z"]);
		await window.waitUntilGone(line);
		await window.role("button", "Take over: Keep the doors free.");
	},

	async "all of them are one step, and never what was refused"({ desk, picture }) {
		const { window } = desk;
		const facts = desk.ask("facts", TITLE).length;
		await press(window, "Take over all 3");
		await until("all to stand", () => ["Who holds the keys?", "Keep the doors free.", "Ask for the floor plan."].every((text) => inState(desk, text)));
		assert.ok(!inState(desk, "Drilling allowed: yes") && !inState(desk, "Nothing is left."), "what was refused is nowhere");
		assert.equal(desk.ask("facts", TITLE).length, facts, "no suggestion is a fact");
		await picture("all");
		await window.keys([Key.Control, "z"]);
		await until("all to go again", () => !["Who holds the keys?", "Keep the doors free."].some((text) => inState(desk, text)));
		assert.deepEqual(desk.ask("rebuild", TITLE, "--check").flatMap(({ differences }) => differences), []);
	},

	async "it can be stopped, and what goes wrong is said in words"({ desk, picture }) {
		const { window } = desk;
		model.answers(waits);
		await press(window, "Close suggestions");
		await ask(window);
		const request = await model.waitForRequest(2);
		await press(window, "Cancel");
		await until("the model to be left", () => request.isAborted);
		await window.role("button", "Suggest additions");
		assert.equal((await window.all(SUGGESTIONS)).length, 0, "stopped is no error");
		model.refuses(401, "no such key");
		await ask(window);
		await window.find(`${STATE} [role=alert]`, "Nothing was suggested");
		await picture("error");
		model.content();
		model.stop();
	},
};
