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
import { link } from "../../shared/cards/actions";
import { DuplicatesDialog } from "../../shared/cards/DuplicatesDialog";
import { nothing } from "../../shared/cards/found";
import { show } from "../../shared/cards/hand";
import { before, kindOf, outputTypes } from "../../shared/cards/kinds";
import { usePipeline } from "../../shared/cards/state";
import { offerUndo } from "../../state/history";
import { judged } from "../../state/judged";
import styles from "./Composer.module.css";
import { composerDraft } from "./composerDraft";

interface ComposerProps {
	discovery: string;
	kind: Kind;
}

/** A new card, written at the head of its column; linked to the cards that were selected in the column before. */
export function Composer({ discovery, kind }: ComposerProps) {
	const t = useWords();
	const kept = composerDraft(kind);
	const [text, setText] = useState(kept.text);
	const [from, setFrom] = useState(() => selectedIn(before(kind)).join(", "));
	const [outputType, setOutputType] = useState<OutputType>("report");
	const [found, setFound] = useState(nothing);
	const labels = labelsIn(from, before(kind));
	const close = () => usePipeline.setState({ composing: null });
	const leave = () => {
		kept.keep(text);
		close();
	};
	const adding = useMutation({
		mutationFn: (anyway: boolean) =>
			judged(
				discovery,
				call(commands.entityAdd(discovery, kind, text.trim(), labels, kind === "output" ? outputType : null, anyway)),
			),
		onSuccess: (done) => {
			const { added, note: more } = done.value;
			setFound(added ? nothing : done.value);
			if (!added) return;
			kept.keep("");
			close();
			// An active search would hide it.
			usePipeline.getState().clearFilters();
			show(added.label, "pipeline");
			offerUndo(discovery, done, words("pipeline.did.added", { what: added.label }), { more });
		},
	});
	const mergeInto = async (label: Label) => {
		if (labels.length > 0 && !(await link(discovery, labels, label))) return;
		kept.keep("");
		close();
		show(label, "pipeline");
	};
	const canAdd = text.trim() !== "" && !adding.isPending;
	const onKeyDown = (event: KeyboardEvent) => {
		if (matches(event.nativeEvent, "Mod+Enter") && canAdd) {
			event.preventDefault();
			adding.mutate(false);
		}
		if (event.key === "Escape") {
			event.preventDefault();
			leave();
		}
	};
	return (
		<form className={styles.composer} data-kind={kind} onSubmit={onSubmit(() => canAdd && adding.mutate(false))}>
			<Field
				label={t(`pipeline.new.${kind as Exclude<Kind, "input">}`)}
				value={text}
				onChange={setText}
				rows={3}
				onKeyDown={onKeyDown}
				focused
				{...(kind === "fact" && { hint: t("pipeline.typedFact") })}
			/>
			<Field label={t("pipeline.restsOnField")} itemless value={from} onChange={setFrom} onKeyDown={onKeyDown} />
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

function selectedIn(kind: Kind | null): Label[] {
	return [...usePipeline.getState().picked.selected].filter((label) => kindOf(label) === kind);
}

/** "F-1, F-3" as labels; what is not a label of that column is left out. */
function labelsIn(text: string, kind: Kind | null): Label[] {
	const found = text.toUpperCase().match(/\b[IFNRO]-\d+\b/g) ?? [];
	return [...new Set(found)].filter((label) => kindOf(label) === kind);
}
