import { useMutation, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { submitHandler } from "../../components/submitHandler";
import { useWords } from "../../i18n/useWords";
import type { DiscoveryDetail, KindChoice } from "../../ipc/bindings";
import { packsQuery } from "../../ipc/queries";
import { changePacks } from "../../shared/discoveries/actions";
import { QuestionPacks } from "../../shared/discoveries/QuestionPacks";
import { KindSelect } from "./KindSelect";

interface PacksDialogProps {
	detail: DiscoveryDetail | null;
	onClose: () => void;
}

/** Another kind and other packs of questions for a discovery that is there. */
export default function PacksDialog({ detail, onClose }: PacksDialogProps) {
	const t = useWords();
	const form = useId();
	const discovery = detail?.discovery;
	const [packs, setPacks] = useState(discovery?.packs ?? []);
	const [kind, setKind] = useState<KindChoice>(discovery?.kind ?? "suggested");
	const { data: offers = [] } = useQuery(packsQuery(discovery?.goal ?? ""));
	const change = useMutation({
		mutationFn: async () => {
			if (!discovery) return;
			const isSame = packs.toSorted().join() === discovery.packs.toSorted().join();
			const isKind = kind === (discovery.kind ?? "suggested");
			await changePacks(discovery.id, { packs: isSame ? null : packs, kind: isKind ? null : kind });
		},
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
				{detail && <KindSelect suggested={detail.suggestedKind} chosen={kind} onChange={setKind} />}
				<p>{t("packs.changeText")}</p>
				<QuestionPacks offers={offers} chosen={packs} none={t("packs.none")} onChange={setPacks} />
			</form>
			{change.isError && <ErrorNote error={change.error} />}
		</Dialog>
	);
}
