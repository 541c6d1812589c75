import { ErrorBoundary } from "../components/ErrorBoundary";
import { LazyPart } from "../components/LazyPart";
import { LoadingMark } from "../components/LoadingMark";
import { AsOfBar } from "../features/facts/past/AsOfBar";
import { usePointInTime } from "../features/facts/past/past";
import { useWords } from "../i18n/useWords";
import type { DiscoveryDetail } from "../ipc/bindings";
import { useNavigation } from "../state/navigation";
import { foldedViews, unfoldedEntry } from "./more";
import { Segments } from "./Segments";
import styles from "./ViewFrame.module.css";
import { railEntryOf, views } from "./views";

/** The open view, fetched on first use; when it stops, the rest of the window goes on. */
export function ViewFrame({ detail }: { detail: DiscoveryDetail }) {
	const t = useWords();
	const open = useNavigation((navigation) => navigation.view);
	const point = usePointInTime(detail.discovery.id);
	const view = views.find((candidate) => candidate.id === open);
	if (!view) return null;
	const place = railEntryOf(open);
	// Of a place with several views none waits for the runs.
	const entry =
		place &&
		unfoldedEntry(
			place,
			foldedViews({ detail, runs: 0 }).filter((folded) => folded !== open),
		);
	return (
		<>
			{point && <AsOfBar discovery={detail.discovery.id} point={point} />}
			{entry && entry.views.length > 1 && <Segments entry={entry} open={open} />}
			<div className={styles.frame} data-view={view.id} role="group" aria-label={t(view.title)}>
				<ErrorBoundary key={view.id}>
					<LazyPart of={view.part} props={{ detail }} waiting={<LoadingMark />} />
				</ErrorBoundary>
			</div>
		</>
	);
}
