import { useMutation } from "@tanstack/react-query";
import { Button } from "../../../components/Button";
import { Dialog } from "../../../components/Dialog";
import { ErrorNote } from "../../../components/ErrorNote";
import { useWords } from "../../../i18n/useWords";
import type { WaitingMatch } from "../../../ipc/bindings";
import { acceptFacts, editFact } from "../../../shared/facts/actions";
import { useAnswerWaits } from "../../../state/answerWaits";

/** Shows a waiting fact that has an answer's statement and may say more: accept that fact, or narrow it to what the
 * answer says. */
export default function AnswerWaitsDialog({ discovery, match }: { discovery: string; match: WaitingMatch }) {
	const t = useWords();
	const next = useAnswerWaits((waits) => waits.next);
	const { fact, label, text, claim } = match;
	const isWider = text !== claim;
	const accepting = useMutation({ mutationFn: () => acceptFacts(discovery, [fact]), onSuccess: next });
	const narrowing = useMutation({
		mutationFn: () =>
			editFact(discovery, { id: fact, label, status: "proposed" }, { text: claim, value: null, key: null }),
		onSuccess: next,
	});
	const isBusy = accepting.isPending || narrowing.isPending;
	return (
		<Dialog
			open
			onClose={next}
			title={t("chat.waits.title", { label })}
			actions={
				<>
					<Button onClick={next}>{t("chat.waits.leave")}</Button>
					<Button disabled={isBusy} onClick={() => accepting.mutate()}>
						{t("chat.waits.accept", { label })}
					</Button>
					{isWider && (
						<Button kind="primary" disabled={isBusy} onClick={() => narrowing.mutate()}>
							{t("chat.waits.narrow")}
						</Button>
					)}
				</>
			}
		>
			<p>{t(isWider ? "chat.waits.wider" : "chat.waits.same", { label })}</p>
			<p>
				<b>{label}</b> {text}
			</p>
			{isWider && (
				<>
					<p>{t("chat.waits.answer")}</p>
					<p>{claim}</p>
				</>
			)}
			{narrowing.isError && <ErrorNote error={narrowing.error} />}
		</Dialog>
	);
}
