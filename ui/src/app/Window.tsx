import { useQuery } from "@tanstack/react-query";
import { ErrorNote } from "../components/ErrorNote";
import { LoadingMark } from "../components/LoadingMark";
import { ChatHost } from "../features/chat/ChatHost";
import { DropTarget } from "../features/inputs/DropTarget";
import { TaskStrip } from "../features/inputs/TaskStrip";
import { useFollowFactVersions } from "../features/inspector/useFollowFactVersions";
import { useSelectedFactCommands } from "../features/inspector/useSelectedFactCommands";
import { useTranslateMessage } from "../i18n/backendMessages";
import { useWords } from "../i18n/useWords";
import type { LibraryState } from "../ipc/bindings";
import { asAppError } from "../ipc/error";
import { discoveryQuery } from "../ipc/queries";
import { useCurrentDiscovery, useIsDiscoveryCertain } from "../state/current";
import { DialogHost } from "./DialogHost";
import { Header } from "./Header";
import { useIsDockShown } from "./panelVisibility";
import { Dock, LibraryPanel } from "./SidePanels";
import { Start } from "./Start";
import { useKeyHandler } from "./useKeyHandler";
import { useWindowCommands } from "./useWindowCommands";
import { ViewFrame } from "./ViewFrame";
import styles from "./Window.module.css";

/** The one window: rail and library, header and view, inspector. */
export function Window({ library }: { library: LibraryState | null }) {
	const t = useWords();
	const say = useTranslateMessage();
	const id = useCurrentDiscovery();
	const opened = useQuery({ ...discoveryQuery(id ?? ""), enabled: id !== null });
	useKeyHandler();
	const detail = id === null || opened.isError ? null : (opened.data ?? null);
	useWindowCommands(detail);
	useSelectedFactCommands(id);
	useFollowFactVersions();
	const isNotFound = opened.isError && asAppError(opened.error).code === "not_found";
	const isKnown = useIsDiscoveryCertain();
	const showsDock = useIsDockShown();
	const isOpen = id !== null && !opened.isError;
	const isNone = id === null || isNotFound;

	return (
		<div className={styles.window}>
			<LibraryPanel current={id} detail={detail} hasRail={isOpen} />
			<div className={styles.centre}>
				<Header detail={detail} provider={library?.provider ?? null} />
				<div className={styles.work}>
					<main className={styles.main} aria-label={detail?.discovery.title ?? t("app.main")}>
						{library?.notes.map((note) => (
							<p key={note.template} role="status" className={styles.note} data-selectable>
								{say(note)}
							</p>
						))}
						{detail && <ViewFrame key={detail.discovery.id} detail={detail} />}
						{!detail && (isOpen || (isNone && !isKnown)) && <LoadingMark />}
						{opened.isError && !isNotFound && <ErrorNote error={opened.error} onRetry={() => void opened.refetch()} />}
						{isKnown && isNone && <Start />}
						<TaskStrip />
					</main>
					{isOpen && <Dock detail={detail} />}
				</div>
			</div>
			<ChatHost discovery={detail?.discovery.id ?? null} hasDock={isOpen && showsDock} />
			<DropTarget detail={detail} />
			<DialogHost detail={detail} library={library} />
		</div>
	);
}
