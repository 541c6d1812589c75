import { getCurrentWebview } from "@tauri-apps/api/webview";

export interface FileDropListener {
	onHover: (over: boolean) => void;
	onDrop: (paths: string[]) => void;
}

let follower: FileDropListener | null = null;
/** Dropped before anybody followed. */
let kept: string[][] = [];

/**
 * Listens for files dragged over the window; resolves once none is overlooked any more. The webview's own drag events
 * carry no paths, so the host's are used. It begins before the first picture, which invites to drop.
 */
export async function hearFileDrops(): Promise<void> {
	await getCurrentWebview().onDragDropEvent(({ payload }) => {
		if (payload.type === "enter") follower?.onHover(payload.paths.length > 0);
		if (payload.type === "leave") follower?.onHover(false);
		if (payload.type === "drop") {
			follower?.onHover(false);
			if (payload.paths.length === 0) return;
			if (follower) follower.onDrop(payload.paths);
			else kept.push(payload.paths);
		}
	});
}

/** What was dropped meanwhile comes at once. */
export function followFileDrop(listener: FileDropListener): () => void {
	follower = listener;
	const waiting = kept;
	kept = [];
	for (const paths of waiting) listener.onDrop(paths);
	return () => {
		follower = null;
	};
}
