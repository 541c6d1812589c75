import { existsSync } from "node:fs";
import { BINARY } from "./host.ts";
import { makeLibraries } from "./libraries.ts";
import { CLI } from "./made/cli.ts";

export default async function setUp(): Promise<void> {
	for (const binary of [BINARY, CLI])
		if (!existsSync(binary)) throw new Error(`${binary} is missing: \`cargo xtask test --only ui\` builds it`);
	await makeLibraries();
}
