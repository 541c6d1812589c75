import { useMutation } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { matchesKeys } from "../../commands/keys";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { Field } from "../../components/Field";
import { Select } from "../../components/Select";
import { submitHandler } from "../../components/submitHandler";
import { useWords, words } from "../../i18n/useWords";
import { commands, type Kind, type OutputType } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import type { Label } from "../../ipc/label";
import { offerUndo } from "../../state/history";
import { withModelProgress } from "../../state/modelProgress";
import { linkCards } from "./actions";
import { DuplicatesDialog } from "./DuplicatesDialog";
import { noDuplicates } from "./duplicateResult";
import { kindBefore, kindOf, outputTypes } from "./kinds";
import styles from "./MakeForm.module.css";
import { newCardDraft } from "./newCard";
import { RestsOn } from "./RestsOn";

interface MakeFormProps {
	discovery: string;
	kind: Exclude<Kind, "input">;
	/** The selected labels: those of the column before are what it rests on. */
	from: readonly Label[];
	/** It stands, or an older one that says the same does. */
	onMade: (label: Label) => void;
	/** Closes the form; the written text stays for the next time. */
	onLeave: () => void;
	className?: string | undefined;
}

/** A new card: its words, and what it rests on. */
export function MakeForm({ discovery, kind, from, onMade, onLeave, className }: MakeFormProps) {
	const t = useWords();
	const draft = newCardDraft(kind);
	const carrying = kindBefore(kind);
	const [text, setText] = useState(draft.text);
	const [labels, setLabels] = useState<readonly Label[]>(() => from.filter((label) => kindOf(label) === carrying));
	const [written, setWritten] = useState<readonly Label[]>([]);
	const all = [...new Set([...labels, ...written])];
	const [outputType, setOutputType] = useState<OutputType>("report");
	const [found, setFound] = useState(noDuplicates);
	const leave = () => {
		draft.keep(text);
		onLeave();
	};
	const adding = useMutation({
		mutationFn: (anyway: boolean) =>
			withModelProgress(
				discovery,
				call(commands.entityAdd(discovery, kind, text.trim(), all, kind === "output" ? outputType : null, anyway)),
			),
		onSuccess: (done) => {
			const { added, note: more } = done.value;
			setFound(added ? noDuplicates : done.value);
			if (!added) return;
			draft.keep("");
			onMade(added.label);
			offerUndo(discovery, done, words("pipeline.did.added", { what: added.label }), { more });
		},
	});
	const mergeInto = async (label: Label) => {
		if (all.length > 0 && !(await linkCards(discovery, all, label))) return;
		draft.keep("");
		onMade(label);
	};
	const canAdd = text.trim() !== "" && !adding.isPending;
	const onKeyDown = (event: KeyboardEvent) => {
		if (matchesKeys(event.nativeEvent, "Mod+Enter") && canAdd) {
			event.preventDefault();
			adding.mutate(false);
		}
		if (event.key === "Escape") {
			event.preventDefault();
			event.stopPropagation();
			leave();
		}
	};
	return (
		<form className={className} data-kind={kind} onSubmit={submitHandler(() => canAdd && adding.mutate(false))}>
			<Field
				label={t(`pipeline.new.${kind}`)}
				value={text}
				onChange={setText}
				rows={3}
				onKeyDown={onKeyDown}
				focused
				{...(kind === "fact" && { hint: t("pipeline.typedFact") })}
			/>
			{carrying && (
				<RestsOn
					discovery={discovery}
					kind={carrying}
					labels={labels}
					onChange={setLabels}
					onWritten={setWritten}
					onKeyDown={onKeyDown}
				/>
			)}
			{kind === "output" && (
				<Select
					name={t("pipeline.outputType")}
					value={outputType}
					options={outputTypes.map((type) => ({ value: type, words: t(`pipeline.output.${type}`) }))}
					onChange={setOutputType}
				/>
			)}
			{adding.isError && <ErrorNote error={adding.error} />}
			<div className={styles.actions}>
				<Button kind="primary" type="submit" disabled={!canAdd}>
					{t("pipeline.addCard")}
				</Button>
				<Button onClick={leave}>{t("app.cancel")}</Button>
			</div>
			{found.duplicates.length > 0 && (
				<DuplicatesDialog
					text={text}
					found={found}
					onMerge={(label) => void mergeInto(label)}
					onAnyway={() => adding.mutate(true)}
					onClose={() => setFound(noDuplicates)}
				/>
			)}
		</form>
	);
}
