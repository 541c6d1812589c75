import { create } from "zustand";

/** Whether a document that has pages is read as text or looked at as it is: in all of them as in the last. */
export const useShownAs = create<{ pages: boolean }>()(() => ({ pages: false }));

export function showAsPages(pages = true): void {
	useShownAs.setState({ pages });
}
