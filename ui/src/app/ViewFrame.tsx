import { ErrorBoundary } from "../components/ErrorBoundary";
import { Part } from "../components/Part";
import { Waiting } from "../components/Waiting";
import { AsOfBar } from "../features/facts/past/AsOfBar";
import { usePointOf } from "../features/facts/past/past";
import { useWords } from "../i18n/useWords";
import type { DiscoveryDetail } from "../ipc/bindings";
import { useNavigation } from "../state/navigation";
import { Segments } from "./Segments";
import styles from "./ViewFrame.module.css";
import { placeOf, views } from "./views";

/** The open view, fetched on first use; when it stops, the rest of the window goes on. */
export function ViewFrame({ detail }: { detail: DiscoveryDetail }) {
	const t = useWords();
	const open = useNavigation((navigation) => navigation.view);
	const point = usePointOf(detail.discovery.id);
	const view = views.find((candidate) => candidate.id === open);
	if (!view) return null;
	const place = placeOf(open);
	return (
		<>
			{point && <AsOfBar discovery={detail.discovery.id} point={point} />}
			{place && place.views.length > 1 && <Segments place={place} open={open} />}
			<div className={styles.frame} data-view={view.id} role="group" aria-label={t(view.title)}>
				<ErrorBoundary key={view.id}>
					<Part of={view.part} props={{ detail }} waiting={<Waiting />} />
				</ErrorBoundary>
			</div>
		</>
	);
}
