import { create } from "zustand";
import { useDialogs } from "./dialogs";

/** The text that was typed elsewhere and is to be searched for; the search dialog takes it when it opens. */
const useSearchFor = create<{ typed: string | null }>()(() => ({ typed: null }));

export function openSearchFor(typed: string): void {
	useSearchFor.setState({ typed });
	useDialogs.getState().show("search");
}

export function takePendingSearch(): string | null {
	const { typed } = useSearchFor.getState();
	useSearchFor.setState({ typed: null });
	return typed;
}
