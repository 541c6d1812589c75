import { useState } from "react";
import { Choice } from "../../components/Choice";
import { Field } from "../../components/Field";
import { useWords } from "../../i18n/useWords";
import type { ProviderChoice, ProviderKind, ProviderModel, ProviderState, ProviderTask } from "../../ipc/bindings";
import {
	isLocalAddress,
	kindsFor,
	type OnlineProvider,
	officialAddressOf,
	originOf,
} from "../../shared/providers/names";
import styles from "./ChoiceEditor.module.css";
import type { Draft } from "./draft";
import { KeyField } from "./KeyField";
import { ModelField } from "./ModelField";
import { effectiveChoice, isServerOverridden, overridingVariable, type Part } from "./overrides";
import { PriceFields } from "./PriceFields";
import { priceOf, type TypedPrice } from "./prices";
import { ServerFinder } from "./ServerFinder";
import { TestRow } from "./TestRow";

interface ChoiceEditorProps {
	state: ProviderState;
	task: ProviderTask;
	draft: Draft;
	onChange: (choice: ProviderChoice) => void;
	onKey: (origin: string, choice: ProviderChoice, key: string) => void;
	onKeep: (origin: string) => Promise<void>;
	onPrice: (price: TypedPrice) => void;
}

/** Edits the provider for a task: its name, its address, its key, its model, and whether it works. */
export function ChoiceEditor({ state, task, draft, onChange, onKey, onKeep, onPrice }: ChoiceEditorProps) {
	const t = useWords();
	const [listed, setListed] = useState<{ origin: string | null; models: ProviderModel[] }>({
		origin: null,
		models: [],
	});
	const chosen = draft.choices[task];
	const choice = effectiveChoice(state, task, chosen);
	const isSearch = task === "search";
	const set = (part: Part) => (isSearch ? null : overridingVariable(state, part));
	const provider = set("provider");
	const kind = choice.provider;
	const lock = (part: "baseUrl" | "model") =>
		set(part) ?? (provider && chosen.provider !== choice.provider ? provider : null);
	const address = lock("baseUrl");
	// A model that is picked is saved beside the address of the settings, and is none of that server's.
	const elsewhere = isServerOverridden(state, chosen) ? set("baseUrl") : null;
	const origin = originOf(choice);
	const saved = originOf(effectiveChoice(state, task, state.stored[task]));
	const before = () => (origin === null ? Promise.resolve() : onKeep(origin));
	const onModelsListed = (models: ProviderModel[]) => setListed({ origin, models });
	const usual = kind === "anthropic" || kind === "openai" ? t(usualModel(task, kind)) : null;
	const priced = choice.model ?? usual;

	return (
		<div className={styles.editor}>
			<Choice
				name={t("provider.provider")}
				value={kind}
				options={kindsFor(task).map((one) => ({ value: one, words: t(`provider.kind.${one}`) }))}
				onChange={(next) => onChange(ofKind(next, state.stored[task]))}
				locked={provider !== null}
			/>
			<p className={styles.about}>
				{t(isSearch && kind === "openai" ? "provider.about.embeddings" : `provider.about.${kind}`)}
			</p>
			{provider && <p className={styles.about}>{t("provider.setBy", { variable: provider })}</p>}
			{kind !== "offline" && (
				<>
					<div>
						<Field
							label={t("provider.baseUrl")}
							itemless
							value={choice.baseUrl ?? ""}
							placeholder={officialAddressOf(kind) || "https://"}
							onChange={(typed) => onChange({ ...chosen, baseUrl: typed === "" ? null : typed })}
							hint={address ? t("provider.setBy", { variable: address }) : t(`provider.baseUrlHint.${kind}`)}
							locked={address !== null}
						/>
						{kind === "openai-compatible" && address === null && (
							<ServerFinder
								onPick={({ baseUrl, models }) => {
									const next = { ...chosen, baseUrl, model: null };
									setListed({ origin: originOf(next), models });
									onChange({ ...next, model: models.find(({ id }) => talks(id) !== isSearch)?.id ?? null });
								}}
							/>
						)}
					</div>
					{origin !== null && (
						<KeyField
							key={origin}
							choice={choice}
							origin={origin}
							oldOrigin={saved !== origin ? saved : null}
							typed={draft.keys[origin]?.key ?? ""}
							onType={(key) => onKey(origin, choice, key)}
							onKeep={before}
						/>
					)}
					<ModelField
						choice={choice}
						kind={kind}
						usual={t(usualModel(task, kind))}
						models={listed.origin === origin ? listed.models : []}
						onModels={onModelsListed}
						before={before}
						onChange={(model) => onChange({ ...chosen, model })}
						variable={lock("model") ?? elsewhere}
					/>
					{origin !== null && priced !== null && !isLocalAddress(origin) && (
						<PriceFields price={priceOf(draft.prices, draft.known, origin, priced)} onChange={onPrice} />
					)}
					<TestRow
						choice={choice}
						purpose={task}
						before={before}
						onVerdict={({ models }) => models.length > 0 && onModelsListed(models)}
					/>
				</>
			)}
		</div>
	);
}

const usualModel = (task: ProviderTask, kind: OnlineProvider) =>
	task === "search" && kind !== "anthropic"
		? (`provider.usualVectors.${kind}` as const)
		: (`provider.usualModel.${kind}` as const);

/** A model for vectors has no words. */
function talks(model: string): boolean {
	return !/embed/i.test(model);
}

/** Another provider's address and model are none of this one's; what was saved of it comes back. */
function ofKind(provider: ProviderKind, saved: ProviderChoice): ProviderChoice {
	return saved.provider === provider ? saved : { provider, baseUrl: null, model: null };
}
