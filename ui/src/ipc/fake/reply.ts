import type { AppError, Changed, commands, Done, ErrorCode } from "../bindings";

type Commands = typeof commands;
export type CommandName = keyof Commands;

/** What a command answers when it succeeds. */
type Reply<K extends CommandName> = Extract<Awaited<ReturnType<Commands[K]>>, { status: "ok" }>["data"];

/** Commands that change something, so that their reply tells which step of undo it became. */
export type Act = { [K in CommandName]: Reply<K> extends Done<unknown> ? K : never }[CommandName];

type Value<R> = R extends Done<infer T> ? T : R;

/** One handler a command, by the names of the generated bindings. The step that it became is told by `install`. */
export type Handlers<K extends CommandName> = {
	[Name in K]: (args: never) => Value<Reply<Name>> | Promise<Value<Reply<Name>>>;
};

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
