import { runCommand } from "../../commands/bindings";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { LoadingMark } from "../../components/LoadingMark";
import { Section } from "../../components/Section";
import { useTranslateMessage } from "../../i18n/backendMessages";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { AppError, DocumentEstimate, DocumentModel, DocumentRecipe } from "../../ipc/bindings";
import { amount, stageTitle } from "./names";
import parts from "./parts.module.css";
import styles from "./StartForm.module.css";
import { type Estimate, estimateError } from "./useEstimate";

interface PreviewProps {
	estimate: Estimate;
	recipe: DocumentRecipe;
	/** Names what keeps it from starting, for the button that cannot be pressed meanwhile. */
	noteId: string;
}

/** The stages, the calls and what they cost at worst, or what is still missing. Nothing is sent for it. */
export function Preview({ estimate, recipe, noteId }: PreviewProps) {
	const t = useWords();
	const why = estimateError(estimate);
	if (why) return <Missing why={why} needsModel={recipe.needsModel} noteId={noteId} />;
	if (estimate.isError) return <ErrorNote title={t("documents.notReady")} error={estimate.error} />;
	if (!estimate.data) return <LoadingMark />;
	return <Reckoned estimate={estimate.data} needsModel={recipe.needsModel} />;
}

/** Nobody did anything wrong yet: what is missing, and the way there. */
function Missing({ why, needsModel, noteId }: { why: AppError; needsModel: boolean; noteId: string }) {
	const t = useWords();
	const say = useTranslateMessage();
	return (
		<div className={styles.missing}>
			<div id={noteId}>
				<strong>{t("documents.notReady")}</strong>
				<p>{say(why.message)}</p>
				{why.hint && <p>{say(why.hint)}</p>}
			</div>
			<Button onClick={() => runCommand(needsModel ? "provider.open" : "view.pipeline")}>
				{t(needsModel ? "provider.open" : "app.openMap")}
			</Button>
		</div>
	);
}

function Reckoned({ estimate, needsModel }: { estimate: DocumentEstimate; needsModel: boolean }) {
	const t = useWords();
	const shown = (decimal: string) => amount(t, decimal, estimate.unit);
	return (
		<Section title={t("documents.preview")}>
			<table className={styles.table}>
				<thead>
					<tr>
						<th scope="col">{t("documents.stageColumn")}</th>
						<th scope="col">{t("documents.documentsColumn")}</th>
						<th scope="col">{t("documents.callsColumn")}</th>
						<th scope="col">{t("documents.costColumn")}</th>
					</tr>
				</thead>
				<tbody>
					{estimate.steps.map((step) => (
						<tr key={step.step}>
							<td>{stageTitle(t, step.stage)}</td>
							<td>{number(step.jobs)}</td>
							<td>{number(step.calls)}</td>
							<td>{shown(step.cost)}</td>
						</tr>
					))}
				</tbody>
			</table>
			{needsModel ? (
				<>
					<p className={parts.text}>
						{t("documents.sum", { count: estimate.calls, shown: number(estimate.calls), cost: shown(estimate.cost) })}
					</p>
					<p className={estimate.affordable ? parts.text : styles.fault}>
						{estimate.affordable
							? t("documents.enough", { available: shown(estimate.available) })
							: t("documents.tooLittle", { available: shown(estimate.available) })}
					</p>
					<ul className={styles.where}>
						{estimate.models.map((model) => (
							<li key={model.model}>
								{model.model}: {whereTo(t, model)}
							</li>
						))}
					</ul>
				</>
			) : (
				<p className={parts.text}>{t("documents.offline")}</p>
			)}
		</Section>
	);
}

function whereTo(t: ReturnType<typeof useWords>, { isLocal, origin, priced, context }: DocumentModel): string {
	if (!isLocal) {
		const goes = t("documents.hostedModel", { origin });
		const day = priced.match(/^table (.*)$/)?.[1];
		return day === undefined ? goes : `${goes}; ${t("documents.priceOfTable", { day, context: number(context) })}`;
	}
	return t(priced === "local" ? "documents.localModel" : "documents.pricedHere");
}
