import { TauriEvent } from "@tauri-apps/api/event";
import { getCurrentWebview } from "@tauri-apps/api/webview";

interface Dragged {
	paths: string[];
}

export interface FileDropListener {
	onHover: (over: boolean) => void;
	onDrop: (paths: string[]) => void;
}

let follower: FileDropListener | null = null;
/** Dropped before anybody followed. */
let kept: string[][] = [];

/**
 * Listens for files dragged over the window; resolves once none is overlooked any more. The webview's own drag events
 * carry no paths, so the host's are used. It begins before the first paint, which invites to drop.
 */
export async function hearFileDrops(): Promise<void> {
	const webview = getCurrentWebview();
	// At once, where the host's own way asks for one after the other.
	await Promise.all([
		webview.listen<Dragged>(TauriEvent.DRAG_ENTER, ({ payload }) => follower?.onHover(payload.paths.length > 0)),
		webview.listen(TauriEvent.DRAG_LEAVE, () => follower?.onHover(false)),
		webview.listen<Dragged>(TauriEvent.DRAG_DROP, ({ payload: { paths } }) => {
			follower?.onHover(false);
			if (paths.length === 0) return;
			if (follower) follower.onDrop(paths);
			else kept.push(paths);
		}),
	]);
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
