import type { commands } from "../../src/ipc/bindings.ts";

/** The page's replacement for Tauri's own door in a webview: the same names, over a function that asks the host. */

export type CommandName = keyof typeof commands;

interface Door {
	/** Every command that was asked so far, newest last. */
	calls: { command: CommandName; args: unknown }[];
	/** Count of the calls that wait for their reply. */
	pending: number;
	/** Every call waits so long first, or every call of one command. */
	slow: (ms: number, command?: CommandName) => void;
	/** Every call of this command waits until it is released. */
	hold: (command: CommandName) => void;
	release: (command: CommandName) => void;
	/** Hears what the host says unasked. */
	hear: (message: { channel: number; index: number; message: unknown } | { event: string; payload: unknown }) => void;
}

declare global {
	interface Window {
		testDoor?: Door;
	}
}

/** Opens the door. The global function of this name is given a command and its arguments as JSON, and answers with JSON. */
export function openDoor(asker: string): void {
	const ask = (command: string, args: string): Promise<string> => Reflect.get(window, asker)(command, args);
	const callbacks = new Map<number, (payload: unknown) => void>();
	const listeners = new Map<number, string>();
	const delays = new Map<CommandName | "all", number>();
	const held = new Map<CommandName, { released: Promise<void>; release: () => void }>();
	let last = 0;
	const door: Door = {
		calls: [],
		pending: 0,
		slow: (ms, command) => void delays.set(command ?? "all", ms),
		hold: (command) => {
			let release = () => {};
			const released = new Promise<void>((resolve) => {
				release = resolve;
			});
			held.set(command, { released, release });
		},
		release: (command) => {
			held.get(command)?.release();
			held.delete(command);
		},
		hear: (message) => {
			if ("channel" in message)
				return callbacks.get(message.channel)?.({ index: message.index, message: message.message });
			for (const [id, event] of listeners)
				if (event === message.event) callbacks.get(id)?.({ event, id, payload: message.payload });
		},
	};
	const invoke = async (wireName: string, args: Record<string, unknown> = {}) => {
		const command = wireName.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) as CommandName;
		const isOwn = !wireName.startsWith("plugin:");
		const given = JSON.stringify(args);
		if (isOwn) {
			door.calls.push({ command, args: JSON.parse(given) });
			door.pending++;
		}
		try {
			await held.get(command)?.released;
			const wait = delays.get(command) ?? delays.get("all") ?? 0;
			if (wait > 0 && isOwn) await new Promise((resolve) => setTimeout(resolve, wait));
			const reply = JSON.parse(await ask(wireName, given)) as { ok: unknown } | { error: unknown };
			if ("error" in reply) throw reply.error;
			if (wireName === "plugin:event|listen") listeners.set(args.handler as number, String(args.event));
			return wireName === "plugin:event|listen" ? args.handler : reply.ok;
		} finally {
			if (isOwn) door.pending--;
		}
	};
	Object.assign(window, {
		testDoor: door,
		__TAURI_EVENT_PLUGIN_INTERNALS__: { unregisterListener: (_: string, id: number) => listeners.delete(id) },
		__TAURI_INTERNALS__: {
			invoke,
			transformCallback: (callback?: (payload: unknown) => void, once = false) => {
				const id = ++last;
				callbacks.set(id, (payload) => {
					if (once) callbacks.delete(id);
					callback?.(payload);
				});
				return id;
			},
			unregisterCallback: (id: number) => callbacks.delete(id),
			convertFileSrc: (path: string, protocol: string) => `http://${protocol}.localhost/${path}`,
			metadata: { currentWindow: { label: "main" }, currentWebview: { windowLabel: "main", label: "main" } },
		},
	});
}
