import { create } from "zustand";
import { useDialogs } from "./dialogs";

/** What was typed elsewhere and is to be looked for in the texts; the search takes it when it opens. */
const useSearchFor = create<{ typed: string | null }>()(() => ({ typed: null }));

export function searchFor(typed: string): void {
	useSearchFor.setState({ typed });
	useDialogs.getState().show("search");
}

export function takeSearchedFor(): string | null {
	const { typed } = useSearchFor.getState();
	useSearchFor.setState({ typed: null });
	return typed;
}
