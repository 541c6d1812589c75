import { ErrorBoundary } from "../components/ErrorBoundary";
import { Part } from "../components/Part";
import { Waiting } from "../components/Waiting";
import { AsOfBar } from "../features/facts/past/AsOfBar";
import { usePointOf } from "../features/facts/past/past";
import type { DiscoveryDetail } from "../ipc/bindings";
import { useNavigation } from "../state/navigation";
import styles from "./ViewFrame.module.css";
import { views } from "./views";

/** The open view, fetched on first use; when it stops, the rest of the window goes on. */
export function ViewFrame({ detail }: { detail: DiscoveryDetail }) {
	const open = useNavigation((navigation) => navigation.view);
	const view = views.find((candidate) => candidate.id === open);
	const point = usePointOf(detail.discovery.id);
	if (!view) return null;
	return (
		<>
			{point && <AsOfBar discovery={detail.discovery.id} point={point} />}
			<div className={styles.frame} role="tabpanel" id={`view-${view.id}`} aria-labelledby={`tab-${view.id}`}>
				<ErrorBoundary key={view.id}>
					<Part of={view.part} props={{ detail }} waiting={<Waiting />} />
				</ErrorBoundary>
			</div>
		</>
	);
}
