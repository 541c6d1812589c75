import { Field } from "../../components/Field";
import { Section } from "../../components/Section";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { ProviderState } from "../../ipc/bindings";
import { bounds, type Draft, limitIn, limitOf } from "./draft";
import styles from "./LimitsSection.module.css";
import { type Limit, overridingVariable } from "./overrides";

interface LimitsSectionProps {
	state: ProviderState;
	draft: Draft;
	onChange: (draft: Draft) => void;
}

const limits: readonly Limit[] = [
	"temperature",
	"maxTokens",
	"contextThreshold",
	"maxHistory",
	"minSimilarity",
	"topK",
];

/** Edits the limits of the chat's answers, each number within its bounds. */
export function LimitsSection({ state, draft, onChange }: LimitsSectionProps) {
	const t = useWords();
	return (
		<Section title={t("provider.limits")}>
			<div className={styles.limits}>
				{limits.map((limit) => (
					<LimitField
						key={limit}
						limit={limit}
						state={state}
						typed={draft.limits[limit]}
						onType={(typed) => onChange({ ...draft, limits: { ...draft.limits, [limit]: typed } })}
					/>
				))}
			</div>
		</Section>
	);
}

interface LimitFieldProps {
	limit: Limit;
	state: ProviderState;
	typed: string;
	onType: (typed: string) => void;
}

function LimitField({ limit, state, typed, onType }: LimitFieldProps) {
	const t = useWords();
	const variable = overridingVariable(state, limit);
	const { least, most } = bounds[limit];
	const range = t("provider.between", { least: number(least), most: number(most) });
	const wrong = limitOf(limit, typed) === null ? range : undefined;
	return (
		<Field
			label={t(`provider.limit.${limit}`)}
			itemless
			hint={variable ? t("provider.setBy", { variable }) : t(`provider.limitHint.${limit}`, { range })}
			value={variable ? number(limitIn(state.effective, limit)) : typed}
			onChange={onType}
			locked={variable !== null}
			fault={variable ? undefined : wrong}
		/>
	);
}
