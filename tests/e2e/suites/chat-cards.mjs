// Cards: what a model proposes, what the analyst makes of it, and that nothing else ever happens.

import assert from "node:assert/strict";
import { Chat, makeDiscovery, setProvider } from "../harness/chat.mjs";
import { Model, calls, says } from "../harness/model.mjs";
import { comesTo, until } from "../harness/webdriver.mjs";

const model = await Model.start();
let chat;

const insight = (text, ...related_ids) => calls("add_item", { entity_type: "insight", text, related_ids });
const edit = (entity_type, item_id, new_text) => calls("edit_item", { entity_type, item_id, new_text });
const remove = (entity_type, item_id) => calls("delete_item", { entity_type, item_id });

const doors = "The doors need to open before the venue closes.";
const demand = "Two projectors need two operators.";

export const tests = {
	async "FS-ChatAddItem: a call becomes a card that shows what would be added"({ desk, picture }) {
		makeDiscovery(desk);
		setProvider(desk, model);
		desk.ask("provider", "allow", "Site meeting", "--task", "chat");
		chat = new Chat(desk);
		await desk.start();
		await chat.enter();
		await chat.open();
		model.answers(says("That is worth an insight."), insight(doors, "F-3", "F-2"));
		await chat.ask("Add an insight about the doors, from F-3 and F-2.");
		const card = await chat.card(doors, "pending");
		for (const words of ["Insight", "F-2", "The stage is 8 m wide", "F-3", "The show opens on 12 May 2026.", "Waits for you"]) {
			await card.says(words);
		}
		assert.deepEqual(chat.labels("insight"), ["N-1"], "nothing was added yet");
		await picture("add");
	},

	async "FS-ChatAddItemConfirm: confirmed, it is added with its links, as one step"({ desk, picture }) {
		const { window } = desk;
		await chat.press("Confirm", doors);
		const card = await chat.card(doors, "applied");
		await card.says(/Applied.*N-2/s);
		const added = chat.entity("N-2");
		assert.deepEqual([added.text, added.links.up], [doors, ["F-2", "F-3"]]);
		assert.equal(chat.lastStep(), "Chat: add N-2");
		await picture("applied");
		desk.ask("undo", chat.discovery);
		await chat.card(doors, "pending");
		assert.deepEqual(chat.labels("insight"), ["N-1"], "undo takes it back, and the card waits again");
		desk.ask("redo", chat.discovery);
		await chat.card(doors, "applied");
		model.answers(insight("The doors must open before the venue closes.", "F-3"));
		await chat.ask("Say that again.");
		await chat.press("Confirm", "The doors must open", "pending");
		const dialog = await window.find("[role=dialog]", "This is said already");
		// The duplicate check is the same as by hand.
		await dialog.says("N-2");
		await window.escape("This is said already");
		await chat.card("The doors must open", "pending");
		await chat.press("Cancel", "The doors must open");
		await chat.card("The doors must open", "cancelled");
		assert.deepEqual(chat.labels("insight"), ["N-1", "N-2"]);
	},

	async "FS-ChatAddItemEdit: what is added is what the analyst made of it"({ desk, picture }) {
		const { window } = desk;
		model.answers(insight("Two projectors.", "F-4"));
		await chat.ask("Add one about the projectors.");
		await chat.press("Edit", "Two projectors.", "pending");
		await (await window.role("textbox", "Text")).fill(demand);
		await (await window.role("textbox", "Rests on")).fill("F-4, F-2");
		await picture("add-edited");
		await (await (await window.find('section[data-card][data-status="pending"] form, section[data-card][data-status="pending"]')).button("Confirm")).click();
		await chat.card(demand, "applied");
		const added = chat.entities("--type", "insight").at(-1);
		assert.deepEqual([added.text, added.links.up], [demand, ["F-2", "F-4"]]);
	},

	async "FS-ChatAddItemCancel: cancelled, nothing is added"({ picture }) {
		const before = chat.labels("insight");
		model.answers(insight("The stage is small.", "F-2"));
		await chat.ask("Add one about the stage.");
		await chat.press("Cancel", "The stage is small.", "pending");
		const card = await chat.card("The stage is small.", "cancelled");
		await card.says("Cancelled");
		assert.ok(!/Confirm/.test(await card.text()), "there is nothing left to press");
		assert.deepEqual(chat.labels("insight"), before);
		await picture("cancelled");
	},

	async "FS-ChatDeleteItem: a deletion shows the text, and how many rest on it and which"({ picture }) {
		model.answers(remove("fact", "F-1"));
		await chat.ask("Delete F-1.");
		const card = await chat.card("Confirm deletion", "pending");
		for (const part of ["Fact", "F-1", "€120,000.00", "3 cards", "N-1", "R-1", "O-1"]) await card.says(part);
		await picture("delete");
	},

	async "FS-ChatDeleteItemCancel: cancelled, all stays"() {
		await chat.press("Cancel", "Confirm deletion");
		await chat.card("F-1", "cancelled");
		assert.ok(chat.labels("fact").includes("F-1"));
	},

	async "FS-ChatDeleteItemConfirm: confirmed, it is gone, and what rested on it is marked"({ desk, picture }) {
		model.answers(calls("delete_item", { entity_type: "fact", item_id: "F-1, F-4" }));
		await chat.ask("Delete F-1 and F-4.");
		await chat.press("Confirm deletion", "F-4", "pending");
		const missingFacts = () => ["F-1", "F-4"].filter((label) => !chat.labels("fact").includes(label));
		await comesTo(missingFacts, ["F-1", "F-4"], "one card may name several");
		await chat.card("F-4", "applied");
		assert.notEqual(chat.entity("N-1").status, "draft", "it is marked");
		await picture("deleted");
		desk.ask("undo", chat.discovery);
		await chat.card("Confirm deletion", "pending");
		assert.deepEqual(missingFacts(), [], "one undo brings both back");
		await chat.press("Cancel", "Confirm deletion");
		await chat.card("F-4", "cancelled");
	},

	async "FS-ChatEditItem: an edit shows before and after, word by word"({ picture }) {
		model.answers(edit("insight", "N-1", "The money decides how high can be built."));
		await chat.ask("Make N-1 about the height.");
		const card = await chat.card("Apply", "pending");
		const marked = () => chat.window.run("() => [...document.querySelectorAll('section[data-status=pending] [data-selectable] :is(ins, del)')].map((one) => [one.localName, one.lastChild.textContent.trim()])");
		await comesTo(marked, [["del", "what"], ["ins", "how high"]], await card.text());
		assert.equal(chat.entity("N-1").text, "The money decides what can be built.", "nothing was changed yet");
		await picture("edit");
	},

	async "FS-ChatEditItemApply: applied, it is a new version, and what rests on it is marked"({ picture }) {
		await chat.press("Apply", "N-1", "pending");
		await chat.card("how high", "applied");
		const { text, version } = chat.entity("N-1");
		assert.deepEqual([text, version], ["The money decides how high can be built.", 2]);
		assert.equal(chat.entity("R-1").status, "needs_review");
		assert.equal(chat.lastStep(), "Chat: edit N-1");
		await picture("edited");
	},

	async "FS-ChatEditItemModify: what is applied is what the analyst wrote in its place"({ desk }) {
		const { window } = desk;
		model.answers(edit("recommendation", "R-1", "Fix the budget."));
		await chat.ask("Shorten R-1.");
		await chat.press("Edit", "R-1", "pending");
		await (await window.role("textbox", "After")).fill("Fix the budget first.");
		await chat.press("Apply", "Waits for you", "pending");
		await comesTo(() => chat.entity("R-1").text, "Fix the budget first.");
		await chat.card("first", "applied");
	},

	async "FS-ChatEditItemCancel: cancelled, the text stays"() {
		model.answers(edit("output", "O-1", "Nothing."));
		await chat.ask("Empty O-1.");
		await chat.press("Cancel", "Nothing.", "pending");
		await chat.card("Nothing.", "cancelled");
		assert.equal(chat.entity("O-1").text, "Brief to the producer: first the budget.");
	},

	async "FS-ChatActionErrorRollback: what fails is undone, said on the card, and can be tried again"({ desk, picture }) {
		const { window } = desk;
		const before = desk.ask("entity", "list", chat.discovery);
		model.answers(edit("fact", "F-1", "Nobody knows."), insight("The venue is a house.", "F-2"));
		await chat.ask("Change both.");
		await chat.pressOfTurn("Apply all (2)");
		await chat.card("Nobody knows.", "error");
		await chat.card("The venue is a house.", "pending");
		assert.deepEqual(desk.ask("entity", "list", chat.discovery), before, "all or nothing");
		await picture("error");
		await chat.press("Edit", "Nobody knows.", "error");
		await (await window.role("textbox", "After")).fill("EUR 130,000");
		await chat.press("Apply", "Not applied", "error");
		await chat.card("130,000", "applied");
		await chat.press("Confirm", "The venue is a house.", "pending");
		await chat.card("The venue is a house.", "applied");
		await chat.pressOfTurn("Undo all of this turn");
		await until("both to be taken back", () => JSON.stringify(desk.ask("entity", "list", chat.discovery)) === JSON.stringify(before));
	},

	async "all cards of an answer are told as one step, with who judged it, and Undo takes back all"({ desk, picture }) {
		const { window } = desk;
		await chat.press("Cancel", "Nobody knows.", "pending", "error");
		await chat.card("Nobody knows.", "cancelled");
		await chat.press("Cancel", "The venue is a house.", "pending");
		await chat.card("The venue is a house.", "cancelled");
		// Set for the impact check and not allowed to see anything: what is built in decides, and that is said.
		desk.ask("provider", "set", "openai-compatible", "--base-url", "http://127.0.0.1:9/v1", "--model", "judge", "--task", "derivation");
		const before = desk.ask("entity", "list", chat.discovery);
		model.answers(edit("fact", "F-1", "EUR 140,000"), insight("A house has neighbours.", "F-2"));
		await chat.ask("Change both again.");
		await chat.pressOfTurn("Apply all (2)");
		await window.find("[role=region]", "2 changes applied");
		await window.find("[role=region]", "The built-in check decided.");
		await picture("all");
		await window.find("[role=region] button", "Undo").then((button) => button.click());
		await until("both to be taken back", () => JSON.stringify(desk.ask("entity", "list", chat.discovery)) === JSON.stringify(before));
		await chat.card("A house has neighbours.", "pending");
		await chat.pressOfTurn("Apply all (2)");
		await chat.card("A house has neighbours.", "applied");
		await chat.pressOfTurn("Undo all of this turn");
		await window.find("[role=region]", "All that this answer did was undone");
		await until("both to be taken back", () => JSON.stringify(desk.ask("entity", "list", chat.discovery)) === JSON.stringify(before));
		desk.ask("provider", "set", "offline", "--task", "derivation");
	},

	async "a bad call goes back to the model, which does better"() {
		const count = model.requests.length;
		model.answers(edit("insight", "N-99", "This is not there."));
		model.answers(calls("edit_item", '{"entity_type": "insi'));
		model.answers(edit("insight", "N-2", "The doors open at 18:00."));
		await chat.ask("Say when the doors open.");
		await chat.card("18:00", "pending");
		assert.equal(model.requests.length, count + 3);
		assert.match(model.requests.at(-2).body.messages.at(-1).content, /N-99/, "it is told what was wrong");
		await chat.press("Cancel", "18:00", "pending");
		await chat.card("18:00", "cancelled");
	},

	async "a card whose entity changed meanwhile says so, shows the new diff, and survives a restart"({ desk, picture }) {
		model.answers(edit("insight", "N-2", "The doors open at 18:00 and close at 22:00."));
		await chat.ask("And when they close.");
		await chat.card("22:00", "pending");
		await desk.restart();
		await chat.open();
		await chat.card("22:00", "pending");
		desk.ask("entity", "edit", chat.discovery, "N-2", "--text", "The doors open early.");
		await (await chat.card("22:00", "pending")).says("early");
		await picture("stale");
		await (await chat.card("22:00", "pending")).says(/changed/i);
		await chat.press("Apply", "22:00", "pending");
		await chat.card("22:00", "applied");
		assert.equal(chat.entity("N-2").text, "The doors open at 18:00 and close at 22:00.");
		model.content();
	},
};
