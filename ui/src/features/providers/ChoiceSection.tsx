import { Tabs } from "@base-ui/react/tabs";
import { useState } from "react";
import { Section } from "../../components/Section";
import { TabPanel } from "../../components/TabPanel";
import { useWords } from "../../i18n/useWords";
import type { ProviderState, ProviderTask } from "../../ipc/bindings";
import { hostOf, originOf, tasks } from "../../shared/providers/names";
import { ChoiceEditor } from "./ChoiceEditor";
import styles from "./ChoiceSection.module.css";
import { type Draft, withChoice, withKey, withPrice, withSameChoice } from "./draft";
import { effectiveChoice } from "./overrides";

interface ChoiceSectionProps {
	state: ProviderState;
	draft: Draft;
	onChange: (draft: Draft) => void;
	onKeep: (origin: string) => Promise<void>;
}

/** One provider for everything, or one for each task. */
export function ChoiceSection({ state, draft, onChange, onKeep }: ChoiceSectionProps) {
	const t = useWords();
	const [open, setOpen] = useState<ProviderTask>("extraction");
	const editor = (task: ProviderTask) => (
		<ChoiceEditor
			state={state}
			task={task}
			draft={draft}
			onChange={(choice) => onChange(withChoice(draft, task, choice))}
			onKey={(origin, choice, key) => onChange(withKey(draft, origin, choice, key))}
			onKeep={onKeep}
			onPrice={(price) => onChange(withPrice(draft, price))}
		/>
	);
	const where = (task: ProviderTask) => {
		const choice = effectiveChoice(state, task, draft.choices[task]);
		const origin = originOf(choice);
		return origin === null ? t(`provider.kind.${choice.provider}`) : hostOf(origin);
	};
	return (
		<Section title={t("provider.who")}>
			<label className={styles.same}>
				<input
					type="checkbox"
					checked={draft.same}
					onChange={(event) => onChange(withSameChoice(draft, event.target.checked, open))}
				/>
				{t("provider.same")}
			</label>
			{draft.same ? (
				editor(open)
			) : (
				<Tabs.Root value={open} onValueChange={(task) => setOpen(task as ProviderTask)} className={styles.tabs}>
					<Tabs.List className={styles.list} aria-label={t("provider.who")}>
						{tasks.map((task) => (
							<Tabs.Tab key={task} value={task} className={styles.tab}>
								{t(`provider.task.${task}`)}
								<span className={styles.where}>{where(task)}</span>
							</Tabs.Tab>
						))}
					</Tabs.List>
					{tasks.map((task) => (
						<TabPanel key={task} value={task} open={open} className={styles.panel}>
							<p className={styles.does}>{t(`provider.does.${task}`)}</p>
							{editor(task)}
						</TabPanel>
					))}
				</Tabs.Root>
			)}
		</Section>
	);
}
