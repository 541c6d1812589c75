// A client of the WebDriver protocol, as far as the suites need it.
//
// WebKitWebDriver speaks the classic protocol over plain HTTP, which Node speaks without a library; that spares every
// checkout some three hundred packages. Nothing here sleeps: what has to be waited for is polled until it holds.

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";

const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
/** Maximum wait in ms on a machine under load; a wait for what holds already takes no time. */
const PATIENCE = 60_000;
const START = 60_000;
/** Longer than the driver itself waits for a script or a page: what it has not answered by then, it never will. */
const LOST = 150_000;

/** Keys as WebDriver names them. */
export const Key = {
	Backspace: "\uE003",
	Tab: "\uE004",
	Enter: "\uE007",
	Shift: "\uE008",
	Control: "\uE009",
	Alt: "\uE00A",
	Escape: "\uE00C",
	Space: " ",
	End: "\uE010",
	Home: "\uE011",
	PageUp: "\uE00E",
	Left: "\uE012",
	Up: "\uE013",
	Right: "\uE014",
	Down: "\uE015",
	Delete: "\uE017",
	F2: "\uE032",
};

/** Calls `look` until it gives something true, and fails with `what` when it does not. */
export async function until(what, look, patience = PATIENCE, every = 25) {
	const end = Date.now() + patience;
	let fault;
	do {
		try {
			const found = await look();
			if (found) return found;
			fault = undefined;
		} catch (error) {
			fault = error;
		}
		await pause(every);
	} while (Date.now() < end);
	throw new Error(`waited ${patience} ms for ${what}${fault ? `; the last try: ${fault.message}` : ""}`);
}

/** Asserts what `look` comes to give: at once, or once the window has caught up. */
export async function comesTo(look, wanted, what = "what it comes to") {
	let last;
	let fault;
	const isThere = async () => {
		last = await look();
		return isDeepStrictEqual(last, wanted);
	};
	await until(what, isThere).catch((error) => {
		fault = error;
	});
	assert.deepEqual(last, wanted, fault && last === undefined ? fault.message : what);
}

/** One open window. */
export class Session {
	static async open(address, binary) {
		const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": { binary, args: [] } } };
		const { sessionId } = await call(address, "POST", "/session", { capabilities }, AbortSignal.timeout(START));
		const session = new Session(`${address}/session/${sessionId}`);
		await session.post("/timeouts", { script: START, pageLoad: START, implicit: 0 });
		return session;
	}

	constructor(address) {
		this.address = address;
	}

	post(path, body = {}) {
		return call(this.address, "POST", path, body);
	}

	get(path) {
		return call(this.address, "GET", path);
	}

	close() {
		return call(this.address, "DELETE", "", undefined, AbortSignal.timeout(START));
	}

	/** Runs `body` in the page; `body` may return a promise. It is written here as a function of `values`. */
	run(body, ...values) {
		const script = `const done = arguments[arguments.length - 1];
			Promise.resolve((${body})(...[...arguments].slice(0, -1))).then((value) => done({ value }), (error) => done({ error: String(error?.message ?? JSON.stringify(error)) }));`;
		return this.post("/execute/async", { script, args: values }).then((reply) => {
			if (reply.error) throw new Error(reply.error);
			return reply.value;
		});
	}

	/** The elements that a CSS selector finds now. */
	async all(selector) {
		const found = await this.post("/elements", { using: "css selector", value: selector });
		return found.map((element) => new Element(this, element[ELEMENT], selector));
	}

	/** The first element for `selector`, once there is one; `text` is what it has to contain. */
	find(selector, text) {
		return until(`${selector}${text === undefined ? "" : ` with “${text}”`}`, async () => {
			for (const element of await this.all(selector)) {
				if (text === undefined || (await element.text()).includes(text)) return element.foundBy(() => this.find(selector, text));
			}
			return undefined;
		});
	}

	/**
	 * The element with an accessible role and name, as a screen reader finds it. The name is the whole name, or a pattern: a
	 * prefix would take “Edit details” for “Edit” in the moment before the other is drawn.
	 */
	role(role, name) {
		const args = [role, name instanceof RegExp ? { source: name.source, flags: name.flags } : name];
		return until(`the ${role} “${name}”`, async () => {
			const handle = await this.post("/execute/sync", { script: BY_ROLE, args });
			return handle && new Element(this, handle[ELEMENT], `${role} “${name}”`).foundBy(() => this.role(role, name));
		});
	}

	waitUntilGone(selector, text) {
		return until(`${selector}${text ? ` with “${text}”` : ""} to go away`, async () => {
			for (const element of await this.all(selector)) {
				if (text === undefined || (await element.text()).includes(text)) return false;
			}
			return true;
		});
	}

	/** Presses keys one after the other; an array is a chord. */
	async keys(...presses) {
		for (const press of presses) {
			const chord = Array.isArray(press) ? press : [press];
			const down = chord.map((value) => ({ type: "keyDown", value }));
			const up = chord.toReversed().map((value) => ({ type: "keyUp", value }));
			await this.post("/actions", { actions: [{ type: "key", id: "keyboard", actions: [...down, ...up] }] });
		}
	}

	/** Leaves the dialog that says this by Escape, and sees it go. */
	async escape(text) {
		await this.find("[role=dialog]", text);
		await this.drawn();
		await this.keys(Key.Escape);
		await this.waitUntilGone("[role=dialog]", text);
	}

	/** Moves a pointer through points of the page, held down from the first to the last. */
	async drag(points, pointerType = "mouse") {
		const moves = points.map(([x, y]) => ({ type: "pointerMove", duration: 0, origin: "viewport", x: Math.round(x), y: Math.round(y) }));
		const [first, ...rest] = moves;
		const actions = [first, { type: "pointerDown", button: 0 }, ...rest, { type: "pointerUp", button: 0 }];
		await this.post("/actions", { actions: [{ type: "pointer", id: pointerType, parameters: { pointerType }, actions }] });
	}

	/** Moves the mouse to a point of the page, and there presses or lets go if `then` says so: “down”, “up”. */
	async mouse([x, y], then) {
		const actions = [{ type: "pointerMove", duration: 0, origin: "viewport", x: Math.round(x), y: Math.round(y) }];
		if (then) actions.push({ type: then === "down" ? "pointerDown" : "pointerUp", button: 0 });
		await this.post("/actions", { actions: [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }] });
	}

	/** Types text into whatever has the focus. */
	type(text) {
		return this.keys(...text);
	}

	/** Resolves once the page has drawn what it holds. */
	drawn() {
		return this.run("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))");
	}
}

/**
 * Scrolls to what is out of view, or half under the foot of a dialog, and waits until it has stood where it is for three
 * frames: what is pressed while the page still grows is pressed beside it.
 */
const STAND_STILL = `
	const [element, done] = arguments;
	element.scrollIntoView({ block: "nearest" });
	let [was, still] = ["", 0];
	const look = () => {
		const { x, y, width, height } = element.getBoundingClientRect();
		const now = [x, y, width, height].join();
		still = now === was ? still + 1 : 0;
		was = now;
		if (still === 2) done();
		else requestAnimationFrame(look);
	};
	look();
`;

export class Element {
	constructor(session, id, name) {
		Object.assign(this, { session, id, name });
	}

	/** Sets the way to find it again: the page may have drawn another in its place between two calls. */
	foundBy(again) {
		return Object.assign(this, { again });
	}

	/** Does something with the element, with the one in its place if it has gone. */
	async act(deed) {
		try {
			return await deed();
		} catch (error) {
			if (!this.again || !/stale element/.test(error.message)) throw error;
			this.id = (await this.again()).id;
			return deed();
		}
	}

	get handle() {
		return { [ELEMENT]: this.id };
	}

	text() {
		return this.act(() => this.session.post("/execute/sync", { script: "return arguments[0].textContent ?? ''", args: [this.handle] }));
	}

	/** Returns its text, once it says this: a part of it, or a pattern. */
	says(wanted) {
		let lastText = "";
		const isThere = async () => {
			lastText = await this.text();
			return typeof wanted === "string" ? lastText.includes(wanted) : wanted.test(lastText);
		};
		return until(`${this.name} to say ${typeof wanted === "string" ? `“${wanted}”` : wanted}`, isThere).then(
			() => lastText,
			(error) => {
				throw new Error(`${error.message}; it says “${lastText}”`);
			},
		);
	}

	attribute(name) {
		return this.act(() => this.session.get(`/element/${this.id}/attribute/${name}`));
	}

	/** Returns its position in the page, once it stands still: `left`, `top`, `width`, `height`, and its middle. */
	box() {
		const body = `async (one) => {
			const frame = () => new Promise((done) => requestAnimationFrame(done));
			const look = () => { const { left, top, width, height } = one.getBoundingClientRect(); return { left, top, width, height }; };
			let last = look();
			for (let still = 0, frames = 0; still < 2 && frames < 300; frames += 1) {
				await frame();
				const now = look();
				still = Object.keys(now).every((side) => now[side] === last[side]) ? still + 1 : 0;
				last = now;
			}
			return { ...last, middle: [last.left + last.width / 2, last.top + last.height / 2] };
		}`;
		return this.act(() => this.session.run(body, this.handle));
	}

	/** The button of this name within it. */
	button(name) {
		return until(`the button “${name}” in ${this.name}`, async () => {
			const script = `return [...arguments[0].querySelectorAll("button")].find((one) =>
				(one.getAttribute("aria-label") ?? one.textContent).trim() === arguments[1] && one.checkVisibility())`;
			const handle = await this.act(() => this.session.post("/execute/sync", { script, args: [this.handle, name] }));
			return handle && new Element(this.session, handle[ELEMENT], `button “${name}”`).foundBy(() => this.button(name));
		});
	}

	/** A click, once it can be clicked. */
	click() {
		return until(`a click on ${this.name}`, () => this.press());
	}

	async press() {
		await this.act(() => this.session.post("/execute/async", { script: STAND_STILL, args: [this.handle] }));
		await this.act(() => this.session.post(`/element/${this.id}/click`));
		return true;
	}

	/** Replaces what a field holds. */
	async fill(text) {
		await this.act(() => this.session.post(`/element/${this.id}/clear`));
		await this.act(() => this.session.post(`/element/${this.id}/value`, { text }));
	}

	/** Puts text in as one piece, as a paste does; typed keys would lose the line breaks. */
	async paste(text) {
		await this.focus();
		const script = "if (!arguments[0].contains(document.activeElement)) return false; document.execCommand('insertText', false, arguments[1]); return true;";
		await until(`${this.name} to take a text`, async () => {
			if (await this.act(() => this.session.post("/execute/sync", { script, args: [this.handle, text] }))) return true;
			await this.focus();
			return false;
		});
	}

	/** Gives it the focus, and sees that it kept it: a dialog that opens gives it to what it chooses, a moment later. */
	focus() {
		const body = `(one) => {
			one.focus();
			return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(one.contains(document.activeElement)))));
		}`;
		return until(`${this.name} to have the focus`, () => this.act(() => this.session.run(body, this.handle)));
	}
}

const BY_ROLE = `
	const [role, name] = arguments;
	const implied = { button: "button", textbox: "input:not([type]), input[type=text], textarea", link: "a[href]",
		heading: "h1,h2,h3,h4", dialog: "dialog", searchbox: "input[type=search]", tab: "[role=tab]", radio: "input[type=radio]" };
	const candidates = [...document.querySelectorAll('[role="' + role + '"]' + (implied[role] ? "," + implied[role] : ""))];
	const named = (element) => {
		const label = element.getAttribute("aria-label");
		if (label) return label;
		const by = element.getAttribute("aria-labelledby");
		if (by) return by.split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
		if (element.labels?.length) return [...element.labels].map((one) => one.textContent).join(" ");
		return element.textContent || element.title || element.placeholder || "";
	};
	const reachable = candidates.filter((element) => element.checkVisibility() && !element.closest("[inert]"));
	const clean = (text) => text.trim().replace(/\\s+/g, " ");
	const matches = typeof name === "string" ? (text) => text === name : (text) => new RegExp(name.source, name.flags).test(text);
	return reachable.find((element) => matches(clean(named(element)))) ?? null;
`;

async function call(address, method, path, body, signal = AbortSignal.timeout(LOST)) {
	const reply = await fetch(address + path, {
		method,
		headers: { "content-type": "application/json" },
		body: body === undefined ? undefined : JSON.stringify(body),
		signal,
	});
	const { value } = await reply.json();
	if (!reply.ok) throw new Error(`${value?.error}: ${value?.message}`.trim());
	return value;
}
