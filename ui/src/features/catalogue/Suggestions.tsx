import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useCommand } from "../../commands/useCommand";
import { Button } from "../../components/Button";
import { EmptyState } from "../../components/EmptyState";
import { ErrorNote } from "../../components/ErrorNote";
import { Keys } from "../../components/Keys";
import { LoadingMark } from "../../components/LoadingMark";
import { VirtualList, type VirtualListHandle } from "../../components/VirtualList";
import { useWords } from "../../i18n/useWords";
import type { CanonicalLine, CanonicalLines } from "../../ipc/bindings";
import { linesQuery } from "../../ipc/catalogueQueries";
import { Proposals } from "../../shared/items/Proposals";
import { chooseCsv, confirmLine, rejectLine } from "./actions";
import { LineRow } from "./LineRow";
import styles from "./Suggestions.module.css";
import { useMemory } from "./state";

/** The lines of the open discovery, each with what it may mean; decided by keys or by buttons. */
export function Suggestions({ discovery }: { discovery: string }) {
	const t = useWords();
	const lines = useQuery(linesQuery(discovery));
	const change = useMemory((memory) => memory.change);
	if (lines.isError)
		return <ErrorNote title={t("memory.couldNotLoad")} error={lines.error} onRetry={() => void lines.refetch()} />;
	if (!lines.data) return <LoadingMark />;
	if (lines.data.lines.length === 0)
		return (
			<>
				<Proposals discovery={discovery} origin="memory" onAll={() => change({ tab: "catalogue" })} />
				<EmptyState title={t("memory.noLines")} text={t("memory.noLinesText")} />
			</>
		);
	return (
		<>
			<Proposals discovery={discovery} origin="memory" onAll={() => change({ tab: "catalogue" })} />
			{lines.data.catalogueEmpty && (
				<EmptyState title={t("memory.noCatalogue")} text={t("memory.noCatalogueText")}>
					<Button kind="primary" onClick={() => void chooseCsv("catalogue")}>
						{t("memory.importCatalogue")}
					</Button>
					<Button onClick={() => change({ editing: { item: null, name: "" } })}>{t("memory.add")}</Button>
				</EmptyState>
			)}
			<Lines key={discovery} discovery={discovery} found={lines.data} />
		</>
	);
}

/** None is marked where several come equally near: only the analyst can tell. */
function marks(line: CanonicalLine | undefined, chosen: string | null): string | null {
	const chosenHere = line?.suggestions.find(({ canonical }) => canonical === chosen);
	const first = line?.suggestions[0];
	return chosenHere?.canonical ?? (first && !first.tied ? first.canonical : null);
}

function Lines({ discovery, found }: { discovery: string; found: CanonicalLines }) {
	const t = useWords();
	const list = useRef<VirtualListHandle>(null);
	const { line: chosen, marked, change } = useMemory();
	const { lines } = found;
	const at = lines.findIndex(({ name }) => name === chosen);
	const line = lines[at];
	const mark = marks(line, marked);

	const take = (index: number) => {
		const next = lines[Math.min(Math.max(index, 0), lines.length - 1)];
		if (!next) return;
		change({ line: next.name, marked: null, ...(next.confirmed && { canonical: next.confirmed.canonical }) });
		list.current?.scrollTo(lines.indexOf(next));
	};
	const nextOpen = () => {
		const open = lines.findIndex(
			({ confirmed, suggestions }, index) => index > at && !confirmed && suggestions.length > 0,
		);
		take(open < 0 ? at : open);
	};
	const turn = () => {
		const { suggestions = [] } = line ?? {};
		const now = suggestions.findIndex(({ canonical }) => canonical === mark);
		const next = suggestions[(now + 1) % Math.max(1, suggestions.length)];
		if (next) change({ marked: next.canonical, canonical: next.canonical });
	};
	useCommand("list.next", () => take(at + 1));
	useCommand("list.previous", () => take(at < 0 ? 0 : at - 1));
	useCommand("list.toggle", turn, (line?.suggestions.length ?? 0) > 0);
	useCommand(
		"fact.accept",
		() => line && mark && void confirmLine(discovery, line, mark).then(nextOpen),
		mark !== null,
	);
	useCommand("fact.reject", () => line && mark && void rejectLine(discovery, line, mark), mark !== null);

	return (
		<>
			<p className={styles.hint}>
				<Keys written="J" /> <Keys written="K" /> {t("memory.keyLine")} · <Keys written="X" /> {t("memory.keyTurn")} ·{" "}
				<Keys written="A" /> {t("memory.keyConfirm")} · <Keys written="R" /> {t("memory.keyReject")}
			</p>
			<VirtualList
				handle={list}
				count={lines.length}
				rowHeight={96}
				measured
				scrollKey={`memory lines ${discovery}`}
				rowKey={(index) => lines[index]?.name ?? `${index}`}
				render={(index) => {
					const row = lines[index];
					if (!row) return null;
					const inHand = row === line;
					return (
						<LineRow
							discovery={discovery}
							line={row}
							inHand={inHand}
							marked={inHand ? mark : null}
							onTake={() => take(index)}
						/>
					);
				}}
			/>
			{found.more && <p className={styles.hint}>{t("memory.moreLines")}</p>}
		</>
	);
}
