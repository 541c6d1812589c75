import type { AppError, UserMessage } from "./bindings";

/** The error of a command: the event, the unchanged state and what to do, in the host's own words. */
export class HostError extends Error {
	constructor(readonly appError: AppError) {
		super(appError.message.template);
		this.name = "HostError";
	}
}

/** The shape every place that shows an error can draw, whatever was thrown. */
export function asAppError(thrown: unknown): AppError {
	if (thrown instanceof HostError) return thrown.appError;
	if (isAppError(thrown)) return thrown;
	return asErrorWithMessage(untranslated(thrown instanceof Error ? thrown.message : String(thrown)));
}

/** Returns words that have no other language, as a message. */
export const untranslated = (words: string): UserMessage => ({ template: "{}", args: [words] });

/** Returns the message of a failure that is over, as an error to be shown. */
export function asErrorWithMessage(message: UserMessage): AppError {
	return { code: "internal", message, kept: null, hint: null };
}

function isAppError(thrown: unknown): thrown is AppError {
	return typeof thrown === "object" && thrown !== null && "code" in thrown && "message" in thrown && "kept" in thrown;
}
