import { useMutation } from "@tanstack/react-query";
import { words } from "../../i18n/useWords";
import { addText } from "../../shared/inputs/actions";
import { useDialogs } from "../../state/dialogs";
import { reportError } from "../../state/toasts";
import { useDraft } from "./draft";

/** A refusal comes at once and is shown in the box; what takes longer than this goes on behind it, with its progress. */
const STAYS_OPEN_MS = 400;

/** Adds the text in the box. The words leave the box only when they are on their way, and come back if that fails. */
export function useAddText(discovery: string | null, onClose: () => void) {
	const { write, clear } = useDraft();
	return useMutation({
		mutationFn: async ({ title, text, html }: { title: string; text: string; html: string | null }) => {
			let left = false;
			const leave = () => {
				left = true;
				clear();
				onClose();
			};
			const timer = setTimeout(leave, STAYS_OPEN_MS);
			// Two dialogs over each other would hide the one that asks.
			const stepAside = () => {
				clearTimeout(timer);
				if (!left) leave();
			};
			const comeBack = () => {
				if (useDraft.getState().text === "") write({ title, text, formatted: html === null ? null : { html, text } });
			};
			try {
				const isDone = await addText(discovery, title.trim(), { text, html }, stepAside);
				if (!left) leave();
				if (isDone) return;
				comeBack();
				if (useDialogs.getState().open === null) useDialogs.getState().show("addText");
			} catch (error) {
				if (!left) throw error;
				comeBack();
				reportError(error, words("inputs.failed"));
			} finally {
				clearTimeout(timer);
			}
		},
	});
}
