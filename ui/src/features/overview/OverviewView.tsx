import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { InlineEdit } from "../../components/InlineEdit";
import { LinkButton } from "../../components/LinkButton";
import { LoadingMark } from "../../components/LoadingMark";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { FactFilter } from "../../ipc/bindings";
import { conclusionsQuery } from "../../ipc/pipelineQueries";
import { factsQuery } from "../../ipc/queries";
import { sheetQuery } from "../../ipc/questionQueries";
import { reportsQuery } from "../../ipc/reportQueries";
import { selectLinked as select } from "../../shared/cards/cardSelection";
import { kindOf } from "../../shared/cards/kinds";
import { needsRecheck } from "../../shared/cards/status";
import { changeDiscovery } from "../../shared/discoveries/actions";
import { useNavigation, type ViewId, type ViewProps } from "../../state/navigation";
import { openConflicts } from "../../state/wantedInbox";
import { Conclusion } from "./Conclusion";
import { InputProgress } from "./InputProgress";
import { KnownSummary } from "./KnownSummary";
import { nextStep } from "./next";
import styles from "./OverviewView.module.css";
import { StaleRow } from "./StaleRow";

/** More are on the map. */
const MOST = 12;

const IN_CONFLICT: FactFilter = {
	statuses: ["conflict"],
	inputId: null,
	needsReview: null,
	acceptedBy: null,
	text: null,
};

/** Shows an overview of a discovery: what to do next, its goal, what was concluded and is known, what waits, and how far each
 * Input is decided. */
export default function OverviewView({ detail }: ViewProps) {
	const t = useWords();
	const { id, goal, facts, waiting } = detail.discovery;
	const conclusions = useQuery(conclusionsQuery(id));
	const reports = useQuery(reportsQuery(id)).data;
	const sheet = useQuery(sheetQuery(id, [])).data;
	const conflicts = useInfiniteQuery(factsQuery(id, IN_CONFLICT)).data?.pages[0]?.total ?? 0;
	const show = useNavigation((navigation) => navigation.show);
	if (conclusions.isError) return <ErrorNote error={conclusions.error} onRetry={() => void conclusions.refetch()} />;
	if (!conclusions.data || !reports) return <LoadingMark />;

	const cards = conclusions.data;
	const stale = cards.filter(({ status }) => needsRecheck(status));
	const next = nextStep({
		inputs: detail.inputs.length,
		facts,
		waiting,
		conclusions: cards.filter(({ label }) => kindOf(label) !== "output").length,
		drafts: cards.filter(({ status }) => status === "draft").length,
		stale: stale.length,
		reports: reports.length,
	});
	const goTo = (label: string) => {
		show("outline");
		select(label, "overview");
	};
	const sum = (of: "stale" | "suggestions") => reports.reduce((all, report) => all + report[of], 0);
	const waits: [
		kind: "conflicts" | "facts" | "questions" | "citations" | "suggestions",
		count: number,
		view: ViewId,
	][] = [
		["conflicts", conflicts, "review"],
		["facts", waiting, "review"],
		["questions", sheet ? sheet.open.length + sheet.more : 0, "work"],
		["citations", sum("stale"), "reports"],
		["suggestions", sum("suggestions"), "reports"],
	];
	const waiters = waits.filter(([, count]) => count > 0);
	const counted = (["insight", "recommendation", "output"] as const).flatMap((kind) => {
		const count = cards.filter(({ label }) => kindOf(label) === kind).length;
		return count === 0 ? [] : t(`overview.count.${kind}`, { count, shown: number(count) });
	});
	const counts = { count: next.count, shown: number(next.count) };
	return (
		<div className={styles.page}>
			<section className={styles.next} aria-label={t("overview.next")}>
				<div>
					<h2 className={styles.kicker}>{t("overview.next")}</h2>
					<p className={styles.step}>{t(`overview.step.${next.kind}`, counts)}</p>
				</div>
				<Button
					kind="primary"
					onClick={() => (next.kind === "recheck" && stale[0] ? goTo(stale[0].label) : show(next.view))}
				>
					{t(`overview.do.${next.kind}`)}
				</Button>
			</section>

			<section className={styles.goal} aria-labelledby="overview-goal">
				<h2 id="overview-goal" className={styles.kicker}>
					{t("app.goal")}
				</h2>
				<InlineEdit
					name={t("app.goal")}
					growing
					value={goal}
					itemsOf={id}
					placeholder={t("overview.noGoal")}
					allowEmpty
					onSave={(written) => void changeDiscovery(id, { goal: written })}
				/>
			</section>

			{stale.length > 0 && (
				<section aria-labelledby="overview-stale">
					<h2 id="overview-stale" className={styles.title}>
						{t("overview.stale")} <span className={styles.count}>{number(stale.length)}</span>
					</h2>
					<ul className={styles.rows}>
						{stale.slice(0, MOST).map((card) => (
							<StaleRow key={card.label} discovery={id} card={card} onOpen={() => goTo(card.label)} />
						))}
					</ul>
				</section>
			)}

			<section aria-labelledby="overview-conclusions">
				<h2 id="overview-conclusions" className={styles.title}>
					{t("overview.conclusions")} <span className={styles.count}>{counted.join(", ")}</span>
				</h2>
				{cards.length === 0 && (
					<p className={styles.none}>
						{t("overview.noConclusions")}{" "}
						<LinkButton onClick={() => show("pipeline")}>{t("overview.do.conclude")}</LinkButton>
					</p>
				)}
				<ul className={styles.rows}>
					{cards.slice(0, MOST).map((card) => (
						<Conclusion key={card.label} discovery={id} card={card} onOpen={() => goTo(card.label)} />
					))}
				</ul>
				{cards.length > MOST && (
					<LinkButton onClick={() => show("outline")}>
						{t("overview.all", { count: cards.length, shown: number(cards.length) })}
					</LinkButton>
				)}
			</section>

			<KnownSummary discovery={id} />

			{waiters.length > 0 && (
				<section aria-labelledby="overview-waits">
					<h2 id="overview-waits" className={styles.title}>
						{t("overview.waits")}
					</h2>
					<ul className={styles.rows}>
						{waiters.map(([kind, count, view]) => (
							<li key={kind}>
								<button
									type="button"
									className={styles.row}
									onClick={() => (kind === "conflicts" ? openConflicts() : show(view))}
								>
									<span className={styles.figure}>{number(count)}</span>
									<span className={styles.waiting}>{t(`overview.waiting.${kind}`, { count })}</span>
									<ChevronRight size={14} aria-hidden className={styles.way} />
								</button>
							</li>
						))}
					</ul>
				</section>
			)}

			<InputProgress discovery={detail.discovery} inputs={detail.inputs} />
		</div>
	);
}
