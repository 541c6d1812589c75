import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Ellipsis, SlidersHorizontal } from "lucide-react";
import { useEffect, useState } from "react";
import { runCommand } from "../commands/bindings";
import { Tooltip } from "../components/Tooltip";
import { number } from "../i18n/format";
import { useWords } from "../i18n/useWords";
import type { DiscoveryDetail } from "../ipc/bindings";
import { runsQuery } from "../ipc/documentQueries";
import { reportsQuery } from "../ipc/reportQueries";
import { goToView } from "../state/goToView";
import { useNavigation, type ViewId } from "../state/navigation";
import { foldedEntries, foldedViews, isSeldom, unfoldedEntry, unfoldMore, useMore } from "./more";
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
	const asksRuns = detail !== null && isSeldom("documents", detail);
	const runs = useQuery({ ...runsQuery(discovery), enabled: asksRuns });
	const contents =
		detail && reports.isFetched && (runs.isFetched || !asksRuns)
			? { detail, written: reports.data?.length ?? 0, runs: runs.data?.length ?? 0 }
			: null;
	const shown = openGroups(open, contents, wanted);
	const folded = foldedViews(contents);
	const folds = JSON.stringify(shown);
	useEffect(() => {
		useLastOpenGroups.setState({ last: JSON.parse(folds) });
	}, [folds]);
	const isUnfolded = useMore(({ unfolded, last }) => (detail ? (unfolded[discovery] ?? false) : last.isUnfolded));
	const showsMore = isUnfolded || folded.includes(open);
	const more = JSON.stringify({ folded, isUnfolded });
	useEffect(() => {
		useMore.setState({ last: JSON.parse(more) });
	}, [more]);
	return (
		<nav className={styles.rail} data-compact={compact} aria-label={t("app.views")}>
			{groups.map(({ id, title, entries: all }) => {
				const isOpen = title === null || (shown[id] ?? true);
				const entries = all.flatMap((entry) => unfoldedEntry(entry, folded) ?? []);
				if (entries.length === 0) return null;
				return (
					<div key={id} className={styles.group} data-group={id}>
						{title !== null && !compact && (
							<button
								type="button"
								className={styles.heading}
								aria-expanded={isOpen}
								onClick={() => want({ ...wanted, [id]: !isOpen })}
							>
								{t(title)}
								<ChevronRight size={12} aria-hidden className={styles.chevron} />
							</button>
						)}
						{(isOpen || compact) && (
							<ul>
								{entries.map((entry) => (
									<Entry key={entry.views[0].id} entry={entry} detail={detail} compact={compact} />
								))}
							</ul>
						)}
					</div>
				);
			})}
			{folded.length > 0 && <More folded={folded} isUnfolded={showsMore} detail={detail} compact={compact} />}
		</nav>
	);
}

/** The places that the kind of the discovery seldom needs, folded away until they are asked for. */
function More({ folded, isUnfolded, detail, compact }: RailProps & { folded: readonly ViewId[]; isUnfolded: boolean }) {
	const t = useWords();
	return (
		<div className={styles.group} data-group="more">
			<Tooltip words={t("rail.more")}>
				<button
					type="button"
					className={compact ? styles.place : styles.heading}
					aria-expanded={isUnfolded}
					onClick={() => detail && unfoldMore(detail.discovery.id, !isUnfolded)}
				>
					{compact && <Ellipsis size={16} aria-hidden className={styles.icon} />}
					<span className={compact ? "visually-hidden" : undefined}>{t("rail.more")}</span>
					{!compact && <ChevronRight size={12} aria-hidden className={styles.chevron} />}
				</button>
			</Tooltip>
			{isUnfolded && (
				<ul>
					{foldedEntries(folded).map((entry) => (
						<Entry key={entry.views[0].id} entry={entry} detail={detail} compact={compact} />
					))}
					<li>
						<Tooltip words={t("rail.kind")}>
							<button type="button" className={styles.place} onClick={() => runCommand("discovery.packs")}>
								<SlidersHorizontal size={16} aria-hidden className={styles.icon} />
								<span className={compact ? "visually-hidden" : styles.name}>{t("rail.kind")}</span>
							</button>
						</Tooltip>
					</li>
				</ul>
			)}
		</div>
	);
}

function Entry({ entry, detail, compact }: RailProps & { entry: RailEntry }) {
	const t = useWords();
	const isOpen = useNavigation((navigation) => entry.views.some(({ id }) => id === navigation.view));
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
					onClick={() => goToView(first.id)}
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
