import { Toast } from "@base-ui/react/toast";
import { X } from "lucide-react";
import { useWords } from "../i18n/useWords";
import { usePanels, widthOf } from "../state/panels";
import { useIsDockShown, useIsLibraryShown } from "./panelVisibility";
import styles from "./Toasts.module.css";
import { useIsNarrow } from "./windowWidth";

/** At the foot of the view, in its middle, where the eyes are after a key. */
export function Toasts() {
	const t = useWords();
	const { toasts } = Toast.useToastManager();
	const isNarrow = useIsNarrow();
	const hasLibrary = useIsLibraryShown() && !isNarrow;
	const hasDock = useIsDockShown() && !isNarrow;
	const left = usePanels((panels) => (hasLibrary ? widthOf(panels, "sidebar") : 0));
	const right = usePanels((panels) => (hasDock ? widthOf(panels, "inspector") : 0));
	return (
		<Toast.Portal>
			<Toast.Viewport className={styles.viewport} style={{ left, right }} aria-label={t("app.notifications")}>
				{toasts.map((toast) => (
					<Toast.Root key={toast.id} toast={toast} className={styles.toast} data-kind={toast.type}>
						<Toast.Content className={styles.content}>
							<div className={styles.words}>
								<Toast.Title className={styles.title} />
								<Toast.Description className={styles.description} />
							</div>
							{toast.actionProps && <Toast.Action className={styles.action} />}
							<Toast.Close className={styles.close} aria-label={t("app.dismiss")}>
								<X size={14} aria-hidden />
							</Toast.Close>
						</Toast.Content>
					</Toast.Root>
				))}
			</Toast.Viewport>
		</Toast.Portal>
	);
}
