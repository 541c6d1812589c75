import { getCurrentWebview } from "@tauri-apps/api/webview";

export interface FileDropListener {
	onHover: (over: boolean) => void;
	onDrop: (paths: string[]) => void;
}

/** Files dragged over the window. The webview's own drag events carry no paths, so the host's are used. */
export function followFileDrop({ onHover, onDrop }: FileDropListener): () => void {
	const listening = getCurrentWebview().onDragDropEvent(({ payload }) => {
		if (payload.type === "enter") onHover(payload.paths.length > 0);
		if (payload.type === "leave") onHover(false);
		if (payload.type === "drop") {
			onHover(false);
			if (payload.paths.length > 0) onDrop(payload.paths);
		}
	});
	return () => void listening.then((stop) => stop());
}
