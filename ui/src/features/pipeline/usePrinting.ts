import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Returns whether the page is on its way to paper, where all has a place that the screen is spared. */
export function usePrinting(): { isPrinting: boolean; print: () => void } {
	const [isPrinting, setPrinting] = useState(false);
	useEffect(() => {
		// At once: what is laid out for paper is what stands when the event has been told.
		const begin = () => flushSync(() => setPrinting(true));
		const end = () => setPrinting(false);
		window.addEventListener("beforeprint", begin);
		window.addEventListener("afterprint", end);
		return () => {
			window.removeEventListener("beforeprint", begin);
			window.removeEventListener("afterprint", end);
		};
	}, []);
	const print = () => {
		// Not every webview tells of it in time when a script asks.
		flushSync(() => setPrinting(true));
		window.print();
	};
	return { isPrinting, print };
}
