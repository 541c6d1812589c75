import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useEffect, useState } from "react";
import { Tooltip } from "../components/Tooltip";
import { number } from "../i18n/format";
import { useWords } from "../i18n/useWords";
import type { DiscoveryDetail } from "../ipc/bindings";
import { reportsQuery } from "../ipc/reportQueries";
import { useNavigation } from "../state/navigation";
import styles from "./Rail.module.css";
import { openGroups, useLastOpenGroups } from "./rail";
import { commandOf, type Group, groups, type RailEntry } from "./views";

interface RailProps {
	detail: DiscoveryDetail | null;
	/** Icons alone, where there is no room for names. */
	compact: boolean;
}

/** The way through a discovery, from what comes in to what goes out; a group with nothing in it is folded. */
export function Rail({ detail, compact }: RailProps) {
	const t = useWords();
	const open = useNavigation((navigation) => navigation.view);
	const [wanted, want] = useState<Partial<Record<Group["id"], boolean>>>({});
	const discovery = detail?.discovery.id ?? "";
	const reports = useQuery({ ...reportsQuery(discovery), enabled: detail !== null });
	const contents = detail && reports.isFetched ? { detail, written: reports.data?.length ?? 0 } : null;
	const shown = openGroups(open, contents, wanted);
	const folds = JSON.stringify(shown);
	useEffect(() => {
		useLastOpenGroups.setState({ last: JSON.parse(folds) });
	}, [folds]);
	return (
		<nav className={styles.rail} data-compact={compact} aria-label={t("app.views")}>
			{groups.map(({ id, title, entries }) => {
				const isUnfolded = title === null || (shown[id] ?? true);
				return (
					<div key={id} className={styles.group} data-group={id}>
						{title !== null && !compact && (
							<button
								type="button"
								className={styles.heading}
								aria-expanded={isUnfolded}
								onClick={() => want({ ...wanted, [id]: !isUnfolded })}
							>
								{t(title)}
								<ChevronRight size={12} aria-hidden className={styles.chevron} />
							</button>
						)}
						{(isUnfolded || compact) && (
							<ul>
								{entries.map((entry) => (
									<Entry key={entry.views[0].id} entry={entry} detail={detail} compact={compact} />
								))}
							</ul>
						)}
					</div>
				);
			})}
		</nav>
	);
}

function Entry({ entry, detail, compact }: RailProps & { entry: RailEntry }) {
	const t = useWords();
	const isOpen = useNavigation((navigation) => entry.views.some(({ id }) => id === navigation.view));
	const show = useNavigation((navigation) => navigation.show);
	const [first] = entry.views;
	const count = (detail && entry.count?.(detail)) ?? 0;
	const { icon: Icon } = entry;
	return (
		<li>
			<Tooltip words={t(entry.title)} command={commandOf(first.id)}>
				<button
					type="button"
					className={styles.place}
					data-goes={first.id}
					aria-current={isOpen ? "page" : undefined}
					onClick={() => show(first.id)}
				>
					<Icon size={16} aria-hidden className={styles.icon} />
					<span className={compact ? "visually-hidden" : styles.name}>{t(entry.title)}</span>
					{count > 0 && (
						<>
							<span className={styles.count} aria-hidden>
								{number(count)}
							</span>
							<span className="visually-hidden">{t("app.waitingCount", { count, shown: number(count) })}</span>
						</>
					)}
				</button>
			</Tooltip>
		</li>
	);
}
