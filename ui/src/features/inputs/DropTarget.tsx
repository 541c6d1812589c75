import { FileDown } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { runCommand, useBindings } from "../../commands/bindings";
import { isTyping } from "../../commands/keys";
import { useWords } from "../../i18n/useWords";
import type { DiscoveryDetail } from "../../ipc/bindings";
import { followFileDrop } from "../../ipc/file-drop";
import { addOrImportFiles } from "../../shared/inputs/actions";
import { confirmedDiscovery } from "../../state/current";
import { reportError } from "../../state/toasts";
import styles from "./DropTarget.module.css";
import { writePasted } from "./paste";
import { useLaunchFiles } from "./useLaunchFiles";

/** A text that is pasted into no field is one to add. */
function onPaste(event: ClipboardEvent): void {
	const { dialogs } = useBindings.getState();
	const text = event.clipboardData?.getData("text/plain") ?? "";
	if (event.defaultPrevented || isTyping(event.target) || dialogs > 0 || text.trim() === "") return;
	event.preventDefault();
	writePasted(text, event.clipboardData?.getData("text/html") ?? "");
	runCommand("input.addText");
}

/** Files may be dropped anywhere on the window, while they hover it says where they would go; or a start names them. */
export function DropTarget({ detail }: { detail: DiscoveryDetail | null }) {
	const t = useWords();
	const [over, setOver] = useState(false);
	const onDrop = useEffectEvent(
		(paths: string[]) => void confirmedDiscovery().then((of) => addOrImportFiles(of, paths), reportError),
	);
	useLaunchFiles();
	useEffect(() => {
		document.addEventListener("paste", onPaste);
		return () => document.removeEventListener("paste", onPaste);
	}, []);
	useEffect(() => followFileDrop({ onHover: setOver, onDrop: (paths) => onDrop(paths) }), []);

	if (!over) return null;
	return (
		<div className={styles.target} role="status">
			<FileDown size={32} aria-hidden />
			<strong className={styles.words}>
				{detail ? t("inputs.drop", { title: detail.discovery.title }) : t("inputs.dropNew")}
			</strong>
			<span>{t("inputs.dropHint")}</span>
		</div>
	);
}
