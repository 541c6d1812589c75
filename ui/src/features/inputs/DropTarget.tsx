import { FileDown } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useWords } from "../../i18n/useWords";
import type { DiscoveryDetail } from "../../ipc/bindings";
import { followFileDrop } from "../../ipc/file-drop";
import { takeFiles } from "../../shared/inputs/actions";
import { openedDiscovery } from "../../state/current";
import { reportError } from "../../state/toasts";
import styles from "./DropTarget.module.css";
import { useLaunchFiles } from "./useLaunchFiles";

/** Files may be dropped anywhere on the window, while they hover it says where they would go; or a start names them. */
export function DropTarget({ detail }: { detail: DiscoveryDetail | null }) {
	const t = useWords();
	const [over, setOver] = useState(false);
	const onDrop = useEffectEvent(
		(paths: string[]) => void openedDiscovery().then((of) => takeFiles(of, paths), reportError),
	);
	useLaunchFiles();
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
