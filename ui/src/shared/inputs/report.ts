import { create } from "zustand";
import type { AddReport } from "../../ipc/bindings";

/** The outcome of many files at once: too much for a short note. */

export const useAddReport = create<{ report: AddReport | null }>()(() => ({ report: null }));

export function showAddReport(report: AddReport): void {
	useAddReport.setState({ report });
}

export function closeAddReport(): void {
	useAddReport.setState({ report: null });
}
