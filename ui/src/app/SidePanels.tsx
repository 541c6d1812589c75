import { lazy, Suspense } from "react";
import { ResizeHandle } from "../components/ResizeHandle";
import { Sidebar } from "../features/library/Sidebar";
import { useWords } from "../i18n/useWords";
import type { DiscoveryDetail } from "../ipc/bindings";
import { useNarrow } from "./narrow";
import { usePanels } from "./panels";
import { usePreferences } from "./preferences";
import styles from "./SidePanels.module.css";
import { useSelection } from "./selection";

const Inspector = lazy(() => import("../features/inspector/Inspector"));

/** The library beside the view, or over it where there is no room beside. */
export function LibraryPanel({ current }: { current: string | null }) {
	const t = useWords();
	const narrow = useNarrow();
	const { sidebar } = usePreferences();
	const width = usePanels((panels) => panels.widths.sidebar);
	const drawer = usePanels((panels) => panels.drawer);
	const draw = usePanels((panels) => panels.draw);
	if (!(narrow ? drawer : sidebar)) return null;
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

/** The inspector beside the view; in a narrow window under it, and only with something to show. */
export function InspectorPanel({ detail }: { detail: DiscoveryDetail }) {
	const t = useWords();
	const narrow = useNarrow();
	const width = usePanels((panels) => panels.widths.inspector);
	const selected = useSelection((selection) => selection.factId);
	if (narrow && selected === null) return null;
	return (
		<aside
			className={styles.panel}
			data-narrow={narrow}
			data-side="inspector"
			style={{ width: narrow ? undefined : width }}
			aria-label={t("app.inspector")}
		>
			{!narrow && <ResizeHandle panel="inspector" name={t("app.resizeInspector")} />}
			<Suspense>
				<Inspector detail={detail} />
			</Suspense>
		</aside>
	);
}
