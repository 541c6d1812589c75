import { create } from "zustand";

/** The report that the analyst looks at in each discovery: the chat's Report mode writes it. */
export const useOpenReport = create<Readonly<Record<string, string>>>()(() => ({}));
