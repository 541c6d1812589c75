import { useQuery } from "@tanstack/react-query";
import { useSelection } from "../../app/selection";
import { EmptyState } from "../../components/EmptyState";
import { ErrorNote } from "../../components/ErrorNote";
import { LinkButton } from "../../components/LinkButton";
import { Waiting } from "../../components/Waiting";
import { number } from "../../i18n/format";
import { useHostWords } from "../../i18n/host";
import { useWords } from "../../i18n/useWords";
import { blocksAsOfQuery } from "../../ipc/auditQueries";
import type { BlockThen, PointInTime } from "../../ipc/bindings";
import { topicOf } from "../knowledge/topics";
import styles from "./PastBlocks.module.css";

/** The project's blocks as they stood. */
export function PastBlocks({ discovery, point }: { discovery: string; point: PointInTime }) {
	const t = useWords();
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
		<div className={styles.blocks} tabIndex={0} role="region" aria-label={t("past.blocks")}>
			<BlocksThen discovery={discovery} item={null} point={point} heading="h2" />
		</div>
	);
}

interface BlocksThenProps {
	discovery: string;
	/** Null for the project. */
	item: string | null;
	point: PointInTime;
	/** Under what the names of the blocks stand. */
	heading: "h2" | "h3";
}

/** The blocks of a scope as they stood: what stands no more is said, and how much came since. */
export function BlocksThen({ discovery, item, point, heading }: BlocksThenProps) {
	const t = useWords();
	const then = useQuery(blocksAsOfQuery(discovery, item, point));
	if (then.isError) return <ErrorNote error={then.error} onRetry={() => void then.refetch()} />;
	if (!then.data) return <Waiting />;
	const blocks = then.data.blocks.filter(({ lines, came }) => lines.length > 0 || came > 0);
	if (blocks.length === 0) return <EmptyState title={t("past.noBlocks")} text={t("past.noBlocksText")} />;
	return blocks.map((block) => <Block key={block.key} block={block} heading={heading} />);
}

function Block({ block: { key, lines, came }, heading: Heading }: { block: BlockThen; heading: "h2" | "h3" }) {
	const t = useWords();
	const labelWords = useHostWords("label");
	const select = useSelection((selection) => selection.select);
	return (
		<section>
			<Heading>{t(`knowledge.topic.${topicOf(key)}`)}</Heading>
			<ul>
				{lines.map(({ label, text, fact, stands }) => (
					<li key={`${label} ${text} ${fact?.id}`} data-stands={stands}>
						{label !== null && <strong>{labelWords(label)}: </strong>}
						{text} {fact && <LinkButton onClick={() => select(fact.id, "facts")}>{fact.label}</LinkButton>}
						{!stands && <span> · {t("past.notAnyMore")}</span>}
					</li>
				))}
			</ul>
			{came > 0 && <p className={styles.muted}>{t("past.came", { count: came, shown: number(came) })}</p>}
		</section>
	);
}
