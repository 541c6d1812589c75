import { Model, says } from "../../../../tests/e2e/harness/model.mjs";
import type { Cli } from "./cli.ts";
import { HARBOUR, makeHarbour } from "./harbour.ts";

/** A port of its own for the model of each library, which stands only while something is asked of it. */
const ports = { provider: 4318, written: 4319 };

/** The harbour with a model that is set and allowed, and a question that was sent to it. */
export async function makeProvider(factly: Cli): Promise<void> {
	await makeHarbour(factly);
	const model = await begin(factly, "provider");
	await factly.do("chat", HARBOUR, "What supports R-1?");
	model.stop();
}

/** The harbour with a report, one document that is written, and one of two models that waits for a word. */
export async function makeWritten(factly: Cli): Promise<void> {
	await makeHarbour(factly);
	await factly.do("document", "start", HARBOUR, "--recipe", "report-from-graph", "--wait");
	const model = await begin(factly, "written");
	model.always(({ body }) => [says(`## What to do\n\nMeasure again, says ${(body as { model: string }).model}.`)]);
	await factly.do("provider", "price", "--input", "10", "--output", "10", "--since", "2025-01-01");
	await factly.do("wallet", "add", "20");
	const models = ["--model", "scripted-1", "--model", "other-2"];
	const rest = [...models, "--ask-after-stages", "--title", "Flood wall", "--wait"];
	const start = ["document", "start", HARBOUR, "--recipe", "dialectic", "--prompt", "-", ...rest];
	await factly.give("What shall we do about the wall?", ...start).catch(isPaused);
	model.stop();
}

/** To the command line a run that waits for a word has not ended well. */
function isPaused(error: Error): void {
	if (!error.message.includes("The run is paused")) throw error;
}

async function begin(factly: Cli, library: keyof typeof ports): Promise<Model> {
	const model = await Model.start(ports[library]);
	model.always(() => [says("What supports R-1 is N-1.")]);
	await factly.do("provider", "set", "openai-compatible", "--base-url", model.base, "--model", "scripted-1");
	await factly.do("provider", "allow", HARBOUR);
	return model;
}
