import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { Field } from "../../components/Field";
import { LoadingMark } from "../../components/LoadingMark";
import { withItemNames } from "../../components/mentions/names";
import { useTranslateMessage } from "../../i18n/backendMessages";
import { percent } from "../../i18n/format";
import { useWords, words } from "../../i18n/useWords";
import { commands, type Duplicate, type Suggestion } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { suggestionsQuery } from "../../ipc/pipelineQueries";
import { useModelName } from "../../shared/providers/modelName";
import { offerUndo } from "../../state/history";
import styles from "./DeriveDialog.module.css";

/** Lists the proposals that wait, to be accepted, changed or rejected one by one. */
export function SuggestionList({ discovery }: { discovery: string }) {
	const t = useWords();
	const waiting = useQuery(suggestionsQuery(discovery));
	if (waiting.isError) return <ErrorNote error={waiting.error} onRetry={() => void waiting.refetch()} />;
	if (!waiting.data) return <LoadingMark />;
	if (waiting.data.length === 0) return <p className={styles.from}>{t("pipeline.noSuggestions")}</p>;
	return (
		<ul className={styles.list}>
			{waiting.data.map((suggestion) => (
				<Item key={suggestion.id} discovery={discovery} suggestion={suggestion} />
			))}
		</ul>
	);
}

function Item({ discovery, suggestion }: { discovery: string; suggestion: Suggestion }) {
	const t = useWords();
	const modelName = useModelName();
	const say = useTranslateMessage();
	const [draft, setDraft] = useState<string | null>(null);
	const [found, setFound] = useState<readonly Duplicate[]>(suggestion.duplicates);
	const text = draft?.trim() ?? suggestion.text;
	const accepting = useMutation({
		mutationFn: () => {
			const changed = text === suggestion.text ? null : text;
			return call(commands.suggestionAccept(discovery, suggestion.id, changed, found.length > 0));
		},
		onSuccess: (done) => {
			const { added, duplicates, note: more } = done.value;
			setFound(duplicates);
			if (added) offerUndo(discovery, done, words("pipeline.did.added", { what: added.label }), { more });
		},
	});
	const rejecting = useMutation({
		mutationFn: () => call(commands.suggestionReject(discovery, suggestion.id)),
		onSuccess: (done) => offerUndo(discovery, done, words("pipeline.did.rejected")),
	});
	const error = accepting.error ?? rejecting.error;
	return (
		<li className={styles.item}>
			{draft === null ? (
				<p className={styles.text} data-selectable>
					{withItemNames(suggestion.text)}
				</p>
			) : (
				<Field label={t("pipeline.text")} value={draft} onChange={setDraft} rows={3} focused />
			)}
			<p className={styles.from}>
				{t(`pipeline.one.${suggestion.kind}`)} · {t("pipeline.restsOnThese", { labels: suggestion.links.join(", ") })} ·{" "}
				{modelName(suggestion.model)}
			</p>
			{found.map((duplicate) => (
				<p key={duplicate.label} className={styles.warning}>
					≈ <b>{duplicate.label}</b> {withItemNames(duplicate.text)} (
					{t("pipeline.alike", { score: percent(duplicate.score) })}: {say(duplicate.reason)})
				</p>
			))}
			{error && <ErrorNote error={error} />}
			<div className={styles.row}>
				<Button kind="primary" disabled={text === "" || accepting.isPending} onClick={() => accepting.mutate()}>
					{found.length > 0 ? t("pipeline.acceptAnyway") : t("facts.accept")}
				</Button>
				{draft === null && <Button onClick={() => setDraft(suggestion.text)}>{t("inspector.edit")}</Button>}
				<Button onClick={() => rejecting.mutate()}>{t("facts.reject")}</Button>
			</div>
		</li>
	);
}
