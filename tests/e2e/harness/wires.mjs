// The two languages that models are spoken to in, as their servers speak them: what they refuse, and how they stream.

/** Chat Completions. */
export const completions = {
	path: "/v1/chat/completions",

	refusal(status, message) {
		return { error: { message, type: status === 429 ? "rate_limit_exceeded" : "invalid_request_error", param: null, code: null } };
	},

	object({ headers, body }) {
		if (headers["x-api-key"]) return "there is an x-api-key";
		if (!isText(body.model)) return "model is required";
		if (body.stream !== true) return "this server only streams";
		if ("max_tokens" in body && "max_completion_tokens" in body) return "there is one limit, not two";
		if (!Array.isArray(body.messages) || body.messages.length === 0) return "messages is required";
		const wrong = (body.tools ?? []).find((tool) => tool.type !== "function" || tool.function?.parameters?.type !== "object");
		if (wrong) return `a tool is wrong: ${JSON.stringify(wrong)}`;
		return completionMessages(body.messages);
	},

	/** Writes one stream: `event` is called with the name of an event or none, and its data. */
	stream(body, event) {
		const chunk = (delta, finish_reason = null) => {
			const head = { id: "chatcmpl-e2e", object: "chat.completion.chunk", created: 1_764_000_000, model: body.model };
			event(undefined, { ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason }] });
		};
		let calls = 0;
		chunk({ role: "assistant", content: "" });
		return {
			say: (content) => chunk({ content }),
			call(name, pieces) {
				const index = calls++;
				chunk({ tool_calls: [{ index, id: `call_${body.messages.length}_${index}`, type: "function", function: { name, arguments: "" } }] });
				for (const piece of pieces) chunk({ tool_calls: [{ index, function: { arguments: piece } }] });
			},
			fail: (message) => event(undefined, { error: { message, type: "server_error", param: null, code: null } }),
			end(tokens, reason) {
				chunk({}, reason ?? (calls > 0 ? "tool_calls" : "stop"));
				if (body.stream_options?.include_usage) {
					const usage = { prompt_tokens: tokens.input, completion_tokens: tokens.output, total_tokens: tokens.input + tokens.output };
					event(undefined, { id: "chatcmpl-e2e", object: "chat.completion.chunk", model: body.model, choices: [], usage });
				}
				event(undefined, "[DONE]");
			},
		};
	},

	system: (body) => body.messages.filter(({ role }) => role === "system").map(({ content }) => content).join("\n"),
};

/** Every call has its result right after it, and nobody speaks out of turn. */
function completionMessages(messages) {
	const open = new Set();
	for (const [index, message] of messages.entries()) {
		const { role, content, tool_calls: calls = [] } = message;
		const right = {
			system: () => index === 0 && isText(content),
			user: () => open.size === 0 && isText(content),
			assistant: () => open.size === 0 && (calls.length > 0 || isText(content)),
			tool: () => typeof content === "string" && open.delete(message.tool_call_id),
		}[role];
		if (!right?.()) return `a message is wrong or out of turn: ${JSON.stringify(message)}`;
		for (const call of calls) {
			if (call.type !== "function" || !isText(call.id) || !isJson(call.function?.arguments)) return `a call is wrong: ${JSON.stringify(call)}`;
			open.add(call.id);
		}
	}
	return open.size > 0 ? `calls without a result: ${[...open].join(", ")}` : undefined;
}

/** Anthropic's Messages. */
export const messages = {
	path: "/v1/messages",

	refusal(status, message) {
		const types = { 401: "authentication_error", 429: "rate_limit_error", 500: "api_error", 529: "overloaded_error" };
		return { type: "error", error: { type: types[status] ?? "invalid_request_error", message } };
	},

	object({ headers, body }) {
		if (!headers["anthropic-version"]) return "anthropic-version: header is required";
		if (headers.authorization || !headers["x-api-key"]) return "the key belongs into x-api-key";
		if (!isText(body.model) || !(body.max_tokens > 0)) return "model and max_tokens are required";
		if (body.stream !== true) return "this server only streams";
		if (!Array.isArray(body.messages) || body.messages[0]?.role !== "user") return "the first message is the user's";
		const wrong = (body.tools ?? []).find((tool) => !isText(tool.name) || tool.input_schema?.type !== "object");
		if (wrong) return `a tool is wrong: ${JSON.stringify(wrong)}`;
		return anthropicMessages(body.messages);
	},

	stream(body, event) {
		const say = (type, data) => event(type, { type, ...data });
		let index = -1;
		let open;
		const close = () => {
			if (open) say("content_block_stop", { index });
			open = undefined;
		};
		const begin = (content_block) => {
			close();
			index += 1;
			open = content_block.type;
			say("content_block_start", { index, content_block });
		};
		say("message_start", {
			message: {
				id: "msg_e2e", type: "message", role: "assistant", model: body.model, content: [],
				stop_reason: null, stop_sequence: null, usage: { input_tokens: 25, output_tokens: 1 },
			},
		});
		say("ping", {});
		let calls = 0;
		return {
			say(text) {
				if (open !== "text") begin({ type: "text", text: "" });
				say("content_block_delta", { index, delta: { type: "text_delta", text } });
			},
			call(name, pieces) {
				begin({ type: "tool_use", id: `toolu_${body.messages.length}_${calls++}`, name, input: {} });
				for (const partial_json of pieces) say("content_block_delta", { index, delta: { type: "input_json_delta", partial_json } });
			},
			fail: (message) => say("error", { error: { type: "overloaded_error", message } }),
			end(tokens, reason) {
				close();
				const stop_reason = reason ?? (calls > 0 ? "tool_use" : "end_turn");
				say("message_delta", { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: tokens.output } });
				say("message_stop", {});
			},
		};
	},

	system: (body) => (typeof body.system === "string" ? body.system : (body.system ?? []).map(({ text }) => text).join("\n")),
};

function anthropicMessages(list) {
	let open = [];
	for (const [index, { role, content }] of list.entries()) {
		if (index > 0 && list[index - 1].role === role) return "roles take turns";
		const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
		if (!Array.isArray(blocks) || blocks.length === 0) return "content is empty";
		const answered = blocks.filter(({ type }) => type === "tool_result").map(({ tool_use_id }) => tool_use_id);
		if (open.toSorted().join() !== answered.toSorted().join()) return `calls [${open}] are answered by [${answered}]`;
		const wrong = blocks.find((block) => !isBlock(block));
		if (wrong) return `a block is wrong: ${JSON.stringify(wrong)}`;
		open = blocks.filter(({ type }) => type === "tool_use").map(({ id }) => id);
	}
	return open.length > 0 ? `calls without a result: ${open}` : undefined;
}

function isBlock(block) {
	if (block.type === "text") return isText(block.text);
	if (block.type === "tool_use") return isText(block.id) && isText(block.name) && typeof block.input === "object";
	return block.type === "tool_result" && isText(block.content);
}

const isText = (value) => typeof value === "string" && value.trim() !== "";

function isJson(text) {
	try {
		return typeof JSON.parse(text) === "object";
	} catch {
		return false;
	}
}
