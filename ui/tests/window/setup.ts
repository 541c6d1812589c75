import { createReadStream, readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { build } from "vite";
import type { TestProject } from "vitest/node";

declare module "vitest" {
	interface ProvidedContext {
		/** The address of the window's server. */
		address: string;
	}
}

const root = new URL("../../dist", import.meta.url).pathname;
const types: Record<string, string> = {
	".html": "text/html; charset=utf-8",
	".js": "text/javascript",
	".css": "text/css",
	".svg": "image/svg+xml",
};

/** The policy that the real window has, read from where it is set, so that the two cannot part. */
function policy(): string {
	const config = JSON.parse(readFileSync(new URL("../../../tauri.conf.json", import.meta.url), "utf8"));
	return config.app.security.csp;
}

/** Serves the window that is shipped under its own content security policy. */
export default async function setUp(project: TestProject): Promise<() => void> {
	if (!process.env.FACTLY_UI_BUILT) await build({ logLevel: "warn" });
	const csp = policy();
	const server = createServer(async (request, response) => {
		const path = normalize(new URL(request.url ?? "/", "http://localhost").pathname);
		// A browser asks for an icon of its own accord; the desktop window never does.
		if (path === "/favicon.ico") return void response.writeHead(204).end();
		const file = join(root, path === "/" ? "index.html" : path);
		const found = file.startsWith(root) && (await stat(file).catch(() => null))?.isFile();
		if (!found) return void response.writeHead(404).end();
		response.writeHead(200, {
			"Content-Type": types[extname(file)] ?? "application/octet-stream",
			"Content-Security-Policy": csp,
		});
		createReadStream(file).pipe(response);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	project.provide("address", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	return () => void server.close();
}
