import { Toast } from "@base-ui/react/toast";
import { X } from "lucide-react";
import { useWords } from "../i18n/useWords";
import { usePanels, widthOf } from "../state/panels";
import type { ToastData } from "../state/toasts";
import { useIsLibraryShown } from "./panelVisibility";
import styles from "./Toasts.module.css";

/** So high are the notes together: the list of the library ends above them. */
function makeRoom(viewport: HTMLElement | null) {
	if (viewport === null) return;
	const { style } = document.documentElement;
	const observer = new ResizeObserver(() => {
		style.setProperty("--notes", `${viewport.childElementCount === 0 ? 0 : viewport.offsetHeight}px`);
	});
	observer.observe(viewport);
	return () => {
		observer.disconnect();
		style.removeProperty("--notes");
	};
}

/** At the foot of the library, which makes room for them; where it is not shown, over the foot of the view. */
export function Toasts() {
	const t = useWords();
	const { toasts, close } = Toast.useToastManager<ToastData>();
	const besideLibrary = useIsLibraryShown();
	const width = usePanels((panels) => widthOf(panels, "sidebar"));
	return (
		<Toast.Portal>
			<Toast.Viewport
				ref={makeRoom}
				className={styles.viewport}
				style={besideLibrary ? { width } : undefined}
				data-over-library={besideLibrary}
				aria-label={t("app.notifications")}
			>
				{toasts.map((toast) => (
					<Toast.Root key={toast.id} toast={toast} className={styles.toast} data-kind={toast.type}>
						<Toast.Content className={styles.content}>
							<div className={styles.words}>
								<Toast.Title className={styles.title} />
								<Toast.Description className={styles.description} />
							</div>
							<div className={styles.actions}>
								{toast.data?.second && (
									<button
										type="button"
										className={styles.action}
										onClick={() => {
											close(toast.id);
											toast.data?.second?.run();
										}}
									>
										{toast.data.second.words}
									</button>
								)}
								{toast.actionProps && <Toast.Action className={styles.action} />}
							</div>
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
