import { convertFileSrc } from "@tauri-apps/api/core";

/** The address of a page of an Input's document as a picture; the host draws it when it is asked for. */
export function pagePicture(input: string, page: number, width: number): string {
	return `${convertFileSrc("", "page")}${input}/${page}?width=${width}`;
}

/** The address of an image of a report, by its name in the text. */
export function reportPicture(name: string): string {
	return `${convertFileSrc("", "page")}image/${name}`;
}
