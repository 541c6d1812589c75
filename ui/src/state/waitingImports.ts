import { create } from "zustand";
import { useDialogs } from "./dialogs";

/** The files that were handed over to be imported. They are looked into one at a time, in their order. */
export const useWaitingImports = create<{ files: readonly string[] }>()(() => ({ files: [] }));

export function offerImport(paths: readonly string[]): void {
	if (paths.length === 0) return;
	useWaitingImports.setState(({ files }) => ({ files: [...files, ...paths.filter((path) => !files.includes(path))] }));
	useDialogs.getState().show("import");
}

/** The next file has its turn, if there is one. */
export function finishImport(path: string): void {
	useWaitingImports.setState(({ files }) => ({ files: files.filter((file) => file !== path) }));
	const dialogs = useDialogs.getState();
	if (dialogs.open === "import" && useWaitingImports.getState().files.length === 0) dialogs.close();
}
