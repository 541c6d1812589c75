import { Suspense } from "react";
import { ErrorBoundary } from "../components/ErrorBoundary";
import { Waiting } from "../components/Waiting";
import type { DiscoveryDetail } from "../ipc/bindings";
import { useNavigation } from "./navigation";
import styles from "./ViewFrame.module.css";
import { views } from "./views";

/** The open view, fetched on first use; when it stops, the rest of the window goes on. */
export function ViewFrame({ detail }: { detail: DiscoveryDetail }) {
	const open = useNavigation((navigation) => navigation.view);
	const view = views.find((candidate) => candidate.id === open);
	if (!view) return null;
	const { Component } = view;
	return (
		<div className={styles.frame} role="tabpanel" id={`view-${view.id}`} aria-labelledby={`tab-${view.id}`}>
			<ErrorBoundary key={view.id}>
				<Suspense fallback={<Waiting />}>
					<Component detail={detail} />
				</Suspense>
			</ErrorBoundary>
		</div>
	);
}
