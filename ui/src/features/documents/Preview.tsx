import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { runCommand } from "../../commands/bindings";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { Section } from "../../components/Section";
import { Waiting } from "../../components/Waiting";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { DocumentAsk, DocumentEstimate, DocumentModel, DocumentRecipe } from "../../ipc/bindings";
import { estimateQuery } from "../../ipc/documentQueries";
import { asAppError } from "../../ipc/error";
import { amount, stageTitle } from "./names";
import parts from "./parts.module.css";
import styles from "./StartForm.module.css";

interface PreviewProps {
	discovery: string;
	ask: DocumentAsk;
	recipe: DocumentRecipe;
	needsPrompt: boolean;
}

/** The stages, the calls and what they cost at worst. Nothing is sent for it. */
export function Preview({ discovery, ask, recipe, needsPrompt }: PreviewProps) {
	const t = useWords();
	// What is typed is reckoned once it rests; the prompt's words matter little to the sum.
	const key = useDeferredValue(JSON.stringify({ ...ask, prompt: ask.prompt.slice(0, 200_000) }));
	const settled = JSON.parse(key) as DocumentAsk;
	const estimate = useQuery(estimateQuery(discovery, needsPrompt ? { ...settled, prompt: "?" } : settled));
	if (estimate.isError) {
		const { code } = asAppError(estimate.error);
		return (
			<>
				<ErrorNote title={t("documents.notReady")} error={estimate.error} />
				{recipe.needsModel && (code === "no_model" || code === "refused") && (
					<Button className={styles.mend} onClick={() => runCommand("provider.open")}>
						{t("provider.open")}
					</Button>
				)}
			</>
		);
	}
	if (!estimate.data) return <Waiting />;
	return <Reckoned estimate={estimate.data} needsModel={recipe.needsModel} />;
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
