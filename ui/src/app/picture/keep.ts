import { commands, events } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { type LastPicture, pictureKey } from "./last";
import { take } from "./tree";

/** How long nothing happens before a picture is taken. */
const REST = 3_000;
/** Marked in the page's timeline when a picture was kept. */
const KEPT = "picture kept";
const stirs = ["pointerdown", "keydown", "wheel", "scroll", "input", "resize"] as const;

/** Keeps a picture of the window whenever it has come to rest, and drops it as soon as it shows something else. */
export function keepLastPicture(root: Element, build: string): void {
	let isKept = false;
	let timer: ReturnType<typeof setTimeout>;

	const rest = async () => {
		if (!isPlain(root)) return;
		const key = pictureKey(build);
		isKept = true;
		// Without one the next start shows nothing sooner, and that is all.
		const kept = await call(commands.pictureKeep(key, JSON.stringify(picture()))).catch(() => false);
		if (kept) performance.mark(KEPT);
	};
	const stirred = () => {
		clearTimeout(timer);
		timer = setTimeout(() => void rest(), REST);
		if (!isKept) return;
		isKept = false;
		void call(commands.pictureDrop()).catch(() => {});
	};
	for (const stir of stirs) addEventListener(stir, stirred, { capture: true, passive: true });
	void events.changed.listen(stirred);
	stirred();
}

function picture(): LastPicture {
	const sheets = [...document.styleSheets].flatMap(({ href }) =>
		href === null ? [] : new URL(href).pathname.slice(1),
	);
	const scrolled = [...document.body.getElementsByTagName("*")]
		.map((element, n): LastPicture["scrolled"][number] => [n, element.scrollTop, element.scrollLeft])
		.filter(([, top, left]) => top !== 0 || left !== 0);
	return {
		width: innerWidth,
		height: innerHeight,
		sheets,
		body: [...document.body.childNodes].map(take).filter((child) => child !== null),
		scrolled,
	};
}

/** Whether a picture says all that the window shows: nothing stands open above it, and no text is being written. */
function isPlain(root: Element): boolean {
	const written = document.activeElement?.closest("input, textarea, [contenteditable]");
	return (
		root.childElementCount > 0 && !written && !document.querySelector("[role=dialog], [role=menu], [role=listbox]")
	);
}
