import type { AppError, Said } from "./bindings";

/** The error of a command: the event, the unchanged state and what to do, in the host's own words. */
export class HostError extends Error {
	constructor(readonly told: AppError) {
		super(told.message.template);
		this.name = "HostError";
	}
}

/** The shape every place that shows an error can draw, whatever was thrown. */
export function asAppError(thrown: unknown): AppError {
	if (thrown instanceof HostError) return thrown.told;
	if (isAppError(thrown)) return thrown;
	return asToldError(verbatim(thrown instanceof Error ? thrown.message : String(thrown)));
}

/** Words that have no other language, as a thing that can be said. */
export const verbatim = (words: string): Said => ({ template: "{}", args: [words] });

/** Returns the message of a failure that is over, as an error to be shown. */
export function asToldError(message: Said): AppError {
	return { code: "internal", message, kept: null, hint: null };
}

function isAppError(thrown: unknown): thrown is AppError {
	return typeof thrown === "object" && thrown !== null && "code" in thrown && "message" in thrown && "kept" in thrown;
}
