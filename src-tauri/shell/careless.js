// What becomes of text in an application that takes it for markup. A debug build that FACTLY_DEBUG_WITHOUT tells to leave
// out the wall `text` runs this in its page: whatever text the page shows, by whichever way it came in, is drawn as a
// document of its own too, each of its paragraphs once. So a test sees what would have happened without that wall.

(() => {
	if (window !== top) return;
	const WHOLE = "p, li, td, th, pre, dd, dt, blockquote, h1, h2, h3, h4, [data-selectable], [data-label]";
	const drawn = new Set();
	let shelf;

	/** Small, and in view: what is not rendered fetches no images. */
	const place = () => {
		shelf ??= Object.assign(document.createElement("div"), { id: "careless" });
		shelf.style.cssText = "position: fixed; right: 0; bottom: 0; width: 8px; height: 8px; overflow: hidden; z-index: 9999; pointer-events: none";
		if (!shelf.isConnected) document.body?.append(shelf);
		return shelf;
	};

	const draw = (text) => {
		for (const paragraph of text.split(/\n\s*\n/)) {
			if (!/<[a-z!/]/i.test(paragraph) || drawn.has(paragraph)) continue;
			drawn.add(paragraph);
			const frame = document.createElement("iframe");
			frame.srcdoc = paragraph;
			place().append(frame);
		}
	};

	const read = (node) => {
		const words = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
		for (let word = node.nodeType === Node.TEXT_NODE ? node : words.nextNode(); word; word = words.nextNode()) {
			const within = word.parentElement;
			if (!within || shelf?.contains(within) || within.matches("script, style")) continue;
			// Its end alone may have come: what begins it stands in a part that did not change.
			const whole = (within.closest(WHOLE) ?? within).textContent;
			if (whole.includes("<")) draw(whole);
		}
	};

	new MutationObserver((changes) => {
		for (const { type, target, addedNodes } of changes) for (const one of type === "characterData" ? [target] : addedNodes) read(one);
	}).observe(document, { subtree: true, childList: true, characterData: true });
})();
