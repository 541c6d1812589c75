import { Menu } from "@base-ui/react/menu";
import { Ellipsis } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { type ListedAction, useListedActions } from "../commands/listedActions";
import styles from "./ActionMenu.module.css";

interface Action extends ListedAction {
	/** Takes something away: set apart in colour and by a line. */
	grave?: boolean;
	/** A line about it, where its name is not understood at once. */
	about?: string;
	/** It leads elsewhere, and the focus with it. */
	leads?: boolean;
}

interface ActionMenuProps {
	name: string;
	actions: readonly Action[];
	/** The palette offers the same under this name: for a menu of what is open, not of each in a list. */
	listedAs?: string | undefined;
	className?: string | undefined;
	/** The content of its button; three dots by default. */
	children?: ReactNode;
}

/** Shows the actions for one thing in a list. */
export function ActionMenu({ name, actions, listedAs, className, children }: ActionMenuProps) {
	const led = useRef(false);
	useListedActions(listedAs, actions);
	return (
		<Menu.Root
			modal={false}
			onOpenChange={(isOpen) => {
				if (isOpen) led.current = false;
			}}
		>
			<Menu.Trigger className={`${styles.trigger} ${className ?? ""}`} aria-label={name}>
				{children ?? <Ellipsis size={16} aria-hidden />}
			</Menu.Trigger>
			<Menu.Portal>
				{/* It lies at the end of the page, in no part of the window: this is its own. */}
				<section aria-label={name}>
					<Menu.Positioner sideOffset={4} align="end" className={styles.positioner}>
						<Menu.Popup className={styles.popup} finalFocus={() => !led.current}>
							{actions.map((action) => (
								<Menu.Item
									key={action.words}
									className={styles.item}
									data-grave={action.grave}
									{...(action.about && { "aria-label": action.words, "aria-description": action.about })}
									onClick={() => {
										led.current = action.leads ?? false;
										action.run();
									}}
								>
									{action.words}
									{action.about && <span className={styles.about}>{action.about}</span>}
								</Menu.Item>
							))}
						</Menu.Popup>
					</Menu.Positioner>
				</section>
			</Menu.Portal>
		</Menu.Root>
	);
}
