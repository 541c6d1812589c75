import { useMutation, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { submitHandler } from "../../components/submitHandler";
import { useWords } from "../../i18n/useWords";
import type { Discovery } from "../../ipc/bindings";
import { packsQuery } from "../../ipc/queries";
import { changePacks } from "../../shared/discoveries/actions";
import { QuestionPacks } from "../../shared/discoveries/QuestionPacks";

interface PacksDialogProps {
	discovery: Discovery | null;
	onClose: () => void;
}

/** Other packs of questions for a discovery that is there. */
export default function PacksDialog({ discovery, onClose }: PacksDialogProps) {
	const t = useWords();
	const form = useId();
	const [packs, setPacks] = useState(discovery?.packs ?? []);
	const { data: offers = [] } = useQuery(packsQuery(discovery?.goal ?? ""));
	const change = useMutation({
		mutationFn: async () => discovery && changePacks(discovery.id, packs),
		onSuccess: onClose,
	});

	return (
		<Dialog
			open
			onClose={onClose}
			title={t("packs.change")}
			actions={
				<>
					<Button onClick={onClose}>{t("app.cancel")}</Button>
					<Button kind="primary" type="submit" form={form} disabled={change.isPending}>
						{t("packs.apply")}
					</Button>
				</>
			}
		>
			<form id={form} onSubmit={submitHandler(() => change.mutate())}>
				<p>{t("packs.changeText")}</p>
				<QuestionPacks offers={offers} chosen={packs} none={t("packs.none")} onChange={setPacks} />
			</form>
			{change.isError && <ErrorNote error={change.error} />}
		</Dialog>
	);
}
