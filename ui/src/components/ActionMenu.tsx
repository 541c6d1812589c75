import { Menu } from "@base-ui/react/menu";
import { Ellipsis } from "lucide-react";
import { useRef } from "react";
import styles from "./ActionMenu.module.css";

interface Action {
	words: string;
	run: () => void;
	/** Takes something away: set apart in colour and by a line. */
	grave?: boolean;
	/** It leads elsewhere, and the focus with it. */
	leads?: boolean;
}

interface ActionMenuProps {
	name: string;
	actions: readonly Action[];
	className?: string | undefined;
}

/** What can be done to one thing in a list. */
export function ActionMenu({ name, actions, className }: ActionMenuProps) {
	const led = useRef(false);
	return (
		<Menu.Root
			modal={false}
			onOpenChange={(isOpen) => {
				if (isOpen) led.current = false;
			}}
		>
			<Menu.Trigger className={`${styles.trigger} ${className ?? ""}`} aria-label={name}>
				<Ellipsis size={16} aria-hidden />
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
									onClick={() => {
										led.current = action.leads ?? false;
										action.run();
									}}
								>
									{action.words}
								</Menu.Item>
							))}
						</Menu.Popup>
					</Menu.Positioner>
				</section>
			</Menu.Portal>
		</Menu.Root>
	);
}
