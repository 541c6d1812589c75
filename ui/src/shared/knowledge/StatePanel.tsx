import { useQuery } from "@tanstack/react-query";
import { Button } from "../../components/Button";
import { EmptyState } from "../../components/EmptyState";
import { ErrorNote } from "../../components/ErrorNote";
import { LoadingMark } from "../../components/LoadingMark";
import { useWords, words } from "../../i18n/useWords";
import { commands, type DiscoveryDetail, type KnowledgeBlock, type ScopeItem } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { knowledgeQuery, lastTurnQuery } from "../../ipc/knowledgeQueries";
import { reportError, showToast } from "../../state/toasts";
import { BlockSection } from "./BlockSection";
import styles from "./StatePanel.module.css";
import { SuggestButton, Suggestions } from "./Suggestions";
import { stateMarkdown } from "./stateMarkdown";

interface StatePanelProps {
	detail: DiscoveryDetail;
	/** Null for the project. */
	item: ScopeItem | null;
}

/** The current state: what the accepted facts come to, block by block, each line with the fact that says it. */
export function StatePanel({ detail, item }: StatePanelProps) {
	const t = useWords();
	const of = item?.id ?? null;
	const title = item === null ? t("knowledge.title") : t("knowledge.ofItem", { name: item.name });
	const blocks = useQuery(knowledgeQuery(detail.discovery.id, of));
	// Its reading looks back, so the state is shown before it is here, and without it where that fails.
	const turn = useQuery(lastTurnQuery(detail.discovery.id, of));
	const turnOf = (key: string) => turn.data?.find((block) => block.key === key) ?? null;
	if (blocks.isError) {
		return <ErrorNote title={t("knowledge.couldNotLoad")} error={blocks.error} onRetry={() => void blocks.refetch()} />;
	}
	if (!blocks.data) return <LoadingMark />;
	const filled = blocks.data.filter((block) => block.lines.length > 0);
	const shown = blocks.data.filter((block) => block.lines.length > 0 || turnOf(block.key) !== null);
	const isNew = filled.flatMap((block) => block.lines).filter((line) => line.isNew).length;
	return (
		<section className={styles.panel} aria-label={title} data-print>
			<header className={styles.head}>
				<h2 dir="auto">{title}</h2>
				{isNew > 0 && <span className={styles.new}>{t("knowledge.new", { count: isNew })}</span>}
				{filled.length > 0 && <SuggestButton discovery={detail.discovery.id} item={of} />}
				{filled.length > 0 && <Button onClick={() => copy(filled)}>{t("knowledge.copy")}</Button>}
			</header>
			<Suggestions discovery={detail.discovery.id} item={of} blocks={blocks.data} />
			{shown.length === 0 && <EmptyState title={t("knowledge.empty")} text={t("knowledge.emptyText")} />}
			{shown.map((block) => (
				<BlockSection key={block.key} block={block} turn={turnOf(block.key)} />
			))}
		</section>
	);
}

function copy(blocks: KnowledgeBlock[]): void {
	call(commands.copyText(stateMarkdown(blocks))).then(() => showToast({ title: words("app.copied") }), reportError);
}
