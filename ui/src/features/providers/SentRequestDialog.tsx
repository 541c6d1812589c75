import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/Button";
import { Choice } from "../../components/Choice";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { LoadingMark } from "../../components/LoadingMark";
import { VirtualList } from "../../components/VirtualList";
import { dateTime, milliseconds } from "../../i18n/format";
import { useWords, words } from "../../i18n/useWords";
import { commands, type SentRequest, type SentRequestView } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { sentRequestQuery } from "../../ipc/providerQueries";
import { reportError, showToast } from "../../state/toasts";
import { formatJson, rawRequest, rowsOf } from "./requestText";
import styles from "./SentRequestDialog.module.css";
import { useRequestWords } from "./useRequestWords";

/** One request: what it was for, what came of it, and every letter of it but the key. */
export function SentRequestDialog({ request, onBack }: { request: SentRequest; onBack: () => void }) {
	const t = useWords();
	const view = useQuery(sentRequestQuery(request.id));
	return (
		<Dialog
			open
			onClose={onBack}
			title={t("provider.requestTitle", { task: t(`provider.task.${request.task as "chat"}`) })}
			width="large"
			actions={
				<>
					{view.data && <Button onClick={() => void copy(view.data)}>{t("provider.copyRequest")}</Button>}
					<Button kind="primary" onClick={onBack}>
						{t("provider.back")}
					</Button>
				</>
			}
		>
			<Facts request={view.data?.request ?? request} />
			{view.isError && <ErrorNote error={view.error} onRetry={() => void view.refetch()} />}
			{view.isPending && <LoadingMark />}
			{view.data && <Letters view={view.data} />}
		</Dialog>
	);
}

async function copy({ request, headers, body }: SentRequestView): Promise<void> {
	try {
		await call(commands.copyText(rawRequest({ url: request.url, headers, body })));
		showToast({ title: words("app.copied") });
	} catch (error) {
		reportError(error);
	}
}

function Facts({ request }: { request: SentRequest }) {
	const t = useWords();
	const { outcome, tokens, cost } = useRequestWords(request);
	const { sentAt, endedAt, model, answeredBy, url, error } = request;
	const took = endedAt === null ? "" : `, ${milliseconds(endedAt - sentAt)}`;
	return (
		<dl className={styles.facts} data-selectable>
			<dt>{t("provider.sentAt")}</dt>
			<dd>
				{dateTime(sentAt)}
				{took}
			</dd>
			<dt>{t("provider.to")}</dt>
			<dd>{url}</dd>
			<dt>{t("provider.model")}</dt>
			<dd>{answeredBy === null || answeredBy === model ? model : `${model} (${answeredBy})`}</dd>
			<dt>{t("provider.outcome")}</dt>
			<dd>
				{outcome}
				{error && <p>{error}</p>}
			</dd>
			<dt>{t("provider.used")}</dt>
			<dd>{[tokens, cost].filter((part) => part !== null).join(" · ") || t("provider.notSaid")}</dd>
		</dl>
	);
}

type Reading = "laid" | "sent";

function Letters({ view: { request, headers, body } }: { view: SentRequestView }) {
	const t = useWords();
	const laid = formatJson(body);
	const [reading, setReading] = useState<Reading>("laid");
	const isLaid = reading === "laid" && laid !== null;
	const whole = rawRequest({ url: request.url, headers, body: isLaid ? laid : body });
	const rows = rowsOf(whole);
	return (
		<>
			{laid !== null && (
				<Choice
					name={t("provider.reading")}
					value={reading}
					onChange={setReading}
					options={[
						{ value: "laid", words: t("provider.reading.laid") },
						{ value: "sent", words: t("provider.reading.sent") },
					]}
				/>
			)}
			<div className={styles.letters}>
				<VirtualList
					key={reading}
					className={styles.list}
					name={t("provider.letters")}
					count={rows.length}
					rowHeight={18}
					measured
					rowKey={String}
					render={(index) => (
						<code className={styles.line} data-selectable>
							{rows[index]}
						</code>
					)}
				/>
			</div>
		</>
	);
}
