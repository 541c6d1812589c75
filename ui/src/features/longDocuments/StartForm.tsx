import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { Field } from "../../components/Field";
import { LoadingMark } from "../../components/LoadingMark";
import { Select } from "../../components/Select";
import { useWords } from "../../i18n/useWords";
import type { DiscoveryDetail, DocumentAsk, DocumentRecipe } from "../../ipc/bindings";
import { recipesQuery } from "../../ipc/documentQueries";
import { startRun } from "./actions";
import { Models } from "./Models";
import { recipeAbout, recipeTitle, stageTitle, typedAmount, typedCount } from "./names";
import { OwnRecipe } from "./OwnRecipe";
import { Preview } from "./Preview";
import parts from "./parts.module.css";
import styles from "./StartForm.module.css";
import { estimateError, useEstimate } from "./useEstimate";

interface StartFormProps {
	detail: DiscoveryDetail;
	isFirst: boolean;
}

const OFFLINE = "report-from-graph";

/** A new document: recipe, prompt, models, sources and limit; and what it would take, before anything is sent. */
export function StartForm(props: StartFormProps) {
	const recipes = useQuery(recipesQuery(props.detail.discovery.id));
	const [name, setName] = useState(OFFLINE);
	if (recipes.isError) return <ErrorNote error={recipes.error} onRetry={() => void recipes.refetch()} />;
	// One that was kept or renamed just now is in the list in a moment; one that was undone is not any more.
	const named = (wanted: string) => recipes.data?.find((one) => one.name === wanted);
	const recipe = named(name) ?? named(OFFLINE);
	if (!recipes.data || !recipe) return <LoadingMark />;
	return <Form {...props} recipes={recipes.data} recipe={recipe} onChoose={setName} />;
}

interface FormProps extends StartFormProps {
	recipes: readonly DocumentRecipe[];
	recipe: DocumentRecipe;
	onChoose: (name: string) => void;
}

function Form({ detail, isFirst, recipes, recipe, onChoose }: FormProps) {
	const t = useWords();
	const discovery = detail.discovery.id;
	/** Null until it is written: then it is called as the discovery is. */
	const [written, setTitle] = useState<string | null>(null);
	const title = written ?? detail.discovery.title;
	const [prompt, setPrompt] = useState("");
	const [models, setModels] = useState<readonly string[]>([]);
	const [left, setLeft] = useState<readonly string[]>([]);
	const [cap, setCap] = useState("");
	const [asksAfterStages, setAsksAfterStages] = useState(false);
	const [context, setContext] = useState("");
	const [answer, setAnswer] = useState("");
	const noteId = useId();
	const [isStarting, setStarting] = useState(false);
	const inputs = detail.inputs.filter(({ id }) => !left.includes(id)).map(({ id }) => id);
	const reads = recipe.readsInputs && left.length > 0 ? inputs : [];
	const readsNothing = recipe.readsInputs && detail.inputs.length > 0 && inputs.length === 0;
	const needsPrompt = recipe.needsModel && prompt.trim() === "";
	const hasStages = recipe.needsModel && recipe.stages.length > 1;
	const ask: DocumentAsk = {
		recipe: recipe.name,
		models: recipe.needsModel ? [...models] : [],
		prompt: recipe.needsModel ? prompt : "",
		title: title.trim() === "" ? null : title,
		inputs: reads,
		cap: recipe.needsModel ? typedAmount(cap) : null,
		context: typedCount(context),
		mostOutput: typedCount(answer),
		asksAfterStages: asksAfterStages && hasStages,
	};
	const estimate = useEstimate(discovery, ask, needsPrompt);
	const isBlocked = !readsNothing && estimateError(estimate) !== null;
	const start = async () => {
		if (isBlocked) return;
		setStarting(true);
		await startRun(discovery, ask, recipe.needsModel);
		setStarting(false);
	};
	return (
		<section className={styles.page} aria-label={t("documents.newTitle")}>
			<form
				className={styles.form}
				onSubmit={(event) => {
					event.preventDefault();
					void start();
				}}
			>
				<h2 className={styles.title}>{t(isFirst ? "documents.none" : "documents.newTitle")}</h2>
				<p className={parts.text}>{t("documents.noneText")}</p>
				<div className={styles.recipe}>
					<Select
						name={t("documents.recipe")}
						value={recipe.name}
						options={recipes.map((one) => ({
							value: one.name,
							words: recipeTitle(t, one.name, one.title),
						}))}
						onChange={onChoose}
					/>
				</div>
				<p className={parts.text}>{recipeAbout(t, recipe)}</p>
				<p className={parts.text}>
					{t("documents.stages")} {recipe.stages.map((stage) => stageTitle(t, stage.title)).join(" → ")}
				</p>
				<OwnRecipe
					key={`${recipe.name} ${recipe.origin}`}
					discovery={discovery}
					recipe={recipe}
					onKept={onChoose}
					onDeleted={() => onChoose(OFFLINE)}
				/>
				<Field label={t("documents.title")} value={title} onChange={setTitle} itemless />
				{recipe.needsModel && (
					<>
						<Field
							label={t("documents.prompt")}
							hint={t("documents.promptHint")}
							value={prompt}
							onChange={setPrompt}
							rows={4}
							itemless
						/>
						<Models chosen={models} onChange={setModels} />
					</>
				)}
				{recipe.readsInputs && detail.inputs.length > 0 && (
					<fieldset className={styles.group}>
						<legend>{t("documents.sources")}</legend>
						<div className={styles.checks}>
							{detail.inputs.map((input) => (
								<label key={input.id} className={parts.check}>
									<input
										type="checkbox"
										checked={!left.includes(input.id)}
										onChange={({ target }) =>
											setLeft(target.checked ? left.filter((id) => id !== input.id) : [...left, input.id])
										}
									/>
									{input.label} {input.title}
								</label>
							))}
						</div>
						{readsNothing && <p className={styles.fault}>{t("documents.noSource")}</p>}
					</fieldset>
				)}
				{recipe.needsModel && (
					<Field label={t("documents.cap")} hint={t("documents.capHint")} value={cap} onChange={setCap} itemless />
				)}
				{hasStages && (
					<label className={parts.check}>
						<input
							type="checkbox"
							checked={asksAfterStages}
							onChange={({ target }) => setAsksAfterStages(target.checked)}
						/>
						{t("documents.askAfterStages")}
					</label>
				)}
				{recipe.needsModel && (
					<details>
						<summary>{t("documents.advanced")}</summary>
						<Field
							label={t("documents.context")}
							hint={t("documents.contextHint")}
							value={context}
							onChange={setContext}
							itemless
						/>
						<Field
							label={t("documents.answer")}
							hint={t("documents.answerHint")}
							value={answer}
							onChange={setAnswer}
							itemless
						/>
					</details>
				)}
				{!readsNothing && <Preview estimate={estimate} recipe={recipe} noteId={noteId} />}
				<div className={styles.actions}>
					<Button
						kind="primary"
						type="submit"
						disabled={isStarting || needsPrompt || readsNothing}
						aria-disabled={isBlocked || undefined}
						aria-describedby={isBlocked ? noteId : undefined}
					>
						{t("documents.start")}
					</Button>
				</div>
			</form>
		</section>
	);
}
