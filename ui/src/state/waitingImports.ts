import { create } from "zustand";
import { useDialogs } from "./dialogs";

/** The files that were handed over to be imported. They are looked into one at a time, in their order. */
export const useWaiting = create<{ files: readonly string[] }>()(() => ({ files: [] }));

export function offerImport(paths: readonly string[]): void {
	if (paths.length === 0) return;
	useWaiting.setState(({ files }) => ({ files: [...files, ...paths.filter((path) => !files.includes(path))] }));
	useDialogs.getState().show("import");
}

/** The next file has its turn, if there is one. */
export function doneWith(path: string): void {
	useWaiting.setState(({ files }) => ({ files: files.filter((file) => file !== path) }));
	const dialogs = useDialogs.getState();
	if (dialogs.open === "import" && useWaiting.getState().files.length === 0) dialogs.close();
}
