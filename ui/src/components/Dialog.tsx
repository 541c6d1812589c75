import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useState } from "react";
import { openDialog } from "../commands/bindings";
import { useWords } from "../i18n/useWords";
import styles from "./Dialog.module.css";

interface DialogProps {
	open: boolean;
	onClose: () => void;
	title: string;
	/** False where Escape or a press outside would lose something that was written. */
	light?: boolean;
	width?: "narrow" | "wide" | "large";
	/** Nothing in it takes the focus: the words themselves are scrolled by the keys. */
	readable?: boolean;
	children: ReactNode;
	actions?: ReactNode;
}

/**
 * A modal dialog. The focus goes back to where it was; the window's own keys rest while it is open. Escape leaves it, and
 * Ctrl Enter does what its chief button says, wherever the focus is in it.
 */
export function Dialog({
	open,
	onClose,
	title,
	light = true,
	width = "narrow",
	readable = false,
	children,
	actions,
}: DialogProps) {
	const t = useWords();
	const [opener] = useState(() => document.activeElement);
	return (
		<Base.Root open={open} onOpenChange={(next) => !next && onClose()} disablePointerDismissal={!light}>
			<Base.Portal>
				<Base.Backdrop className={styles.backdrop} />
				<Base.Popup
					className={styles.popup}
					data-width={width}
					finalFocus={() => focusAfter(opener)}
					onKeyDown={decide}
				>
					<KeysRest />
					<header className={styles.header}>
						<Base.Title className={styles.title}>{title}</Base.Title>
					</header>
					<div className={styles.body} tabIndex={readable ? 0 : undefined}>
						{children}
					</div>
					{actions && <footer className={styles.actions}>{actions}</footer>}
					{/* Last in the order, so that the focus begins at the first field. */}
					<Base.Close className={styles.close} aria-label={t("app.close")}>
						<X size={16} aria-hidden />
					</Base.Close>
				</Base.Popup>
			</Base.Portal>
		</Base.Root>
	);
}

/**
 * What had the focus, if it is still there; else the list of the view, for its keys. By itself the dialog would go to
 * whatever had the focus some time before.
 */
function focusAfter(opener: Element | null): HTMLElement | boolean {
	if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) return true;
	return document.querySelector<HTMLElement>("main [role$=grid][tabindex='0']") ?? opener !== document.body;
}

function decide(event: KeyboardEvent<HTMLElement>): void {
	const isMeant = event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing;
	// Of a dialog that lies over this one the key is heard here too.
	const isHere = event.target instanceof Node && event.currentTarget.contains(event.target);
	if (!isMeant || !isHere || event.defaultPrevented) return;
	event.preventDefault();
	event.currentTarget.querySelector<HTMLElement>("footer [data-kind=primary]:not(:disabled)")?.click();
}

/** While this is mounted the window's key handler is off. */
export function KeysRest() {
	useEffect(() => openDialog(), []);
	return null;
}
