import { beforeEach, expect, test } from "vitest";
import { commands } from "../../src/ipc/bindings.ts";
import { call } from "../../src/ipc/call.ts";
import { chatChannel } from "../../src/ipc/chatChannel.ts";
import { messagesQuery, streamingMessages } from "../../src/ipc/chatQueries.ts";
import { client } from "../../src/ipc/client.ts";
import { openHost } from "./onHost.ts";

let discovery: string;
let conversation: string;
const say = (text: string) =>
	call(
		commands.chatSend(
			discovery,
			conversation,
			text,
			[],
			null,
			"task",
			chatChannel(() => {}),
		),
	);
const read = async () => (await client.fetchInfiniteQuery({ ...messagesQuery(conversation), staleTime: 0 })).pages;
const known = () =>
	(window.testDoor?.calls ?? []).filter(({ command }) => command === "chatMessages").map(({ args }) => args);

beforeEach(async () => {
	streamingMessages.clear();
	({ discovery } = await openHost("sample"));
	conversation = (await call(commands.chatCreate(discovery, "discovery", null))).id;
});

test("messages that are read again keep the words that are there, and the host is told whose", async () => {
	await say("hello");
	const [before] = await read();
	const ids = before?.messages.map(({ id }) => id) ?? [];
	expect(ids).toHaveLength(2);
	await say("and again");
	const [after] = await read();
	expect(known()).toMatchObject([{ known: [] }, { known: ids }]);
	expect(after?.messages).toHaveLength(4);
	expect(after?.messages[1]?.blocks, "not drawn again").toBe(before?.messages[1]?.blocks);
});

test("of a turn that runs nothing is read: its words come over its channel", async () => {
	const { id } = await say("hello");
	streamingMessages.add(id);
	expect((await read())[0]?.messages.map((message) => message.role)).toEqual(["user"]);
	streamingMessages.clear();
	expect((await read())[0]?.messages.at(-1)?.blocks, "of one that broke off they are read").not.toEqual([]);
});
