import { beforeEach, expect, test } from "vitest";
import {
	countUnreadAnswer,
	markConversationRead,
	showConversation,
	useChatState,
} from "../../../src/state/chatState.ts";

/** Returns the unread answers: every answer but those of the conversation that is looked at. */

const unread = () =>
	Object.entries(useChatState.getState().unread).map(([id, { discovery, count }]) => [id, discovery, count]);

beforeEach(() => useChatState.setState({ shown: null, unread: {} }));

test("nobody looks: each answer is counted, by conversation", () => {
	for (const conversation of ["one", "one", "two"]) countUnreadAnswer("here", conversation);
	countUnreadAnswer("there", "three");
	expect(unread()).toEqual([
		["one", "here", 2],
		["two", "here", 1],
		["three", "there", 1],
	]);
});

test("what is looked at is read, and what comes elsewhere meanwhile is not", () => {
	countUnreadAnswer("here", "one");
	const away = showConversation("one");
	countUnreadAnswer("here", "one");
	countUnreadAnswer("here", "two");
	expect(unread()).toEqual([["two", "here", 1]]);
	away();
	countUnreadAnswer("here", "one");
	expect(unread()).toEqual([
		["two", "here", 1],
		["one", "here", 1],
	]);
});

test("who looks away after another is looked at takes nothing from it", () => {
	const away = showConversation("one");
	showConversation("two");
	away();
	countUnreadAnswer("here", "two");
	expect(unread()).toEqual([]);
});

test("of a conversation that is gone nothing is unread", () => {
	countUnreadAnswer("here", "one");
	markConversationRead("one");
	expect(unread()).toEqual([]);
});
