import { useMutation } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { matches } from "../../commands/keys";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { Field } from "../../components/Field";
import { onSubmit } from "../../components/onSubmit";
import { Select } from "../../components/Select";
import { useWords, words } from "../../i18n/useWords";
import { commands, type Kind, type OutputType } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import type { Label } from "../../ipc/label";
import { offerUndo } from "../../state/history";
import { judged } from "../../state/judged";
import { link } from "./actions";
import { DuplicatesDialog } from "./DuplicatesDialog";
import { nothing } from "./found";
import { before, kindOf, outputTypes } from "./kinds";
import styles from "./MakeForm.module.css";
import { madeDraft } from "./making";
import { RestsOn } from "./RestsOn";

interface MakeFormProps {
	discovery: string;
	kind: Exclude<Kind, "input">;
	/** What was selected: those of the column before are what it rests on. */
	from: readonly Label[];
	/** It stands, or an older one that says the same does. */
	onMade: (label: Label) => void;
	/** What was written stays for the next time. */
	onLeave: () => void;
	className?: string | undefined;
}

/** A new card: its words, and what it rests on. */
export function MakeForm({ discovery, kind, from, onMade, onLeave, className }: MakeFormProps) {
	const t = useWords();
	const kept = madeDraft(kind);
	const carrying = before(kind);
	const [text, setText] = useState(kept.text);
	const [labels, setLabels] = useState<readonly Label[]>(() => from.filter((label) => kindOf(label) === carrying));
	const [written, setWritten] = useState<readonly Label[]>([]);
	const all = [...new Set([...labels, ...written])];
	const [outputType, setOutputType] = useState<OutputType>("report");
	const [found, setFound] = useState(nothing);
	const leave = () => {
		kept.keep(text);
		onLeave();
	};
	const adding = useMutation({
		mutationFn: (anyway: boolean) =>
			judged(
				discovery,
				call(commands.entityAdd(discovery, kind, text.trim(), all, kind === "output" ? outputType : null, anyway)),
			),
		onSuccess: (done) => {
			const { added, note: more } = done.value;
			setFound(added ? nothing : done.value);
			if (!added) return;
			kept.keep("");
			onMade(added.label);
			offerUndo(discovery, done, words("pipeline.did.added", { what: added.label }), { more });
		},
	});
	const mergeInto = async (label: Label) => {
		if (all.length > 0 && !(await link(discovery, all, label))) return;
		kept.keep("");
		onMade(label);
	};
	const canAdd = text.trim() !== "" && !adding.isPending;
	const onKeyDown = (event: KeyboardEvent) => {
		if (matches(event.nativeEvent, "Mod+Enter") && canAdd) {
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
		<form className={className} data-kind={kind} onSubmit={onSubmit(() => canAdd && adding.mutate(false))}>
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
					onClose={() => setFound(nothing)}
				/>
			)}
		</form>
	);
}
