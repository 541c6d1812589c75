import type { FormEvent } from "react";

/** A form that stays where it is. (A function as `action` would put a javascript: address into the document.) */
export function submitHandler(run: () => void): (event: FormEvent) => void {
	return (event) => {
		event.preventDefault();
		run();
	};
}
