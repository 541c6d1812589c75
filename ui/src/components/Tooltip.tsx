import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement } from "react";
import { keysOf } from "../commands/bindings";
import type { CommandId } from "../commands/catalog";
import { Keys } from "./Keys";
import styles from "./Tooltip.module.css";

interface TooltipProps {
	words: string;
	command?: CommandId | undefined;
	children: ReactElement;
}

/** Words and keys on hover and on focus. It repeats the accessible name; it never carries anything of its own. */
export function Tooltip({ words, command, children }: TooltipProps) {
	const keys = command ? keysOf(command)[0] : undefined;
	return (
		<Base.Root>
			<Base.Trigger render={children} delay={500} />
			<Base.Portal>
				<Base.Positioner sideOffset={4} className={styles.positioner}>
					<Base.Popup className={styles.popup}>
						{words}
						{keys && <Keys written={keys} />}
					</Base.Popup>
				</Base.Positioner>
			</Base.Portal>
		</Base.Root>
	);
}
