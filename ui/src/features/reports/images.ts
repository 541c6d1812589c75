import { commands, type ImageSource } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { reportError } from "../../state/toasts";

/** Images on their way into a text. */

/** Returns whether files are images, also of kinds that a report cannot hold: those are told so. */
export const areImages = (paths: readonly string[]) =>
	paths.length > 0 && paths.every((path) => /\.(png|jpe?g|gif|webp|svg|bmp|tiff?|heic|avif)$/i.test(path));

/** Keeps images in the library; returns how each is written in a text. One that is refused is told, the others stand. */
export async function addImages(report: string, sources: readonly ImageSource[]): Promise<string[]> {
	const named: string[] = [];
	for (const source of sources) {
		try {
			named.push(await call(commands.reportAddImage(report, source)));
		} catch (error) {
			reportError(error);
		}
	}
	return named;
}

export const imageSourceOf = (file: File): Promise<ImageSource> =>
	new Promise((done, failed) => {
		const reader = new FileReader();
		reader.addEventListener("error", () => failed(reader.error ?? new Error(file.name)));
		reader.addEventListener("load", () => {
			const { result } = reader;
			const [, base64 = ""] = typeof result === "string" ? result.split(",", 2) : [];
			done({ type: "pasted", name: file.name, base64 });
		});
		reader.readAsDataURL(file);
	});
