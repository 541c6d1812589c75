import { useMutation } from "@tanstack/react-query";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { useWords } from "../../i18n/useWords";
import { hostOf, isLocalAddress } from "../../shared/providers/names";
import { allowSending, type ConsentQuestion } from "../../state/consent";
import styles from "./ConsentDialog.module.css";

/** To whom, what, and what for. Escape is no. */
export default function ConsentDialog({ question }: { question: ConsentQuestion }) {
	const t = useWords();
	const { title, sender, to, answer } = question;
	const what = "task" in sender ? sender.task : "documents";
	const allowing = useMutation({ mutationFn: () => allowSending(question) });
	return (
		<Dialog
			open
			onClose={() => answer(false)}
			title={t("provider.consentTitle", { title, host: hostOf(to.origin) })}
			light={false}
			readable
			actions={
				<>
					<Button onClick={() => answer(false)}>{t("provider.dontAllow")}</Button>
					<Button kind="primary" disabled={allowing.isPending} onClick={() => allowing.mutate()}>
						{t("provider.allow")}
					</Button>
				</>
			}
		>
			<dl className={styles.what} data-selectable>
				<dt>{t("provider.to")}</dt>
				<dd>
					{to.origin}
					<p className={styles.muted}>{t(isLocalAddress(to.origin) ? "provider.isHere" : "provider.isAway")}</p>
				</dd>
				<dt>{t("provider.provider")}</dt>
				<dd>{t(`provider.kind.${to.provider}`)}</dd>
				<dt>{t("provider.model")}</dt>
				<dd>{to.model ?? t("provider.firstModel")}</dd>
				<dt>{t("provider.for")}</dt>
				<dd>{t(`provider.task.${what}`)}</dd>
				<dt>{t("provider.goes")}</dt>
				<dd>{t(`provider.goes.${what}`)}</dd>
			</dl>
			<p>{t("provider.consentScope")}</p>
			<p>{t("provider.consentRecord")}</p>
			{allowing.isError && <ErrorNote error={allowing.error} onRetry={() => allowing.mutate()} />}
		</Dialog>
	);
}
