import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "../../../components/EmptyState";
import { ErrorNote } from "../../../components/ErrorNote";
import { LoadingMark } from "../../../components/LoadingMark";
import { withItemNames } from "../../../components/mentions/names";
import { Section } from "../../../components/Section";
import { dateTime } from "../../../i18n/format";
import { useWords } from "../../../i18n/useWords";
import type { EntityDetail } from "../../../ipc/bindings";
import { asAppError } from "../../../ipc/error";
import type { Label } from "../../../ipc/label";
import { entityQuery } from "../../../ipc/pipelineQueries";
import { beginDraft, draftKey, useDrafts } from "../../../shared/cards/drafts";
import { kindOf } from "../../../shared/cards/kinds";
import { StatusMark } from "../../../shared/cards/StatusMark";
import { statusOf, useStaleReports } from "../../../shared/cards/staleReports";
import styles from "../FactInspector.module.css";
import sections from "../sections.module.css";
import { BecauseSection } from "./BecauseSection";
import { DocumentSection } from "./DocumentSection";
import { EntityActions } from "./EntityActions";
import { EntityEditForm } from "./EntityEditForm";
import { EntityHistory } from "./EntityHistory";
import { EntityVersions } from "./EntityVersions";
import { LinksSection } from "./LinksSection";

/** An Input, Insight, Recommendation or Output: what it says, what its status means, what it rests on and carries. */
export function EntityInspector({ discovery, label }: { discovery: string; label: Label }) {
	const t = useWords();
	const entity = useQuery(entityQuery(discovery, label));
	if (entity.isError) {
		if (asAppError(entity.error).code === "not_found") return <EmptyState title={t("pipeline.gone", { label })} />;
		return <ErrorNote title={t("pipeline.couldNotLoad")} error={entity.error} onRetry={() => void entity.refetch()} />;
	}
	if (!entity.data) return <LoadingMark />;
	return <Loaded discovery={discovery} detail={entity.data} />;
}

function Loaded({ discovery, detail }: { discovery: string; detail: EntityDetail }) {
	const t = useWords();
	const { card, text, because } = detail;
	const stale = useStaleReports(discovery).get(card.label);
	const status = statusOf(card.status, stale);
	const key = draftKey(discovery, card.label);
	const draft = useDrafts((state) => state.drafts[key]);
	const isInput = kindOf(card.label) === "input";
	const isOwnDraft = status === "draft" && !isInput && !card.fromAssistant;
	// Else there is a button in it for each link, and the keys scroll it from there.
	const isAlone = card.up + card.down === 0;
	return (
		<div className={styles.inspector}>
			<header className={styles.header}>
				<h2 className={styles.label}>{card.label}</h2>
				<StatusMark label={card.label} status={status} />
				{card.version > 1 && (
					<span className={styles.version}>{t("inspector.version", { version: card.version })}</span>
				)}
			</header>
			<div className={styles.scroll} tabIndex={isAlone ? 0 : undefined}>
				{draft ? (
					<EntityEditForm discovery={discovery} detail={detail} draft={draft} />
				) : (
					<p className={styles.statement} dir="auto" data-selectable>
						{withItemNames(isInput ? card.text : text)}
					</p>
				)}
				<p className={sections.muted}>{t(`pipeline.meaning.${isOwnDraft ? "ownDraft" : status}`)}</p>
				{isInput && <DocumentSection discovery={discovery} input={card.id} />}
				{because && <BecauseSection because={because} />}
				{stale !== undefined && (
					<Section title={`↻ ${t("pipeline.why")}`} tone="review">
						<p>{stale}</p>
					</Section>
				)}
				<LinksSection discovery={discovery} detail={detail} />
				<EntityVersions discovery={discovery} detail={detail} />
				<EntityHistory discovery={discovery} label={card.label} />
				<p className={sections.muted}>
					{[
						card.outputType && t(`pipeline.output.${card.outputType}`),
						card.fromAssistant && `✦ ${t("inspector.source.agent")}`,
						card.archived && t("pipeline.archived"),
						t("pipeline.madeAt", { when: dateTime(detail.createdAt) }),
					]
						.filter(Boolean)
						.join(" · ")}
				</p>
			</div>
			{!draft && <EntityActions discovery={discovery} card={card} onEdit={() => void beginDraft(discovery, detail)} />}
		</div>
	);
}
