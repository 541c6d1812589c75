import { beforeEach, expect, test } from "vitest";
import { countAnswer, lookAt, readAll, useDoor } from "../../../src/state/chatDoor.ts";

/** Returns the unread answers: every answer but those of the conversation that is looked at. */

const unread = () =>
	Object.entries(useDoor.getState().unread).map(([id, { discovery, count }]) => [id, discovery, count]);

beforeEach(() => useDoor.setState({ shown: null, unread: {} }));

test("nobody looks: each answer is counted, by conversation", () => {
	for (const conversation of ["one", "one", "two"]) countAnswer("here", conversation);
	countAnswer("there", "three");
	expect(unread()).toEqual([
		["one", "here", 2],
		["two", "here", 1],
		["three", "there", 1],
	]);
});

test("what is looked at is read, and what comes elsewhere meanwhile is not", () => {
	countAnswer("here", "one");
	const away = lookAt("one");
	countAnswer("here", "one");
	countAnswer("here", "two");
	expect(unread()).toEqual([["two", "here", 1]]);
	away();
	countAnswer("here", "one");
	expect(unread()).toEqual([
		["two", "here", 1],
		["one", "here", 1],
	]);
});

test("who looks away after another is looked at takes nothing from it", () => {
	const away = lookAt("one");
	lookAt("two");
	away();
	countAnswer("here", "two");
	expect(unread()).toEqual([]);
});

test("of a conversation that is gone nothing is unread", () => {
	countAnswer("here", "one");
	readAll("one");
	expect(unread()).toEqual([]);
});
