import { useQuery } from "@tanstack/react-query";
import { ErrorNote } from "../components/ErrorNote";
import { Waiting } from "../components/Waiting";
import { ChatHost } from "../features/chat/ChatHost";
import { DropTarget } from "../features/inputs/DropTarget";
import { TaskStrip } from "../features/inputs/TaskStrip";
import { useSelectedFactCommands } from "../features/inspector/useSelectedFactCommands";
import { useSelectionFollows } from "../features/inspector/useSelectionFollows";
import { useSaid } from "../i18n/said";
import { useWords } from "../i18n/useWords";
import type { LibraryState } from "../ipc/bindings";
import { asAppError } from "../ipc/error";
import { discoveryQuery } from "../ipc/queries";
import { useCurrentDiscovery, useKnowsDiscovery } from "../state/current";
import { DialogHost } from "./DialogHost";
import { Header } from "./Header";
import { Dock, LibraryPanel } from "./SidePanels";
import { Start } from "./Start";
import { useShowsDock } from "./shown";
import { useKeyHandler } from "./useKeyHandler";
import { useWindowCommands } from "./useWindowCommands";
import { ViewFrame } from "./ViewFrame";
import styles from "./Window.module.css";

/** The one window: rail and library, header and view, inspector. */
export function Window({ library }: { library: LibraryState | null }) {
	const t = useWords();
	const say = useSaid();
	const id = useCurrentDiscovery();
	const opened = useQuery({ ...discoveryQuery(id ?? ""), enabled: id !== null });
	useKeyHandler();
	const detail = id === null || opened.isError ? null : (opened.data ?? null);
	useWindowCommands(detail);
	useSelectedFactCommands(id);
	useSelectionFollows();
	const gone = opened.isError && asAppError(opened.error).code === "not_found";
	const isKnown = useKnowsDiscovery();
	const showsDock = useShowsDock();
	const isOpen = id !== null && !opened.isError;
	const isNone = id === null || gone;

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
						{!detail && (isOpen || (isNone && !isKnown)) && <Waiting />}
						{opened.isError && !gone && <ErrorNote error={opened.error} onRetry={() => void opened.refetch()} />}
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
