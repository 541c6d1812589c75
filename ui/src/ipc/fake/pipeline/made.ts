import type { Kind } from "../../bindings";
import type { FakeState } from "../state";
import { type FakeEntity, labelOf } from "./board";

/** A new entity as the host would make it. */
export function made(state: FakeState, kind: Kind, no: number, text: string): FakeEntity {
	return {
		label: labelOf(kind, no),
		kind,
		no,
		id: `${labelOf(kind, no)}-${state.nextSerial++}`,
		text,
		state: "draft",
		mark: null,
		because: null,
		versions: [{ version: 1, text, madeAt: state.clock, restores: null }],
		rank: no * 2 ** 20,
		archived: false,
		outputType: kind === "output" ? "report" : null,
		fromAssistant: false,
		hasEvidence: kind !== "fact",
		factStatus: kind === "fact" ? "accepted" : null,
		createdAt: state.clock++,
	};
}
