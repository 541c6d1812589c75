import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { Field } from "../../components/Field";
import { onSubmit } from "../../components/onSubmit";
import { useWords } from "../../i18n/useWords";
import { createDiscovery } from "../../shared/discoveries/actions";

export default function NewDiscoveryDialog({ onClose }: { onClose: () => void }) {
	const t = useWords();
	const form = useId();
	const [title, setTitle] = useState("");
	const [goal, setGoal] = useState("");
	const creation = useMutation({ mutationFn: () => createDiscovery(title.trim(), goal.trim()), onSuccess: onClose });

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
			<form id={form} onSubmit={onSubmit(() => creation.mutate())}>
				<Field label={t("library.newTitle")} itemless value={title} onChange={setTitle} />
				<Field
					label={t("library.newGoal")}
					itemless
					hint={t("library.newGoalHint")}
					value={goal}
					onChange={setGoal}
					rows={2}
				/>
			</form>
			{creation.isError && <ErrorNote error={creation.error} />}
		</Dialog>
	);
}
