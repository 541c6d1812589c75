import type { AppError, Changed, commands, ErrorCode } from "../bindings";

type Commands = typeof commands;
export type CommandName = keyof Commands;

/** What a command answers when it succeeds. */
type Reply<K extends CommandName> = Extract<Awaited<ReturnType<Commands[K]>>, { status: "ok" }>["data"];

/** One handler a command, by the names of the generated bindings. */
export type Handlers<K extends CommandName> = { [Name in K]: (args: never) => Reply<Name> | Promise<Reply<Name>> };

export type Notify = (discovery: string | null, ...topics: Changed["topics"]) => void;

/** What a handler throws: a plain object, as it comes over the wire. */
export function fault(
	code: ErrorCode,
	message: string,
	hint: string | null = null,
	kept: string | null = null,
): AppError {
	return { code, message, kept, hint };
}

export function found<T>(value: T | undefined, what: string): T {
	if (value === undefined) throw fault("not_found", `${what} is not in this library.`);
	return value;
}
