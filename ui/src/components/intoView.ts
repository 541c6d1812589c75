/** What comes of a press is seen, also where the form is longer than the window. */
export function intoView(element: HTMLElement | null): void {
	element?.scrollIntoView({ block: "nearest" });
}
