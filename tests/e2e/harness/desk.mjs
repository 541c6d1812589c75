// One analyst's machine: a home of its own, a driver, and the application started in it, as often as a suite likes.

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { randomUUID } from "node:crypto";
import { Session, until } from "./webdriver.mjs";

export class Desk {
	/** `env` is added to what the application sees; the library is in the home unless it says otherwise. `cli` lies beside the binary. */
	static async set({ binary, cli = join(dirname(binary), "factly"), screen, home, env = {} }) {
		mkdirSync(home, { recursive: true });
		const desk = new Desk();
		const chosen = join(home, "chosen-files");
		desk.id = randomUUID();
		const script = join(home, "drag");
		const links = join(home, "opened-links");
		const output = join(home, "output");
		Object.assign(desk, { binary, cli, screen, home, chosen, script, links, output, library: join(home, "library.factly") });
		desk.env = {
			PATH: process.env.PATH,
			LANG: "C.UTF-8",
			DBUS_SESSION_BUS_ADDRESS: process.env.DBUS_SESSION_BUS_ADDRESS,
			DISPLAY: screen.display,
			HOME: home,
			XDG_RUNTIME_DIR: home,
			GDK_BACKEND: "x11",
			LIBGL_ALWAYS_SOFTWARE: "1",
			NO_AT_BRIDGE: "1",
			TAURI_WEBVIEW_AUTOMATION: "true",
			FACTLY_LIBRARY: desk.library,
			FACTLY_DEBUG_CHOSEN_FILES: chosen,
			FACTLY_DEBUG_DRAG: script,
			FACTLY_DEBUG_OPENED_LINKS: links,
			FACTLY_E2E: desk.id,
			...env,
		};
		return desk;
	}

	/** Starts the application and waits for its page. */
	async start() {
		const port = await freePort();
		// The application has its terminal from the driver.
		const output = openSync(this.output, "a");
		this.driver = spawn("WebKitWebDriver", [`--port=${port}`, "--host=127.0.0.1"], { env: this.env, stdio: ["ignore", output, output] });
		closeSync(output);
		const address = `http://127.0.0.1:${port}`;
		await until("WebKitWebDriver", async () => (await fetch(`${address}/status`)).ok);
		this.window = await Session.open(address, this.binary);
		await until("the page", () => this.window.run("() => document.readyState === 'complete'"));
		return this.window;
	}

	/**
	 * Starts the application as an analyst does, with no driver to hold its hand; resolves when its window is shown, or
	 * when it has ended because another is.
	 */
	async launch(args = []) {
		const shown = () => this.log().split("the page has loaded").length;
		const before = shown();
		const { TAURI_WEBVIEW_AUTOMATION, ...env } = this.env;
		const app = spawn(this.binary, args, { env, stdio: "ignore" });
		await until("the window", () => app.exitCode !== null || shown() > before);
		return app;
	}

	/** Returns the answer of the command line about the library, also while the window is open. */
	ask(...args) {
		return JSON.parse(execFileSync(this.cli, ["--library", this.library, "--json", ...args], { maxBuffer: 1 << 30 }));
	}

	/** Ends the application without asking it, as a crash does. */
	async stop() {
		await this.window?.close().catch(() => {});
		this.window = undefined;
		// A process that is ended may just have started another.
		await until("the application to end", () => this.endStrays() === 0);
		// Else the next start takes itself for a second one, and ends.
		await until("its name on the bus to be free", () => !isOnTheBus());
		if (this.driver && this.driver.exitCode === null && this.driver.signalCode === null) {
			const ended = once(this.driver, "exit");
			this.driver.kill("SIGKILL");
			await ended;
		}
		this.driver = undefined;
	}

	async restart() {
		await this.stop();
		return this.start();
	}

	/** Clears the desk away for good. */
	async leave() {
		await this.stop();
		rmSync(this.home, { recursive: true, force: true });
	}

	/** Sets the next answer of the file dialog. */
	choose(...paths) {
		writeFileSync(this.chosen, paths.join("\n"));
	}

	/** The links and folders that were opened outside of the application, in their order. */
	opened() {
		return existsSync(this.links) ? readFileSync(this.links, "utf8").split("\n").filter(Boolean) : [];
	}

	/** As if a pointer that carries files did this over the window: `enter`, `leave` or `drop`. */
	async drag(does, ...paths) {
		writeFileSync(`${this.script}.new`, [does, ...paths].join("\n"));
		renameSync(`${this.script}.new`, this.script);
		await until("the drag to be seen", () => !existsSync(this.script));
	}

	/** The processes that were started from this desk and nobody else's: they carry its mark. */
	processes() {
		const mark = `FACTLY_E2E=${this.id}`;
		return readdirSync("/proc")
			.filter((name) => /^\d+$/.test(name))
			.filter((pid) => {
				try {
					return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(mark);
				} catch {
					return false;
				}
			})
			.map(Number);
	}

	/** Ends stray processes and returns their count. */
	endStrays() {
		const strays = this.processes().filter((pid) => pid !== this.driver?.pid);
		for (const pid of strays) {
			try {
				process.kill(pid, "SIGKILL");
			} catch {
				// It has ended by itself.
			}
		}
		return strays.length;
	}

	/** Returns the log of the application, for whoever looks at a failure. */
	log() {
		const folder = join(this.home, ".local/share/app.factly.desktop/logs");
		if (!existsSync(folder)) return "(no log)";
		return readdirSync(folder)
			.map((name) => readFileSync(join(folder, name), "utf8"))
			.join("");
	}
}

function isOnTheBus() {
	const ask = ["--session", "--print-reply", "--dest=org.freedesktop.DBus", "/", "org.freedesktop.DBus.NameHasOwner"];
	const answer = spawnSync("dbus-send", [...ask, "string:app.factly.desktop.SingleInstance"], { encoding: "utf8" });
	return answer.stdout?.includes("boolean true") ?? false;
}

function freePort() {
	return new Promise((done, fail) => {
		const server = createServer().once("error", fail);
		server.listen(0, "127.0.0.1", () => {
			const { port } = server.address();
			server.close(() => done(port));
		});
	});
}
