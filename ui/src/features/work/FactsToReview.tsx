import { useQuery } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { FactMark } from "../../components/FactMark";
import { IconButton } from "../../components/IconButton";
import { LoadingMark } from "../../components/LoadingMark";
import { withItemNames } from "../../components/mentions/names";
import { Section } from "../../components/Section";
import { useWords } from "../../i18n/useWords";
import type { DiscoveryDetail, FactRow, ScopeItem } from "../../ipc/bindings";
import { reviewAboutQuery } from "../../ipc/reviewQueries";
import { acceptFacts, rejectFacts } from "../../shared/facts/actions";
import { choicesFor } from "../../shared/facts/choices";
import { useNavigation } from "../../state/navigation";
import { useSelection } from "../../state/selection";
import styles from "./StateSide.module.css";

/** Enough to go on with; the inbox has them all. */
const SHOWN = 10;

interface FactsToReviewProps {
	detail: DiscoveryDetail;
	/** The items whose facts come first. */
	items: readonly ScopeItem[];
}

/** Lists the best of what waits, decided here with a press; conflicts are decided where both quotes are seen. */
export function FactsToReview({ detail, items }: FactsToReviewProps) {
	const t = useWords();
	const discovery = detail.discovery.id;
	const show = useNavigation((navigation) => navigation.show);
	const about = items.map(({ id }) => id);
	const query = useQuery(reviewAboutQuery(discovery, about, SHOWN));
	const facts = query.data?.items ?? [];
	const rest = (query.data?.total ?? 0) - facts.length;
	return (
		<Section title={t("work.toReview")}>
			{query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
			{query.isPending && <LoadingMark />}
			{query.data && facts.length === 0 && <p className={styles.quiet}>{t("work.nothingToReview")}</p>}
			<ul className={styles.list}>
				{facts.map(({ fact, item }) => (
					<FactToReview
						key={fact.id}
						discovery={discovery}
						fact={fact}
						item={items.find(({ id }) => id === item)?.name ?? null}
					/>
				))}
			</ul>
			{rest > 0 && <Button onClick={() => show("review")}>{t("work.reviewAll", { count: rest })}</Button>}
		</Section>
	);
}

interface FactToReviewProps {
	discovery: string;
	fact: FactRow;
	/** The name of the one it is about, of those that are looked at. */
	item: string | null;
}

function FactToReview({ discovery, fact, item }: FactToReviewProps) {
	const t = useWords();
	const select = useSelection((selection) => selection.select);
	const isSelected = useSelection((selection) => selection.factId === fact.id);
	const show = useNavigation((navigation) => navigation.show);
	const choices = choicesFor(fact);
	return (
		<li className={styles.fact}>
			<button
				type="button"
				className={styles.words}
				data-fact={fact.id}
				aria-current={isSelected || undefined}
				onClick={() => select(fact.id, "work")}
			>
				<FactMark status={fact.status} needsReview={fact.needsReview} sourceKind={fact.sourceKind} compact />{" "}
				<b>{fact.label}</b> {item !== null && <span className={styles.item}>{item}</span>}{" "}
				<span dir="auto">{withItemNames(fact.text)}</span>
			</button>
			{choices.includes("accept") && (
				<IconButton
					name={t("work.accept", { label: fact.label })}
					icon={<Check size={16} aria-hidden />}
					onClick={() => void acceptFacts(discovery, [fact.id])}
				/>
			)}
			{choices.includes("reject") && (
				<IconButton
					name={t("work.reject", { label: fact.label })}
					icon={<X size={16} aria-hidden />}
					onClick={() => void rejectFacts(discovery, [fact.id])}
				/>
			)}
			{choices.includes("decide") && (
				<Button kind="quiet" className={styles.decide} onClick={() => show("review")}>
					{t("work.decide")}
				</Button>
			)}
		</li>
	);
}
