import { LazyPart } from "../components/LazyPart";
import { LoadingMark } from "../components/LoadingMark";
import { LazyComponent } from "../components/lazyComponent";
import { ResizeHandle } from "../components/ResizeHandle";
import { Tabbed } from "../components/Tabbed";
import { Inspector } from "../features/inspector/Inspector";
import { Sidebar } from "../features/library/Sidebar";
import { useWords } from "../i18n/useWords";
import type { DiscoveryDetail, ScopeItem } from "../ipc/bindings";
import { floatChat, useUnread } from "../state/chatState";
import { useNavigation } from "../state/navigation";
import { usePanels, widthOf } from "../state/panels";
import { useDockTab, useIsDockShown, useIsLibraryShown } from "./panelVisibility";
import { Rail } from "./Rail";
import styles from "./SidePanels.module.css";
import { useIsNarrow } from "./windowWidth";

interface LibraryPanelProps {
	current: string | null;
	detail: DiscoveryDetail | null;
	/** True if a discovery is open, or on its way. */
	hasRail: boolean;
}

/** The rail and the library beside the view; where there is no room beside, the library lies over it, and icons stay. */
export function LibraryPanel({ current, detail, hasRail }: LibraryPanelProps) {
	const t = useWords();
	const narrow = useIsNarrow();
	const shown = useIsLibraryShown();
	const width = usePanels((panels) => widthOf(panels, "sidebar"));
	const draw = usePanels((panels) => panels.draw);
	const compact = narrow || !shown;
	return (
		<>
			{compact && hasRail && <Rail detail={detail} compact />}
			{shown && (
				<aside
					className={styles.panel}
					data-narrow={narrow}
					data-side="library"
					// A panel over the view is as wide as its words are large; one beside it, as it was drawn.
					style={{ width: narrow ? `${width / 16}rem` : width }}
					aria-label={t("app.sidebar")}
				>
					{!compact && hasRail && <Rail detail={detail} compact={false} />}
					<div className={styles.library}>
						<Sidebar current={current} />
					</div>
					{!narrow && <ResizeHandle panel="sidebar" name={t("app.resizeSidebar")} />}
				</aside>
			)}
			{shown && narrow && (
				<button type="button" className={styles.scrim} aria-label={t("app.close")} onClick={() => draw(false)} />
			)}
		</>
	);
}

/** The whole project. */
const noItems: readonly ScopeItem[] = [];
const conversation = new LazyComponent(() => import("../features/chat/frame/Embedded"));

/** The dock beside the view, with the selected thing or the chat; in a narrow window under it. */
export function Dock({ detail }: { detail: DiscoveryDetail | null }) {
	const t = useWords();
	const narrow = useIsNarrow();
	const width = usePanels((panels) => widthOf(panels, "inspector"));
	const shown = useIsDockShown();
	const open = useDockTab();
	const unread = useUnread(detail?.discovery.id ?? "");
	const hasTalk = useNavigation(({ view }) => view === "work");
	if (!shown) return null;
	const discovery = detail?.discovery.id;
	const tabs = [
		{ id: "details" as const, title: t("dock.details"), panel: detail && <Inspector detail={detail} /> },
		{
			id: "ask" as const,
			title: unread > 0 ? t("dock.askUnread", { count: unread }) : t("dock.ask"),
			panel: discovery && (
				<LazyPart
					key={discovery}
					of={conversation}
					props={{ discovery, items: noItems, onFloat: floatChat }}
					waiting={<LoadingMark />}
				/>
			),
		},
	];
	return (
		<aside
			className={styles.panel}
			data-narrow={narrow}
			data-side="inspector"
			style={{ width: narrow ? undefined : width }}
			aria-label={t("app.inspector")}
		>
			{!narrow && <ResizeHandle panel="inspector" name={t("app.resizeInspector")} />}
			<Tabbed
				name={t("app.inspector")}
				open={open}
				onOpen={(dock) => usePanels.setState({ dock })}
				tabs={hasTalk ? tabs.slice(0, 1) : tabs}
			/>
		</aside>
	);
}
