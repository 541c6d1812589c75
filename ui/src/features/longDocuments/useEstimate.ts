import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import type { AppError, DocumentAsk, DocumentEstimate, ErrorCode } from "../../ipc/bindings";
import { estimateQuery } from "../../ipc/documentQueries";
import { asAppError } from "../../ipc/error";

export type Estimate = UseQueryResult<DocumentEstimate | null>;

/** Estimates the use of a document. Typed input is reckoned once it rests; the prompt's words matter little to the sum.
 * */
export function useEstimate(discovery: string, ask: DocumentAsk, needsPrompt: boolean): Estimate {
	const key = useDeferredValue(JSON.stringify({ ...ask, prompt: ask.prompt.slice(0, 200_000) }));
	const settled = JSON.parse(key) as DocumentAsk;
	return useQuery(estimateQuery(discovery, needsPrompt ? { ...settled, prompt: "?" } : settled));
}

const mendable: ReadonlySet<ErrorCode> = new Set(["refused", "no_model"]);

/** Returns the obstacle to starting; nothing where it can start, or where that could not be reckoned. */
export function estimateError({ error }: Estimate): AppError | null {
	const appError = error && asAppError(error);
	return appError && mendable.has(appError.code) ? appError : null;
}
