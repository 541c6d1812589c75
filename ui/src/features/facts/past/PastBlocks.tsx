import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../../components/Button";
import { EmptyState } from "../../../components/EmptyState";
import { ErrorNote } from "../../../components/ErrorNote";
import { LinkButton } from "../../../components/LinkButton";
import { LoadingMark } from "../../../components/LoadingMark";
import { useWords } from "../../../i18n/useWords";
import { blocksAsOfQuery } from "../../../ipc/auditQueries";
import type { BlockThen, BlockWords, PointInTime } from "../../../ipc/bindings";
import { useLineWords } from "../../../shared/knowledge/lineWords";
import { topicOf } from "../../../shared/knowledge/topics";
import { useSelection } from "../../../state/selection";
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

/** The blocks of a scope as they stood: what is in the place of a line now, what stands no more, and what came since. */
export function BlocksThen({ discovery, item, point, heading }: BlocksThenProps) {
	const t = useWords();
	const then = useQuery(blocksAsOfQuery(discovery, item, point));
	if (then.isError) return <ErrorNote error={then.error} onRetry={() => void then.refetch()} />;
	if (!then.data) return <LoadingMark />;
	const blocks = then.data.blocks.filter(({ lines, came }) => lines.length > 0 || came.length > 0);
	if (blocks.length === 0) return <EmptyState title={t("past.noBlocks")} text={t("past.noBlocksText")} />;
	return blocks.map((block) => <Block key={block.key} block={block} heading={heading} />);
}

/** So many lines of a block are shown at once. */
const step = 100;

function Block({ block: { key, lines, came }, heading: Heading }: { block: BlockThen; heading: "h2" | "h3" }) {
	const t = useWords();
	const [most, setMost] = useState(step);
	const more = Math.min(step, Math.max(0, lines.length + came.length - most));
	return (
		<section data-block={key}>
			<Heading>{t(`knowledge.topic.${topicOf(key)}`)}</Heading>
			<ul>
				{lines.slice(0, most).map(({ words, isCurrent, now }) => (
					<li key={`${words.label} ${words.text} ${words.factId}`} data-stands={isCurrent}>
						<Words of={words} />
						{now !== null && (
							<span>
								{" · "}
								{t("past.lineNow")} <Words of={now} isInPlace />
							</span>
						)}
						{!isCurrent && now === null && <span> · {t("past.notAnyMore")}</span>}
					</li>
				))}
				{came.slice(0, Math.max(0, most - lines.length)).map((words) => (
					<li key={`came ${words.label} ${words.text} ${words.factId}`} data-came>
						<Words of={words} /> <span>· {t("past.cameSince")}</span>
					</li>
				))}
			</ul>
			{more > 0 && (
				<Button kind="quiet" onClick={() => setMost(most + step)}>
					{t("knowledge.more", { count: more })}
				</Button>
			)}
		</section>
	);
}

/** A line; one in the place of another has its label already. */
function Words({ of, isInPlace = false }: { of: BlockWords; isInPlace?: boolean }) {
	const { factId, factLabel } = of;
	const { label, text } = useLineWords()(of);
	const select = useSelection((selection) => selection.select);
	return (
		<>
			{label !== null && !isInPlace && <strong>{label}: </strong>}
			{text} {factId !== null && <LinkButton onClick={() => select(factId, "facts")}>{factLabel}</LinkButton>}
		</>
	);
}
