/** A request as text to look at: in lines that a list can draw one by one, however large it is. */

/** Long enough for a line of prose, short enough that a row costs little to draw. */
const PIECE = /.{1,600}/gsu;

/** The body laid out: indented, with the line breaks inside of its texts shown as such. Null if it is no JSON. */
export function formatJson(body: string): string | null {
	try {
		const whole = JSON.stringify(JSON.parse(body), null, 2);
		return whole.replaceAll(/^( *)(.*)$/gm, (_, indent: string, line: string) => {
			const inner = `\n${indent}  `;
			return indent + line.replaceAll(/\\(.)/g, (pair, letter) => (letter === "n" ? inner : pair));
		});
	} catch {
		return null;
	}
}

/** Cut into rows at line ends, and a line without end at every so many characters. */
export function rowsOf(text: string): readonly string[] {
	return text.split("\n").flatMap((line) => line.match(PIECE) ?? [""]);
}

/** Returns the request that went over the line, to the letter but for the key. */
export function rawRequest({ url, headers, body }: { url: string; headers: string; body: string }): string {
	return `${body === "" ? "GET" : "POST"} ${url}\n${headers}\n\n${body}`;
}
