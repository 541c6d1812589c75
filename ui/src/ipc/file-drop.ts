import { TauriEvent } from "@tauri-apps/api/event";
import { getCurrentWebview } from "@tauri-apps/api/webview";

interface Dragged {
	paths: string[];
	/** In pixels of the window. */
	position: { x: number; y: number };
}

export interface FileDropListener {
	onHover: (over: boolean) => void;
	onDrop: (paths: string[]) => void;
}

/** Takes some files before all others. */
export interface FileDropClaim {
	accepts: (paths: readonly string[]) => boolean;
	onHover: (over: boolean) => void;
	onDrop: (paths: string[], at: { x: number; y: number }) => void;
}

let follower: FileDropListener | null = null;
let claim: FileDropClaim | null = null;
/** Dropped before anybody followed. */
let pendingDrops: string[][] = [];

/**
 * Listens for files dragged over the window; resolves once none is overlooked any more. The webview's own drag events
 * carry no paths, so the host's are used. It begins before the first paint, which invites to drop.
 */
export async function listenForFileDrops(): Promise<void> {
	const webview = getCurrentWebview();
	// At once, where the host's own way asks for one after the other.
	await Promise.all([
		webview.listen<Dragged>(TauriEvent.DRAG_ENTER, ({ payload: { paths } }) => {
			(claim?.accepts(paths) ? claim : follower)?.onHover(paths.length > 0);
		}),
		webview.listen(TauriEvent.DRAG_LEAVE, overNone),
		webview.listen<Dragged>(TauriEvent.DRAG_DROP, ({ payload: { paths, position } }) => {
			overNone();
			if (paths.length === 0) return;
			if (claim?.accepts(paths)) return claim.onDrop(paths, position);
			if (follower) follower.onDrop(paths);
			else pendingDrops.push(paths);
		}),
	]);
}

function overNone(): void {
	follower?.onHover(false);
	claim?.onHover(false);
}

export function claimFileDrop(made: FileDropClaim): () => void {
	claim = made;
	return () => {
		if (claim === made) claim = null;
	};
}

/** Follows file drops. Files dropped meanwhile come at once. */
export function followFileDrop(listener: FileDropListener): () => void {
	follower = listener;
	const waiting = pendingDrops;
	pendingDrops = [];
	for (const paths of waiting) listener.onDrop(paths);
	return () => {
		follower = null;
	};
}
