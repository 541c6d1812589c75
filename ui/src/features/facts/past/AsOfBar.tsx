import { useQuery } from "@tanstack/react-query";
import { useCommand } from "../../../commands/useCommand";
import { Button } from "../../../components/Button";
import { useTranslateMessage } from "../../../i18n/backendMessages";
import { dateTime, number } from "../../../i18n/format";
import { useWords } from "../../../i18n/useWords";
import { momentQuery } from "../../../ipc/auditQueries";
import type { PointInTime } from "../../../ipc/bindings";
import { useNavigation } from "../../../state/navigation";
import styles from "./AsOfBar.module.css";
import { usePast } from "./past";

/** Over every view while the past is looked at: which point, and the way back to now. */
export function AsOfBar({ discovery, point }: { discovery: string; point: PointInTime }) {
	const t = useWords();
	const say = useTranslateMessage();
	const moment = useQuery(momentQuery(discovery, point));
	const back = usePast((past) => past.back);
	const view = useNavigation((navigation) => navigation.view);
	const show = useNavigation((navigation) => navigation.show);
	useCommand("past.back", back);
	const { at, name, since } = moment.data ?? { at: null, name: null, since: 0 };
	return (
		<section className={styles.bar} aria-label={t("past.bar")}>
			<p>
				<strong>{at === null ? t("past.beginning") : t("past.asOf", { when: dateTime(point.time ?? at) })}</strong>
				{name !== null && at !== null && (
					<span className={styles.step}> {t("past.after", { name: say(name), when: dateTime(at) })}</span>
				)}
				<span className={styles.step}> · {t("past.since", { count: since, shown: number(since) })}</span>
			</p>
			{view !== "facts" && (
				<span className={styles.hint}>
					{t("past.elsewhere")} <Button onClick={() => show("facts")}>{t("past.showLedger")}</Button>
				</span>
			)}
			<Button kind="primary" onClick={back}>
				{t("past.back")}
			</Button>
		</section>
	);
}
