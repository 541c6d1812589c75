import { useInfiniteQuery } from "@tanstack/react-query";
import { EmptyState } from "../../components/EmptyState";
import { ErrorNote } from "../../components/ErrorNote";
import { LoadingMark } from "../../components/LoadingMark";
import { useWords } from "../../i18n/useWords";
import { bundlesQuery } from "../../ipc/queries";
import { useNavigation, type ViewProps } from "../../state/navigation";
import styles from "./AuditView.module.css";
import { BundleList } from "./BundleList";
import { BundlePane } from "./BundlePane";

/** Shows exactly what was read and answered, and the outcome. */
export default function AuditView({ detail }: ViewProps) {
	const t = useWords();
	const bundles = useInfiniteQuery(bundlesQuery(detail.discovery.id));
	const { bundle } = useNavigation((navigation) => navigation.audit);
	const rows = bundles.data?.pages.flatMap((page) => page.bundles) ?? [];
	// Each page tells of all of them, and the one read last knows best.
	const { total, failed } = bundles.data?.pages.at(-1) ?? { total: 0, failed: 0 };
	const reach = (last: number) => {
		if (last >= rows.length && bundles.hasNextPage && !bundles.isFetching) void bundles.fetchNextPage();
	};

	if (bundles.isError) {
		return <ErrorNote title={t("audit.couldNotLoad")} error={bundles.error} onRetry={() => void bundles.refetch()} />;
	}
	if (bundles.isPending) return <LoadingMark />;
	if (total === 0) return <EmptyState title={t("audit.none")} text={t("audit.noneText")} />;
	return (
		<div className={styles.audit}>
			<BundleList detail={detail} rows={rows} total={total} failed={failed} onReach={reach} />
			{bundle ? (
				<BundlePane key={bundle} detail={detail} bundleId={bundle} />
			) : (
				<EmptyState title={t("audit.pick")} text={t("audit.pickText")} />
			)}
		</div>
	);
}
