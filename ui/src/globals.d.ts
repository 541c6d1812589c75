/** True in `vite dev`, in tests and in `--mode fake` builds; false, and dropped, in production. */
declare const __FAKE_HOST__: boolean;

interface Window {
	/** What the window last showed, left here by the host before the page loads. */
	factlyLastPicture?: { key: string; shown: string; styles: string };
}
