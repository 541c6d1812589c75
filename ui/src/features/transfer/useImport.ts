import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { commands, type How, type IngestEvent, type Repair } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { progressChannel } from "../../ipc/progress";
import { reportImport } from "../../shared/discoveries/transfer";

function cancel(task: string | null): void {
	if (task !== null) call(commands.taskCancel(task)).catch(() => {});
}

/** Returns the effects of importing a file. Asking otherwise, or going away, cancels the reading. */
export function usePreview(path: string, how: How) {
	const [progress, setProgress] = useState<IngestEvent | null>(null);
	const preview = useQuery({
		queryKey: ["importPreview", path, how],
		queryFn: ({ signal }) => {
			const task = crypto.randomUUID();
			signal.addEventListener("abort", () => cancel(task));
			return call(commands.importPreview(path, how, task, progressChannel(setProgress)));
		},
		placeholderData: (before) => before,
		gcTime: 0,
	});
	return { preview, progress };
}

interface Import {
	how: How;
	repair: Repair[];
}

/** Imports a file, whole or not at all. Going away calls it off, and then nothing was imported. */
export function useApply(path: string, onDone: () => void) {
	const [progress, setProgress] = useState<IngestEvent | null>(null);
	const running = useRef<string | null>(null);
	useEffect(() => () => cancel(running.current), []);
	const apply = useMutation({
		mutationFn: async ({ how, repair }: Import) => {
			const task = crypto.randomUUID();
			running.current = task;
			try {
				return await call(commands.importApply(path, how, repair, task, progressChannel(setProgress)));
			} finally {
				running.current = null;
				setProgress(null);
			}
		},
		onSuccess: (report) => {
			onDone();
			reportImport(report);
		},
	});
	return { apply, progress, stop: () => cancel(running.current) };
}
