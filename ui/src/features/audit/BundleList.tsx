import { useRef } from "react";
import { runCommand } from "../../commands/bindings";
import { useCommand } from "../../commands/useCommand";
import { Button } from "../../components/Button";
import { VirtualList, type VirtualListHandle } from "../../components/VirtualList";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { BundleRow, DiscoveryDetail } from "../../ipc/bindings";
import { retryFailedRuns } from "../../shared/runs/actions";
import { useNavigation } from "../../state/navigation";
import { BundleLine } from "./BundleLine";
import styles from "./BundleList.module.css";

interface BundleListProps {
	detail: DiscoveryDetail;
	rows: readonly BundleRow[];
	total: number;
	/** Count of the bundles whose last run failed: parts of Inputs, and turns. */
	failed: number;
	onReach: (last: number) => void;
}

export function BundleList({ detail, rows, total, failed, onReach }: BundleListProps) {
	const t = useWords();
	const list = useRef<VirtualListHandle>(null);
	const open = useNavigation((navigation) => navigation.audit.bundle);
	const show = useNavigation((navigation) => navigation.showInAudit);
	const at = rows.findIndex((row) => row.id === open);

	const step = (by: number) => {
		const next = Math.min(Math.max(at < 0 ? 0 : at + by, 0), rows.length - 1);
		const row = rows[next];
		if (!row) return;
		show({ bundle: row.id, run: null });
		list.current?.scrollTo(next);
	};
	useCommand("list.next", () => step(1));
	useCommand("list.previous", () => step(-1));

	return (
		<section className={styles.list} aria-label={t("audit.bundles")}>
			<header className={styles.header}>
				<p>{t("audit.bundlesText")}</p>
				<p className={styles.count}>{t("audit.bundleTotal", { count: total, shown: number(total) })}</p>
				<Button onClick={() => runCommand("sent.show")}>{t("provider.showSent")}</Button>
				{failed > 0 && (
					<Button onClick={() => void retryFailedRuns(detail.discovery.id)}>
						{t("audit.retryFailed")} ({number(failed)})
					</Button>
				)}
			</header>
			<VirtualList
				handle={list}
				count={total}
				rowHeight={52}
				rowKey={(index) => rows[index]?.id ?? `unread ${index}`}
				onRange={(_, last) => onReach(last)}
				render={(index) => {
					const row = rows[index];
					if (!row) return null;
					return <BundleLine row={row} open={row.id === open} onOpen={() => show({ bundle: row.id, run: null })} />;
				}}
			/>
		</section>
	);
}
