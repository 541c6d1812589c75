import type { AppError, ErrorCode } from "./bindings";

/** What a command failed with: what happened, what was kept and what to do, in the host's own words. */
export class HostError extends Error {
	readonly code: ErrorCode;
	readonly kept: string | null;
	readonly hint: string | null;

	constructor(error: AppError) {
		super(error.message);
		this.name = "HostError";
		this.code = error.code;
		this.kept = error.kept;
		this.hint = error.hint;
	}
}

/** The shape every place that shows an error can draw, whatever was thrown. */
export function asAppError(thrown: unknown): AppError {
	if (thrown instanceof HostError) {
		return { code: thrown.code, message: thrown.message, kept: thrown.kept, hint: thrown.hint };
	}
	if (isAppError(thrown)) return thrown;
	const message = thrown instanceof Error ? thrown.message : String(thrown);
	return { code: "internal", message, kept: null, hint: null };
}

function isAppError(thrown: unknown): thrown is AppError {
	return typeof thrown === "object" && thrown !== null && "code" in thrown && "message" in thrown && "kept" in thrown;
}
