import type { AppError } from "./bindings";
import { HostError } from "./error";

type Reply<T> = { status: "ok"; data: T } | { status: "error"; error: AppError };

/** Unwraps a command's reply: the value, or a thrown `HostError`. */
export async function call<T>(reply: Promise<Reply<T>>): Promise<T> {
	const settled = await reply;
	if (settled.status === "error") throw new HostError(settled.error);
	return settled.data;
}
