import { ResizeHandle } from "../components/ResizeHandle";
import { Inspector } from "../features/inspector/Inspector";
import { Sidebar } from "../features/library/Sidebar";
import { useWords } from "../i18n/useWords";
import type { DiscoveryDetail } from "../ipc/bindings";
import { usePanels, widthOf } from "../state/panels";
import { useNarrow } from "./narrow";
import styles from "./SidePanels.module.css";
import { useShowsInspector, useShowsLibrary } from "./shown";

/** The library beside the view, or over it where there is no room beside. */
export function LibraryPanel({ current }: { current: string | null }) {
	const t = useWords();
	const narrow = useNarrow();
	const shown = useShowsLibrary();
	const width = usePanels((panels) => widthOf(panels, "sidebar"));
	const draw = usePanels((panels) => panels.draw);
	if (!shown) return null;
	return (
		<>
			<aside
				className={styles.panel}
				data-narrow={narrow}
				data-side="library"
				style={{ width }}
				aria-label={t("app.sidebar")}
			>
				<Sidebar current={current} />
				{!narrow && <ResizeHandle panel="sidebar" name={t("app.resizeSidebar")} />}
			</aside>
			{narrow && (
				<button type="button" className={styles.scrim} aria-label={t("app.close")} onClick={() => draw(false)} />
			)}
		</>
	);
}

/** The inspector beside the view; in a narrow window under it, and with no room to spare only with something to show. */
export function InspectorPanel({ detail }: { detail: DiscoveryDetail | null }) {
	const t = useWords();
	const narrow = useNarrow();
	const width = usePanels((panels) => widthOf(panels, "inspector"));
	const shown = useShowsInspector();
	if (!shown) return null;
	return (
		<aside
			className={styles.panel}
			data-narrow={narrow}
			data-side="inspector"
			style={{ width: narrow ? undefined : width }}
			aria-label={t("app.inspector")}
		>
			{!narrow && <ResizeHandle panel="inspector" name={t("app.resizeInspector")} />}
			{detail && <Inspector detail={detail} />}
		</aside>
	);
}
