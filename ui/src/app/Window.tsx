import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useKeyHandler } from "../commands/useKeyHandler";
import { ErrorNote } from "../components/ErrorNote";
import { ResizeHandle } from "../components/ResizeHandle";
import { DropTarget } from "../features/inputs/DropTarget";
import { TaskStrip } from "../features/inputs/TaskStrip";
import { useSelectedFactCommands } from "../features/inspector/useSelectedFactCommands";
import { Sidebar } from "../features/library/Sidebar";
import { useWords } from "../i18n/useWords";
import type { LibraryState } from "../ipc/bindings";
import { asAppError } from "../ipc/error";
import { discoveryQuery } from "../ipc/queries";
import { useCurrentDiscovery } from "./current";
import { DialogHost } from "./DialogHost";
import { Header } from "./Header";
import { usePanels } from "./panels";
import { usePreferences } from "./preferences";
import { Start } from "./Start";
import { useWindowCommands } from "./useWindowCommands";
import { ViewFrame } from "./ViewFrame";
import styles from "./Window.module.css";

const Inspector = lazy(() => import("../features/inspector/Inspector"));

/** The one window: library, header and views, inspector. */
export function Window({ library }: { library: LibraryState }) {
	const t = useWords();
	const id = useCurrentDiscovery();
	const opened = useQuery({ ...discoveryQuery(id ?? ""), enabled: id !== null });
	const preferences = usePreferences();
	const widths = usePanels((panels) => panels.widths);
	useKeyHandler();
	const detail = id === null || opened.isError ? null : (opened.data ?? null);
	useWindowCommands(detail);
	useSelectedFactCommands(id);
	const gone = opened.isError && asAppError(opened.error).code === "not_found";

	return (
		<div className={styles.window}>
			{preferences.sidebar && (
				<>
					<aside className={styles.sidebar} style={{ width: widths.sidebar }} aria-label={t("app.sidebar")}>
						<Sidebar current={id} />
					</aside>
					<ResizeHandle panel="sidebar" name={t("app.resizeSidebar")} />
				</>
			)}
			<div className={styles.centre}>
				<Header detail={detail} provider={library.provider} />
				<div className={styles.work}>
					<main className={styles.main} aria-label={detail?.discovery.title ?? t("app.main")}>
						{detail && <ViewFrame key={detail.discovery.id} detail={detail} />}
						{opened.isError && !gone && <ErrorNote error={opened.error} onRetry={() => void opened.refetch()} />}
						{(id === null || gone) && <Start />}
						<TaskStrip />
					</main>
					{preferences.inspector && detail && (
						<>
							<ResizeHandle panel="inspector" name={t("app.resizeInspector")} />
							<aside className={styles.inspector} style={{ width: widths.inspector }} aria-label={t("app.inspector")}>
								<Suspense>
									<Inspector detail={detail} />
								</Suspense>
							</aside>
						</>
					)}
				</div>
			</div>
			<DropTarget detail={detail} />
			<DialogHost detail={detail} library={library} />
		</div>
	);
}
