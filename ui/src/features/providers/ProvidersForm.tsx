import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { scrollIntoView } from "../../components/scrollIntoView";
import { useWords } from "../../i18n/useWords";
import { commands, type Discovery, type ProviderState } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { client } from "../../ipc/client";
import { keyPlaceQuery, providerQuery } from "../../ipc/providerQueries";
import { isSameChoice } from "../../shared/providers/names";
import { askConsent } from "../../state/consent";
import { ChoiceSection } from "./ChoiceSection";
import { type Draft, draftOf, isChanged, settingsOf, withKey } from "./draft";
import { LimitsSection } from "./LimitsSection";
import styles from "./ProvidersForm.module.css";
import { SearchSection } from "./SearchSection";
import { SendingSection } from "./SendingSection";

interface ProvidersFormProps {
	state: ProviderState;
	discovery: Discovery | null;
	onClose: () => void;
}

/** Nothing holds before it is saved; what is not saved is not lost without a question. */
export function ProvidersForm({ state, discovery, onClose }: ProvidersFormProps) {
	const t = useWords();
	const [draft, setDraft] = useState(() => draftOf(state.stored));
	const [leaving, setLeaving] = useState(false);
	const changed = isChanged(draft, state.stored);
	const settings = settingsOf(draft);

	const keep = async (origin: string) => {
		const typed = draft.keys[origin];
		if (!typed) return;
		const keyPlace = await call(commands.providerKeySet(typed.choice, typed.key));
		client.setQueryData(keyPlaceQuery(typed.choice).queryKey, keyPlace);
		setDraft((now) => withKey(now, origin, typed.choice, ""));
	};
	const saving = useMutation({
		mutationFn: async () => {
			// Before it is saved, and so what is stored.
			const asks = !isSameChoice(draft.choices.search, state.stored.search);
			for (const origin of Object.keys(draft.keys)) await keep(origin);
			if (settings) client.setQueryData(providerQuery.queryKey, await call(commands.providerSet(settings)));
			return asks;
		},
		onSuccess: (asks) => {
			onClose();
			if (discovery && asks) void askConsent(discovery.id, "search");
		},
	});
	const write = (next: Draft) => {
		setLeaving(false);
		setDraft(next);
	};
	const leave = () => {
		// The second Escape goes back to what is being written, and loses nothing either.
		if (changed) setLeaving(!leaving);
		else onClose();
	};
	const save = (
		<Button kind="primary" disabled={!changed || settings === null || saving.isPending} onClick={() => saving.mutate()}>
			{t("provider.save")}
		</Button>
	);

	return (
		<Dialog
			open
			onClose={leave}
			title={t("provider.title")}
			width="large"
			light={!changed}
			actions={
				leaving ? (
					<>
						<p role="alert" className={styles.question}>
							{t("provider.unsaved")}
						</p>
						<Button onClick={onClose}>{t("provider.discard")}</Button>
						<Button onClick={() => setLeaving(false)}>{t("provider.goOn")}</Button>
						{save}
					</>
				) : (
					<>
						<Button onClick={leave}>{changed ? t("app.cancel") : t("app.close")}</Button>
						{save}
					</>
				)
			}
		>
			<p className={styles.intro}>{t("provider.intro")}</p>
			{state.variables.length > 0 && (
				<p role="note" className={styles.note}>
					{t("provider.variables", { names: state.variables.join(", ") })}
				</p>
			)}
			<ChoiceSection state={state} draft={draft} onChange={write} onKeep={keep} />
			<SearchSection state={state} draft={draft} onChange={write} onKeep={keep} />
			<LimitsSection state={state} draft={draft} onChange={write} />
			{discovery && <SendingSection discovery={discovery} changed={changed} />}
			{saving.isError && (
				<div ref={scrollIntoView}>
					<ErrorNote title={t("provider.saveFailed")} error={saving.error} />
				</div>
			)}
		</Dialog>
	);
}
