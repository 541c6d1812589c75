import { emit } from "@tauri-apps/api/event";
import { mockIPC, mockWindows } from "@tauri-apps/api/mocks";
import type { AppError, Changed } from "../bindings";
import { isAct } from "./acts";
import { auditHandlers } from "./audit";
import { auditMoreHandlers } from "./auditMore";
import { cardActions } from "./chat/cards";
import { chatReadHandlers } from "./chat/read";
import { addTalk } from "./chat/seed";
import { chatTurnHandlers } from "./chat/turns";
import { documentHandlers } from "./documents";
import { factHandlers } from "./facts";
import { inputHandlers } from "./inputs";
import { itemHandlers } from "./items";
import { knowledgeHandlers } from "./knowledge";
import { libraryHandlers } from "./library";
import { memoryHandlers } from "./memory/catalogue";
import { deriveHandlers } from "./pipeline/derive";
import { historyHandlers } from "./pipeline/history";
import { readHandlers } from "./pipeline/read";
import { addMany } from "./pipeline/seed";
import { writeHandlers } from "./pipeline/write";
import { providerHandlers } from "./providers";
import { questionHandlers } from "./questions";
import type { CommandName, Handlers, Notify } from "./reply";
import { reportHandlers } from "./reports";
import { searchHandlers } from "./search";
import { addLarge, addSample, addScripts } from "./seed";
import { addProvider } from "./sending";
import { emptyState, type FakeState } from "./state";
import { transferHandlers } from "./transfer";

/**
 * An in-memory host behind the same transport, so that the generated bindings themselves are what runs.
 * `?scenario=` is one of empty, sample (default), provider, large, scripts, damaged; `?slow=` delays every reply by so many ms.
 */

export interface FakeHost {
	state: FakeState;
	/** The next call of this command fails with this error. */
	failNext: (command: CommandName, error: AppError) => void;
	/** Every call of this command waits so long first. */
	slow: (command: CommandName, ms: number) => void;
	/** As if files were dragged over the window and dropped. */
	drag: (type: "enter" | "leave" | "drop", paths: string[]) => Promise<void>;
	/** Every call so far, newest last. */
	calls: { command: CommandName; args: unknown }[];
	/** How many of them wait for their reply. */
	pending: number;
}

export function installFakeHost(scenario: string, delay = 0): FakeHost {
	const state = emptyState();
	if (scenario === "large") {
		const { id } = addLarge(state, 10_000, 1_000_000);
		addMany(state, id, 100_000);
		addTalk(state, id, 10_000);
	}
	if (scenario === "scripts") addScripts(state);
	if (scenario !== "empty") addSample(state);
	if (scenario === "provider") addProvider(state);
	state.unavailable = scenario === "damaged";

	const notify: Notify = (discovery, ...topics) => {
		const changed: Changed = { discovery, topics, launchFiles: false };
		void emit("changed", changed);
	};
	const handlers: Handlers<CommandName> = {
		...libraryHandlers(state, notify),
		...documentHandlers(state, notify),
		...inputHandlers(state, notify),
		...factHandlers(state, notify),
		...auditHandlers(state, notify),
		...itemHandlers(state, notify),
		...knowledgeHandlers(state, notify),
		...auditMoreHandlers(state, notify),
		...readHandlers(state),
		...historyHandlers(state, notify),
		...writeHandlers(state, notify),
		...deriveHandlers(state, notify),
		...transferHandlers(state, notify),
		...providerHandlers(state, notify),
		...questionHandlers(state, notify),
		...reportHandlers(scenario, notify),
		...chatReadHandlers(state, notify),
		...chatTurnHandlers(state, notify),
		...cardActions(state, notify),
		...memoryHandlers(state, notify),
		...searchHandlers(state),
	};

	const failures = new Map<CommandName, AppError>();
	const delays = new Map<CommandName, number>();
	const host: FakeHost = {
		state,
		failNext: (command, error) => void failures.set(command, error),
		slow: (command, ms) => void delays.set(command, ms),
		drag: (type, paths) => emit(`tauri://drag-${type}`, { paths, position: { x: 0, y: 0 } }),
		calls: [],
		pending: 0,
	};
	const answer = async (command: CommandName, args: unknown) => {
		const wait = delays.get(command) ?? delay;
		if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
		const failure = failures.get(command);
		if (failure) {
			failures.delete(command);
			throw failure;
		}
		if (!isAct(command)) return structuredCloneOf(await handlers[command](args as never));
		state.made = null;
		const given = handlers[command](args as never);
		// Looked at before anything else is let in, but for what takes its time.
		const { made } = state;
		const value = await given;
		return structuredCloneOf({ value, step: given instanceof Promise ? state.made : made });
	};

	mockWindows("main");
	mockIPC(
		(wireName, args) => {
			const command = wireName.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) as CommandName;
			host.calls.push({ command, args });
			host.pending++;
			return answer(command, args).finally(() => host.pending--);
		},
		{ shouldMockEvents: true },
	);
	return host;
}

/** Replies cross a wire in the real host, so the window must never share objects with it. */
function structuredCloneOf<T>(value: T): T {
	return value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T);
}
