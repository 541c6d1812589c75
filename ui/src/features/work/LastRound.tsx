import { useQuery } from "@tanstack/react-query";
import type { Ref } from "react";
import { Button } from "../../components/Button";
import { useWords } from "../../i18n/useWords";
import type { RoundDone } from "../../ipc/bindings";
import { bundleQuery } from "../../ipc/queries";
import { useNavigation } from "../../state/navigation";
import { useSelection } from "../../state/selection";
import { FactLink } from "./FactLink";
import styles from "./LastRound.module.css";
import { useWork } from "./work";

/** Shows the result of the last round: the facts, and the bundle that holds the answers. */
export function LastRound({ discovery, ref }: { discovery: string; ref?: Ref<HTMLElement> }) {
	const t = useWords();
	const last = useWork((work) => work.last[discovery]);
	const select = useSelection((selection) => selection.select);
	const showInAudit = useNavigation((navigation) => navigation.showInAudit);
	const came = useCame(last);
	if (!last) return null;
	const facts = last.became.flatMap((became) => became.facts);
	return (
		<section ref={ref} className={styles.last} aria-label={t("work.lastRound")}>
			<p>{t(`work.${came}`)}</p>
			<ul className={styles.facts}>
				{facts.map((fact) => (
					<li key={fact.id}>
						<FactLink fact={fact} onSelect={() => select(fact.id, "work")} />
					</li>
				))}
			</ul>
			<Button kind="quiet" onClick={() => showInAudit({ bundle: last.bundleId, run: null })}>
				{t("work.openBundle")}
			</Button>
		</section>
	);
}

/** Returns how far it was read, and the result. A part that a model could not read may have been read since, from
 * elsewhere. */
function useCame(last: RoundDone | undefined) {
	const isUnread = last !== undefined && last.unread !== null;
	const bundle = useQuery({ ...bundleQuery(last?.bundleId ?? ""), enabled: isUnread });
	if (isUnread) return bundle.data?.row.run?.status === "succeeded" ? "readSince" : "notRead";
	return last?.became.some(({ facts }) => facts.length > 0) ? "became" : "becameNothing";
}
