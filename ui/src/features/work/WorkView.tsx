import { useQuery } from "@tanstack/react-query";
import { useWords } from "../../i18n/useWords";
import { itemsQuery } from "../../ipc/itemQueries";
import { sheetQuery } from "../../ipc/questionQueries";
import type { ViewProps } from "../../state/navigation";
import { AskPanel } from "./AskPanel";
import { Panel } from "./Panel";
import { StateSide } from "./StateSide";
import { WorkBar } from "./WorkBar";
import { WorkConversation } from "./WorkConversation";
import styles from "./WorkView.module.css";
import { itemsAsked, useWork, wholeProject } from "./work";

/** Shows the questions, the conversation, and the present knowledge: one stage and one scope at a time, and one truth
 * for all. */
export default function WorkView({ detail }: ViewProps) {
	const t = useWords();
	const discovery = detail.discovery.id;
	const scope = useWork(({ scopes }) => scopes[discovery]) ?? wholeProject;
	const active = useWork((work) => work.active);
	const { data: all = [] } = useQuery(itemsQuery(discovery));
	const items = itemsAsked(scope, all.find(({ archived }) => !archived)?.reference);
	const sheet = useQuery(sheetQuery(discovery, items ?? []));
	const about = sheet.data?.choices.filter(({ id }) => items?.includes(id)) ?? [];
	return (
		<div className={styles.view}>
			<WorkBar detail={detail} scope={scope} choices={sheet.data?.choices ?? []} />
			<div className={styles.panels} data-active={active}>
				<Panel id="questions" title={t("work.questions")}>
					<AskPanel discovery={discovery} scope={{ ...scope, items: items ?? scope.items }} sheet={sheet} />
				</Panel>
				<Panel id="conversation" title={t("work.conversation")}>
					<WorkConversation discovery={discovery} items={about} />
				</Panel>
				<Panel id="state" title={t("work.state")}>
					<StateSide detail={detail} items={about} />
				</Panel>
			</div>
		</div>
	);
}
