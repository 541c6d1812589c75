import { insertNewlineContinueMarkup } from "@codemirror/lang-markdown";
import { syntaxTree } from "@codemirror/language";
import type { StateCommand } from "@codemirror/state";

/** An item of a list that has no words, at the margin. */
const EMPTY_ITEM = /^(?:[-*+]|\d+[.)])\s*$/;

/**
 * Ends a line as a reader of the text will see it: the next is a paragraph, since Markdown joins the lines of one. In a
 * list, a quote or a table it goes on with that, and behind an empty item the list ends. Code and HTML stay as they are.
 */
export const insertParagraph: StateCommand = (target) => {
	const { state, dispatch } = target;
	const { main } = state.selection;
	const line = state.doc.lineAt(main.head);
	if (EMPTY_ITEM.test(line.text) && main.empty) {
		const before = line.number > 1 ? state.doc.line(line.number - 1).text : "";
		const insert = before.trim() === "" ? "" : "\n";
		const change = { from: line.from, to: line.to, insert };
		dispatch(state.update({ changes: change, selection: { anchor: line.from + insert.length }, userEvent: "input" }));
		return true;
	}
	if (insertNewlineContinueMarkup(target)) return true;
	const ends = state.doc.sliceString(line.from, main.from).trim() !== "";
	if (!ends || isVerbatim(syntaxTree(state).resolveInner(main.from, -1))) return false;
	dispatch(state.update(state.replaceSelection("\n\n"), { scrollIntoView: true, userEvent: "input" }));
	return true;
};

interface TreeNode {
	name: string;
	parent: TreeNode | null;
}

/** Line ends are part of what these hold. */
function isVerbatim(node: TreeNode): boolean {
	return /Code|HTML|Comment|Table/.test(node.name) || (node.parent !== null && isVerbatim(node.parent));
}
