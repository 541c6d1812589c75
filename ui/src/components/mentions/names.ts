/**
 * A text as a list shows it: "@item(i1:Backdrop)" is the name that it has for the reader. Where a text is written or quoted
 * it stands as it is. The core's `items::token` says what a token is.
 */
export function withItemNames(text: string): string {
	return text.replaceAll(TOKEN, (_, name: string) => name.replaceAll(/\\(.)/gsu, "$1"));
}

const TOKEN = /@item\(i[1-9]\d*:((?:\\.|[^\\()\n])*)\)/gsu;
