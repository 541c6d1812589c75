import {
	autocompletion,
	type Completion,
	type CompletionContext,
	type CompletionResult,
} from "@codemirror/autocomplete";
import type { EditorView } from "@codemirror/view";

/** An "@" offers what can be cited, by its label and its words. */

interface Offered {
	label: string;
	text: string;
	/** In words, where it is not accepted or confirmed. */
	status?: string | undefined;
}

export interface MentionSource {
	/** Finds the matches for the text typed behind the "@". */
	find: (typed: string) => Promise<readonly Offered[]>;
	/** The citation of a label, as it is written. */
	cite: (label: string) => Promise<string>;
}

/** A name is not longer, and none begins inside a word: an address of mail is no citation. */
const MENTION = /(?:^|[\s([{"'„“‚‘«])@([^\n@]{0,60})$/;

export function mentionCompletion({ find, cite }: MentionSource) {
	const source = async (context: CompletionContext): Promise<CompletionResult | null> => {
		const line = context.state.doc.lineAt(context.pos);
		const typed = MENTION.exec(line.text.slice(0, context.pos - line.from))?.[1];
		if (typed === undefined) return null;
		const found = await find(typed.trim());
		if (context.aborted || found.length === 0) return null;
		const options = found.map((offered): Completion => ({ ...lineOf(offered), apply: put(cite) }));
		return { from: context.pos - typed.length - 1, options, filter: false };
	};
	// Whoever typed an "@" waits for the list, so it hears the first key.
	const interactionDelay = 0;
	return autocompletion({
		override: [source],
		icons: false,
		activateOnTyping: true,
		closeOnBlur: true,
		interactionDelay,
	});
}

/** A line of the list: a label with its words, and first of all that it is not decided. */
export const lineOf = ({ label, text, status }: Offered) => ({
	label,
	detail: status === undefined ? short(text) : `${status} · ${short(text)}`,
});

const SHOWN = 80;
const short = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

const put =
	(cite: MentionSource["cite"]) =>
	(view: EditorView, { label }: Completion, from: number, to: number): void => {
		void cite(label).then((written) => {
			const end = from + written.length;
			view.dispatch({
				changes: { from, to, insert: written },
				selection: { anchor: end },
				userEvent: "input.complete",
			});
		});
	};
