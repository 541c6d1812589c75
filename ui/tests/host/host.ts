import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

/**
 * The host of a window: the engine and the very commands that the application has, in a process of its own that speaks
 * over its pipes (`src-tauri/shell/test_host.rs`). Its library and all that it keeps are in one folder.
 */

export const BINARY =
	process.env.FACTLY_TEST_HOST ?? join(import.meta.dirname, "../../../target/debug/examples/test_host");

/** The host's answer: a value or what went wrong, as JSON. */
type Reply = { ok: unknown } | { error: unknown };
type Unasked = { channel: number; index: number; message: unknown } | { event: string; payload: unknown };
type HostMessage = Unasked | ({ id: number } & Reply);

export class Host {
	/** Hears what the host says without being asked. */
	onUnasked: (unasked: Unasked) => void = () => {};
	readonly #process: ChildProcess;
	readonly #waiting = new Map<number, (reply: Reply) => void>();
	readonly #folder: string;
	#asked = 0;
	#isEnding = false;

	constructor(folder: string, environment: Record<string, string> = {}) {
		mkdirSync(folder, { recursive: true });
		this.#folder = folder;
		// A write beyond a limit fails, and does not end the process.
		this.#process = spawn("sh", ["-c", 'trap "" XFSZ; exec "$0"', BINARY], {
			stdio: ["pipe", "pipe", "inherit"],
			env: {
				PATH: process.env.PATH,
				LANG: "C.UTF-8",
				HOME: folder,
				XDG_RUNTIME_DIR: folder,
				FACTLY_LIBRARY: this.pathOf(LIBRARY),
				FACTLY_DEBUG_CHOSEN_FILES: this.pathOf("chosen"),
				FACTLY_DEBUG_DRAG: this.pathOf("drag"),
				FACTLY_DEBUG_OPENED_LINKS: this.pathOf("opened"),
				...environment,
			},
		});
		const onLine = (line: string) => {
			// A process that ends may leave off within a line.
			if (!this.#isEnding) this.#hear(JSON.parse(line));
		};
		if (this.#process.stdout) createInterface(this.#process.stdout).on("line", onLine);
		this.#process.once("exit", () => this.#hearNoMore());
	}

	/** Asks what the page asks: a command by its name on the wire. */
	ask(command: string, args: unknown): Promise<Reply> {
		return this.#send({ invoke: { command, arguments: args } });
	}

	/** Asks for a value. */
	async value<T>(command: string, args: object = {}): Promise<T> {
		const reply = await this.ask(command, args);
		if ("error" in reply) throw new Error(`${command}: ${JSON.stringify(reply.error)}`);
		return reply.ok as T;
	}

	/** The picture of that address; empty where there is none. */
	async picture(address: string): Promise<Buffer> {
		const reply = await this.#send({ picture: { address } });
		return Buffer.from("ok" in reply ? (reply.ok as number[]) : []);
	}

	/** Sets the answers of the dialogs for files; without a path they are dismissed. */
	choose(...paths: string[]): void {
		writeFileSync(join(this.#folder, "chosen"), paths.join("\n"));
	}

	/** As if a pointer that carries files did this over the window. */
	drag(does: "enter" | "leave" | "drop", paths: readonly string[]): void {
		const script = join(this.#folder, "drag");
		writeFileSync(`${script}.new`, [does, ...paths].join("\n"));
		renameSync(`${script}.new`, script);
	}

	/** Lets no file grow any more, as a disk that is full does, or any file again. */
	async fillDisk(isFull: boolean): Promise<void> {
		const limit = spawn("prlimit", ["--pid", `${this.#process.pid}`, `--fsize=${isFull ? "0:" : "unlimited:"}`], {
			stdio: "inherit",
		});
		await once(limit, "exit");
	}

	/** Returns the path of a file beside the library. */
	pathOf(name: string): string {
		return join(this.#folder, name);
	}

	/** A file beside the library. */
	file(name: string, content: string | Buffer): string {
		const path = this.pathOf(name);
		writeFileSync(path, content);
		return path;
	}

	/** Ends it as the last window's closing does. */
	async end(): Promise<void> {
		if (this.#process.exitCode !== null) return;
		this.#isEnding = true;
		// A caller that waits still has gone with its window.
		this.#waiting.clear();
		const ended = once(this.#process, "exit");
		this.#process.stdin?.end();
		await ended;
	}

	#send(what: object): Promise<Reply> {
		const id = this.#asked++;
		return new Promise((resolve) => {
			this.#waiting.set(id, resolve);
			this.#process.stdin?.write(`${JSON.stringify({ id, ...what })}\n`);
		});
	}

	#hear(message: HostMessage): void {
		if ("id" in message) {
			const { id, ...reply } = message;
			this.#waiting.get(id)?.(reply);
			this.#waiting.delete(id);
		} else this.onUnasked(message);
	}

	#hearNoMore(): void {
		for (const resolve of this.#waiting.values()) resolve({ error: "The host has ended." });
		this.#waiting.clear();
	}
}

export const LIBRARY = "library.factly";
