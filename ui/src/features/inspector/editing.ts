import { create } from "zustand";

/** The fact whose words are being edited in the inspector, if any. */
interface Editing {
	factId: string | null;
	edit: (factId: string) => void;
	stop: () => void;
}

export const useEditing = create<Editing>()((set) => ({
	factId: null,
	edit: (factId) => set({ factId }),
	stop: () => set({ factId: null }),
}));
