import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { Field } from "../../components/Field";
import { Select } from "../../components/Select";
import { submitHandler } from "../../components/submitHandler";
import { useWords, words } from "../../i18n/useWords";
import { commands, type OutputType } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import type { Label } from "../../ipc/label";
import { linkCards } from "../../shared/cards/actions";
import { selectLinked, showOnMap } from "../../shared/cards/cardSelection";
import { DuplicatesDialog } from "../../shared/cards/DuplicatesDialog";
import { noDuplicates } from "../../shared/cards/duplicateResult";
import { kindBefore, kindOf, outputTypes } from "../../shared/cards/kinds";
import { type CreatableKind, closeNewCard, newCardDraft } from "../../shared/cards/newCard";
import { RestsOn } from "../../shared/cards/RestsOn";
import { usePipeline } from "../../shared/cards/state";
import { offerUndo } from "../../state/history";
import { withModelProgress } from "../../state/modelProgress";
import { isMapView, useNavigation } from "../../state/navigation";

interface MakeDialogProps {
	discovery: string;
	kind: CreatableKind;
	from: readonly Label[];
	onMade?: (() => void) | undefined;
}

/** A new card over whatever is shown: its words, and what it rests on. */
export default function MakeDialog({ discovery, kind, from, onMade }: MakeDialogProps) {
	const t = useWords();
	const form = useId();
	const draft = newCardDraft(kind);
	const carrying = kindBefore(kind);
	const [text, setText] = useState(draft.text);
	const [labels, setLabels] = useState<readonly Label[]>(() => from.filter((label) => kindOf(label) === carrying));
	const [written, setWritten] = useState<readonly Label[]>([]);
	const all = [...new Set([...labels, ...written])];
	const [outputType, setOutputType] = useState<OutputType>("report");
	const [found, setFound] = useState(noDuplicates);
	// What was written stays for the next time.
	const leave = () => {
		draft.keep(text);
		closeNewCard();
	};
	/** It stands, or an older one that says the same does. */
	const finish = (label: Label) => {
		draft.keep("");
		onMade?.();
		closeNewCard();
		if (!isMapView(useNavigation.getState().view)) return;
		// An active search would hide it.
		usePipeline.getState().clearFilters();
		selectLinked(label, "pipeline");
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
			const { label } = added;
			finish(label);
			const title = words("pipeline.did.added", { what: `${words(`pipeline.one.${kind}`)} ${label}` });
			offerUndo(discovery, done, title, { more, show: () => showOnMap(label) });
		},
	});
	const mergeInto = async (label: Label) => {
		if (all.length === 0 || (await linkCards(discovery, all, label))) finish(label);
	};
	const canAdd = text.trim() !== "" && !adding.isPending;
	return (
		<Dialog
			open
			onClose={leave}
			title={kind === "fact" ? t("pipeline.add.fact") : t(`command.make.${kind}`)}
			width="wide"
			actions={
				<>
					<Button onClick={leave}>{t("app.cancel")}</Button>
					<Button kind="primary" type="submit" form={form} disabled={!canAdd}>
						{t(`pipeline.addNew.${kind}`)}
					</Button>
				</>
			}
		>
			<form id={form} onSubmit={submitHandler(() => canAdd && adding.mutate(false))}>
				<Field
					label={t(`pipeline.new.${kind}`)}
					value={text}
					onChange={setText}
					rows={3}
					{...(kind === "fact" && { hint: t("pipeline.typedFact") })}
				/>
				{carrying && (
					<RestsOn discovery={discovery} kind={carrying} labels={labels} onChange={setLabels} onWritten={setWritten} />
				)}
				{kind === "output" && (
					<Select
						name={t("pipeline.outputType")}
						value={outputType}
						options={outputTypes.map((type) => ({ value: type, words: t(`pipeline.output.${type}`) }))}
						onChange={setOutputType}
					/>
				)}
			</form>
			{adding.isError && <ErrorNote error={adding.error} />}
			{found.duplicates.length > 0 && (
				<DuplicatesDialog
					text={text}
					found={found}
					onMerge={(label) => void mergeInto(label)}
					onAnyway={() => adding.mutate(true)}
					onClose={() => setFound(noDuplicates)}
				/>
			)}
		</Dialog>
	);
}
