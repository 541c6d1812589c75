import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { LIBRARY } from "../host.ts";

export const CLI = process.env.FACTLY_CLI ?? join(import.meta.dirname, "../../../../target/debug/factly");

/** The command line over the library of a folder, which makes what a window then opens. */
export class Cli {
	readonly folder: string;

	constructor(folder: string) {
		mkdirSync(folder, { recursive: true });
		this.folder = folder;
	}

	/** Does something; what is printed of it is passed over. */
	async do(...words: string[]): Promise<void> {
		await this.#run(words);
	}

	/** As `do`, with words that are read from standard input. */
	async give(input: string, ...words: string[]): Promise<void> {
		await this.#run(words, input);
	}

	/** Makes a discovery with keys of its own, as an import brings them. */
	async begin(title: string, goal: string, keys: readonly object[] = []): Promise<void> {
		const path = join(this.folder, "begin.json");
		writeFileSync(path, JSON.stringify({ title, goal, inputs: [], factly: { format: 1, keys } }));
		await this.do("import", path);
	}

	/** Adds a text that nothing has read yet. */
	async addText(discovery: string, title: string, words: string, fileName?: string): Promise<void> {
		const path = fileName ? join(this.folder, fileName) : "-";
		if (fileName) writeFileSync(path, words);
		const rest = ["--title", title, "--no-parse", "--anyway"];
		await this.give(fileName ? "" : words, "input", "add", discovery, path, ...rest);
	}

	/** Answers for a bundle as a model would. */
	async submit(discovery: string, bundle: string, ops: readonly object[]): Promise<void> {
		await this.give(JSON.stringify({ ops }), "run", "submit", bundle, "--discovery", discovery, "--ops", "-");
	}

	async #run(words: readonly string[], input = ""): Promise<void> {
		const run = spawn(CLI, ["--library", join(this.folder, LIBRARY), "--json", ...words], {
			env: { PATH: process.env.PATH, HOME: this.folder, XDG_RUNTIME_DIR: this.folder },
		});
		// A process that reads nothing may have ended by now; whether it did well, its status says.
		run.stdin.on("error", () => {}).end(input);
		const ended = new Promise<number | null>((resolve, reject) => run.once("error", reject).once("close", resolve));
		const [output, wrong, status] = await Promise.all([text(run.stdout), text(run.stderr), ended]);
		if (status !== 0) throw new Error(`factly ${words.slice(0, 3).join(" ")}: ${wrong}${output}`);
	}
}
