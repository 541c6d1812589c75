import { useQueries, useQuery } from "@tanstack/react-query";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { Section } from "../../components/Section";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { Discovery, ProviderTask, SendTo } from "../../ipc/bindings";
import { embeddingQuery, sendToQuery } from "../../ipc/providerQueries";
import { forbidSending } from "../../shared/discoveries/sending";
import { allTasks, hostOf } from "../../shared/providers/names";
import { askConsent } from "../../state/consent";
import { useDialogs } from "../../state/dialogs";
import { openSentRequests } from "../../state/sentRequests";
import styles from "./SendingSection.module.css";

interface SendingSectionProps {
	discovery: Discovery;
	/** True if the settings above are not in effect yet. */
	changed: boolean;
}

/** Shows who may see the open discovery by what is saved, the way to take that back, and to what was sent. */
export function SendingSection({ discovery, changed }: SendingSectionProps) {
	const t = useWords();
	const answers = useQueries({ queries: allTasks.map((task) => sendToQuery(discovery.id, task)) });
	const failed = answers.find(({ isError }) => isError);
	const search = answers.at(-1)?.data;
	const allowSearch = () => {
		useDialogs.getState().close();
		void askConsent(discovery.id, "search");
	};
	const showSent = () => {
		useDialogs.getState().close();
		openSentRequests({ discovery: discovery.id });
	};
	return (
		<Section title={t("provider.sending", { title: discovery.title })}>
			{failed && <ErrorNote error={failed.error} />}
			<ul className={styles.tasks}>
				{allTasks.map((task, index) => (
					<li key={task}>
						<Line task={task} to={answers[index]?.data} />
					</li>
				))}
			</ul>
			{search?.isAllowed && <Vectors discovery={discovery.id} />}
			{changed && <p className={styles.muted}>{t("provider.sendingSaved")}</p>}
			<div className={styles.actions}>
				{search && !search.isAllowed && (
					<Button disabled={changed} onClick={allowSearch}>
						{t("provider.allowSearch")}
					</Button>
				)}
				<Button onClick={() => void forbidSending(discovery)}>{t("provider.forbid")}</Button>
				<Button disabled={changed} onClick={showSent}>
					{t("provider.showSent")}
				</Button>
			</div>
		</Section>
	);
}

/** Shows how far the passages can be compared by meaning. */
function Vectors({ discovery }: { discovery: string }) {
	const t = useWords();
	const { data } = useQuery(embeddingQuery(discovery));
	if (!data || data.vectors === null) return null;
	const counts = { done: number(data.vectors), total: number(data.passages) };
	return (
		<>
			<p role="status" className={styles.muted}>
				{t("provider.vectors", counts)}
			</p>
			{data.trouble && <ErrorNote error={data.trouble} />}
		</>
	);
}

function Line({ task, to }: { task: ProviderTask; to: SendTo | null | undefined }) {
	const t = useWords();
	const name = t(`provider.task.${task}`);
	if (to === undefined) return name;
	if (to === null) return t("provider.staysHere", { name });
	return to.isAllowed
		? `✓ ${t("provider.mayGo", { name, host: hostOf(to.origin) })}`
		: `○ ${t("provider.asksFirst", { name, host: hostOf(to.origin) })}`;
}
