import { Section } from "../../components/Section";
import { useWords } from "../../i18n/useWords";
import type { ProviderState } from "../../ipc/bindings";
import { ChoiceEditor } from "./ChoiceEditor";
import styles from "./ChoiceSection.module.css";
import { type Draft, withChoice, withKey, withPrice } from "./draft";
import { effectiveChoice, overridingVariable } from "./overrides";

interface SearchSectionProps {
	state: ProviderState;
	draft: Draft;
	onChange: (draft: Draft) => void;
	onKeep: (origin: string) => Promise<void>;
}

/** Edits whether questions are compared by meaning too, and by whose model: one that makes vectors, which no other task
 * takes. */
export function SearchSection({ state, draft, onChange, onKeep }: SearchSectionProps) {
	const t = useWords();
	const isOn = effectiveChoice(state, "search", draft.choices.search).provider !== "offline";
	const isLocked = !isOn && draft.choices.search.provider !== "offline";
	const turn = (on: boolean) => {
		const choice = { provider: on ? "openai-compatible" : "offline", baseUrl: null, model: null } as const;
		const saved = state.stored.search;
		onChange(withChoice(draft, "search", on && saved.provider !== "offline" ? saved : choice));
	};
	return (
		<Section title={t("provider.task.search")}>
			<label className={styles.same}>
				<input type="checkbox" checked={isOn} disabled={isLocked} onChange={(event) => turn(event.target.checked)} />
				{t("provider.byMeaning")}
			</label>
			<p className={styles.does}>{t("provider.does.search")}</p>
			{isLocked && (
				<p className={styles.does}>{t("provider.setBy", { variable: overridingVariable(state, "provider") ?? "" })}</p>
			)}
			{isOn && (
				<ChoiceEditor
					state={state}
					task="search"
					draft={draft}
					onChange={(choice) => onChange(withChoice(draft, "search", choice))}
					onKey={(origin, choice, key) => onChange(withKey(draft, origin, choice, key))}
					onKeep={onKeep}
					onPrice={(price) => onChange(withPrice(draft, price))}
				/>
			)}
		</Section>
	);
}
