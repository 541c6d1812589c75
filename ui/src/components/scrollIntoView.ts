/** Scrolls the result of a press into view, also where the form is longer than the window. */
export function scrollIntoView(element: HTMLElement | null): void {
	element?.scrollIntoView({ block: "nearest" });
}
