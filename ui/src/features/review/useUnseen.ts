import { useEffect, useState } from "react";

/** A line that was shown for so many milliseconds was seen. */
const GLANCE = 600;

/** Returns whether nobody went to the line that is shown, or saw it yet, and a function that sets it: a key that is pressed
 * just then was meant for another line. It is seen once it has stood a moment, without a pointer or an arrow. */
export function useUnseen(shown: string | null): [isUnseen: boolean, setUnseen: (isUnseen: boolean) => void] {
	const [isUnseen, setUnseen] = useState(false);
	useEffect(() => {
		if (!isUnseen || shown === null) return;
		const seen = setTimeout(() => setUnseen(false), GLANCE);
		return () => clearTimeout(seen);
	}, [isUnseen, shown]);
	return [isUnseen, setUnseen];
}
