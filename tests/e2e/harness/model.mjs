// A model on the loopback that says what a test tells it to, in Chat Completions and in Anthropic's Messages. It makes
// vectors too.
//
// Each request takes the next answer of the script. What a real server would refuse is answered with 400 and noted; so
// is a request that nobody expected. A suite ends with `model.content()`, which fails if there was any of that.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { completions, messages } from "./wires.mjs";
import { until } from "./webdriver.mjs";

/** Words, in pieces, `every` so many milliseconds. */
export const says = (text, every = 0) => ({ does: "say", text, every });
/** A tool call; its arguments come in pieces, and may be a string that is no JSON. */
export const calls = (name, parameters) => ({ does: "call", name, parameters });
/** Nothing more until the test calls `goOn`. */
export const waits = { does: "wait" };
/** An error in the middle of the stream. */
export const breaks = (message) => ({ does: "fail", message });
/** The line is cut, with no end of the stream. */
export const cuts = { does: "cut" };
/** Nothing more, ever; the line stays open. */
export const hangs = { does: "hang" };
/** Whatever `write` makes of the open reply, its end too. */
export const writes = (write) => ({ does: "write", write });
/** An end for another reason than that all is said: `length`, `max_tokens`. */
export const ends = (reason) => ({ does: "end", reason });

export class Model {
	static async start(port = 0) {
		const model = new Model();
		model.server = createServer((request, reply) => {
			model.serve(request, reply).catch((error) => model.objections.push(`the script failed: ${error.stack}`));
		});
		model.server.listen(port, "127.0.0.1");
		await once(model.server, "listening");
		model.server.unref();
		return model;
	}

	/** The requests, in order: `path`, `headers`, `body`, and `system`, the system prompt. `isAborted` once the asker left. */
	requests = [];
	/** The objections to requests. */
	objections = [];
	name = "scripted-1";
	#script = [];
	#always;
	#held = [];

	get origin() {
		return `http://127.0.0.1:${this.server.address().port}`;
	}

	get host() {
		return new URL(this.origin).host;
	}

	/** The base address of Chat Completions. */
	get base() {
		return `${this.origin}/v1`;
	}

	/** Sets the answer to the next request: words, or steps. */
	answers(...steps) {
		this.#script.push({ status: 200, steps: steps.map((step) => (typeof step === "string" ? says(step) : step)) });
	}

	/** Sets the answer where the script says nothing: `steps` is given the request. */
	always(steps) {
		this.#always = steps;
	}

	/** The next request is refused. */
	refuses(status, message, headers = {}) {
		this.#script.push({ status, message, headers });
	}

	/** Lets every answer that waits go on, once it does. */
	async goOn() {
		await until("the model to wait", () => this.#held.length > 0);
		for (const release of this.#held.splice(0)) release();
	}

	/** The last request, once there are `count`. */
	async waitForRequest(count) {
		await until(`request ${count} to the model`, () => this.requests.length >= count);
		return this.requests[count - 1];
	}

	/** Fails if anything that was asked was malformed or not expected, or if something that was expected did not come. */
	content() {
		assert.deepEqual(this.objections, [], "the model has nothing to object to");
		assert.equal(this.#script.length, 0, "every answer was asked for");
	}

	stop() {
		this.server.close();
		this.server.closeAllConnections();
	}

	async serve(message, reply) {
		const body = [];
		for await (const bytes of message) body.push(bytes);
		const text = Buffer.concat(body).toString("utf8");
		if (message.method === "GET" && message.url === "/v1/models") {
			return answer(reply, 200, { object: "list", data: [this.name, "other-2"].map((id) => ({ id, object: "model", created: 0, owned_by: "e2e" })) });
		}
		const wire = [completions, messages].find(({ path }) => path === message.url);
		const request = { path: message.url, headers: message.headers, body: parsed(text), text, isAborted: false };
		if (message.method === "POST" && message.url === "/v1/embeddings") return this.#embed(request, reply);
		const objection = objectionTo(message, wire, request);
		if (!objection) this.requests.push(Object.assign(request, { system: wire.system(request.body) }));
		const unscripted = () => this.#always && { status: 200, steps: this.#always(request) };
		const next = objection ? undefined : (this.#script.shift() ?? unscripted());
		if (!next) {
			this.objections.push(objection ?? `nothing was expected: ${text}`);
			return answer(reply, 400, (wire ?? completions).refusal(400, objection ?? "nothing was expected"));
		}
		reply.once("close", () => {
			request.isAborted = !reply.writableFinished;
		});
		if (next.status !== 200) return answer(reply, next.status, wire.refusal(next.status, next.message), next.headers);
		return this.#stream(wire, request, reply, next.steps);
	}

	/** Vectors by the letters that a text has: each its own, and the same each time. */
	#embed(request, reply) {
		const { model, input } = request.body ?? {};
		const isText = (text) => typeof text === "string" && text !== "";
		if (!isText(model) || !Array.isArray(input) || input.length === 0 || !input.every(isText)) {
			this.objections.push(`no texts to embed: ${request.text}`);
			return answer(reply, 400, completions.refusal(400, "no texts to embed"));
		}
		this.requests.push(Object.assign(request, { system: "" }));
		const count = (text, at) => text.length / 1000 + text.split(String.fromCharCode(97 + at)).length;
		const vector = (text) => Array.from({ length: 26 }, (_, at) => count(text.toLowerCase(), at));
		const data = input.map((text, index) => ({ object: "embedding", index, embedding: vector(text) }));
		const tokens = Math.ceil(request.text.length / 4);
		answer(reply, 200, { object: "list", model, data, usage: { prompt_tokens: tokens, total_tokens: tokens } });
	}

	async #stream(wire, { body, text }, reply, steps) {
		reply.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
		let tokensSent = 0;
		const event = (name, data) => {
			const json = typeof data === "string" ? data : JSON.stringify(data);
			reply.write(`${name ? `event: ${name}\n` : ""}data: ${json}\n\n`);
		};
		const stream = wire.stream(body, event);
		for (const step of steps) {
			if (reply.destroyed) return;
			if (step.does === "say") {
				for (const piece of pieces(step.text)) {
					if (step.every) await pause(step.every);
					if (reply.destroyed) return;
					stream.say(piece);
					tokensSent += 1;
				}
			} else if (step.does === "call") stream.call(step.name, shards(step.parameters));
			else if (step.does === "wait") await new Promise((release) => this.#held.push(release));
			else if (step.does === "hang") return;
			else if (step.does === "write") return step.write(reply);
			else if (step.does === "cut") return cut(reply);
			else if (step.does === "fail") {
				stream.fail(step.message);
				return reply.end();
			} else if (step.does === "end") {
				stream.end({ input: Math.ceil(text.length / 4), output: tokensSent }, step.reason);
				return reply.end();
			}
		}
		stream.end({ input: Math.ceil(text.length / 4), output: tokensSent });
		reply.end();
	}
}

function objectionTo(message, wire, request) {
	if (message.method !== "POST" || !wire) return `there is no ${message.method} ${message.url}`;
	if (message.headers["content-type"] !== "application/json" || !request.body) return "the body is not JSON, or does not say so";
	return wire.object(request);
}

/** Cuts a reply. The text written so far goes out first, as it would before a line is cut. */
function cut(reply) {
	return new Promise((done) => reply.write("", () => done(reply.socket?.destroy())));
}

function answer(reply, status, body, headers = {}) {
	reply.writeHead(status, { "content-type": "application/json", ...headers });
	reply.end(JSON.stringify(body));
}

/** As a tokenizer cuts: a word with the space before it. */
const pieces = (text) => text.match(/\s*\S+|\s+$/g) ?? [];

/** Arguments in pieces that end anywhere. */
function shards(parameters) {
	const json = typeof parameters === "string" ? parameters : JSON.stringify(parameters);
	return json.match(/[^]{1,7}/gu) ?? [];
}

function parsed(text) {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
