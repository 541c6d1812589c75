import { useMutation, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useId, useState } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { Field } from "../../components/Field";
import { submitHandler } from "../../components/submitHandler";
import { useWords } from "../../i18n/useWords";
import { packsQuery } from "../../ipc/queries";
import { createDiscovery } from "../../shared/discoveries/actions";
import { QuestionPacks } from "../../shared/discoveries/QuestionPacks";

/** Asks for a title and a goal, and proposes the packs of questions that fit it. */
export default function NewDiscoveryDialog({ onClose }: { onClose: () => void }) {
	const t = useWords();
	const form = useId();
	const [title, setTitle] = useState("");
	const [goal, setGoal] = useState("");
	const [ticked, setTicked] = useState<string[] | null>(null);
	const { data: offers = [] } = useQuery(packsQuery(useDeferredValue(goal.trim())));
	const fitting = offers.filter(({ fits }) => fits.length > 0).map(({ name }) => name);
	const packs = ticked ?? fitting;
	const creation = useMutation({
		mutationFn: () => createDiscovery(title.trim(), goal.trim(), ticked),
		onSuccess: onClose,
	});

	return (
		<Dialog
			open
			onClose={onClose}
			title={t("library.new")}
			light={title === "" && goal === ""}
			actions={
				<>
					<Button onClick={onClose}>{t("app.cancel")}</Button>
					<Button kind="primary" type="submit" form={form} disabled={title.trim() === "" || creation.isPending}>
						{t("library.create")}
					</Button>
				</>
			}
		>
			<form id={form} onSubmit={submitHandler(() => creation.mutate())}>
				<Field label={t("library.newTitle")} itemless value={title} onChange={setTitle} />
				<Field
					label={t("library.newGoal")}
					itemless
					hint={t("library.newGoalHint")}
					value={goal}
					onChange={setGoal}
					rows="growing"
				/>
				<QuestionPacks
					offers={offers}
					chosen={packs}
					none={t(goal.trim() === "" ? "packs.noGoal" : "packs.none")}
					onChange={setTicked}
				/>
			</form>
			{creation.isError && <ErrorNote error={creation.error} />}
		</Dialog>
	);
}
