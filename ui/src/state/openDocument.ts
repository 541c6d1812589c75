import { create } from "zustand";

/** The run that the analyst looks at in each discovery; "new" is the form of a new one. */
export const useOpenDocument = create<Readonly<Record<string, string>>>()(() => ({}));
