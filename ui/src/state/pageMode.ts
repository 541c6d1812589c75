import { create } from "zustand";

/** True if a document that has pages is looked at as it is, false if read as text: in all of them as in the last. */
export const usePageMode = create<{ pages: boolean }>()(() => ({ pages: false }));

export function showAsPages(pages = true): void {
	usePageMode.setState({ pages });
}
