import { useEffect } from "react";

/** Whoever opened the panel has the focus again when it closes. */
export function useReturnFocus(): void {
	useEffect(() => {
		const before = document.activeElement;
		return () => {
			const isElsewhere = document.activeElement !== null && document.activeElement !== document.body;
			// By then the panel is gone, and the focus that was in it is nowhere.
			queueMicrotask(() => {
				if (isElsewhere && document.activeElement?.isConnected && document.activeElement !== document.body) return;
				const back = before instanceof HTMLElement && before.isConnected && before !== document.body ? before : null;
				(back ?? document.getElementById("chat-button"))?.focus();
			});
		};
	}, []);
}
