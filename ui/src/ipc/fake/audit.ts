import { fault, found, type Handlers, type Notify } from "./reply";
import { spansIn } from "./source";
import type { FakeState } from "./state";

export function auditHandlers(state: FakeState, notify: Notify) {
	const bundle = (id: string) =>
		found(
			state.content.bundles.find((b) => b.row.id === id),
			"The bundle",
		);

	return {
		bundlePage: ({ discovery, after, limit }: { discovery: string; after: string | null; limit: number }) => {
			const all = state.content.bundles.filter((b) => b.discovery === discovery);
			const from = after === null ? 0 : Number(after);
			return {
				bundles: all.slice(from, from + limit).map((b) => b.row),
				next: from + limit < all.length ? String(from + limit) : null,
				total: all.length,
				failed: all.filter(({ row }) => row.run?.status === "failed").length,
			};
		},
		bundleShow: ({ bundle: id }: { bundle: string }) => {
			const { row, text } = bundle(id);
			const borders = [...text.matchAll(/^\[([A-Z_]+)\]\n/gm)];
			const sections = borders.map((border, index) => ({
				section: border[1] ?? "",
				start: border.index + border[0].length,
				end: borders[index + 1]?.index ?? text.length,
			}));
			return { row, text, hashOk: true, sections, spans: spansIn(state, bundle(id)) };
		},
		runPrompt: ({ bundle: id }: { bundle: string }) =>
			`You extract facts. Quote exactly.\n\n${bundle(id).text}\nAnswer with one JSON object: {"ops": [...]}`,
		runSubmit: ({ bundle: id, answer, force }: { bundle: string; answer: string; force: boolean }) => {
			const { row } = bundle(id);
			const run = found(row.run ?? undefined, "The run");
			if (!answer.includes("{") && !answer.includes("[")) {
				throw fault(
					"invalid",
					"There is no JSON in the answer.",
					"Paste the whole answer, with its { and }.",
					"What you pasted is still in the box.",
				);
			}
			notify(null, "facts", "runs", "undo");
			const repairs =
				answer.includes(",}") || answer.includes(",]")
					? ["A comma before a closing bracket was dropped", "A missing closing bracket was added"]
					: [];
			return {
				run: { ...run, model: "pasted", forced: force },
				reused: !force && run.status === "succeeded",
				repairs,
				faults: answer.includes("FACT") ? ["Op 3 has no quote: kept as a note"] : [],
			};
		},
		runShow: ({ run: id }: { run: string }) => found(state.content.runs.get(id), "The run"),
	} satisfies Handlers<"bundlePage" | "bundleShow" | "runPrompt" | "runSubmit" | "runShow">;
}
