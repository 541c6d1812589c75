/** Returns the statement of a fact, with the condition that it holds under beside other values of its key. */
export function statementWithCondition({ text, condition }: { text: string; condition: string }): string {
	return condition === "" ? text : `${text} (${condition})`;
}
