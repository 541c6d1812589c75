// A second start shows the first window and ends; another process's writes show up by themselves.

import assert from "node:assert/strict";
import { once } from "node:events";
import { until } from "../harness/webdriver.mjs";

export const tests = {
	async "a second start ends and leaves the first alone"({ desk }) {
		const window = await desk.start();
		await window.role("heading", "Start with a text");
		const second = await desk.launch();
		if (second.exitCode === null) await once(second, "exit");
		assert.equal(second.exitCode, 0, "it handed over");
		assert.equal(await window.run("() => document.visibilityState"), "visible");
		await until("one log of a start", () => desk.log().split("the library is open").length === 2);
	},
};
