import { type ReactNode, useEffect, useState } from "react";
import type { LazyComponent } from "./lazyComponent";

interface PartProps<Props extends object> {
	of: LazyComponent<Props>;
	props: Props;
	waiting?: ReactNode;
}

/**
 * Draws a fetched component, or `waiting` until it has come.
 *
 * In place of React's `lazy`, which shows its fallback even for code that is there, and holds back what follows a
 * fallback for 300 ms: at a start that was a third of the time to the first picture.
 */
export function LazyPart<Props extends object>({ of, props, waiting }: PartProps<Props>) {
	const [Shown, show] = useState(() => of.Component);
	const [fault, setFault] = useState<{ error: unknown } | null>(null);
	useEffect(() => {
		of.load().then(
			() => show(() => of.Component),
			(error: unknown) => setFault({ error }),
		);
	}, [of]);
	if (fault) throw fault.error;
	return Shown ? <Shown {...props} /> : waiting;
}
