import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/Button";
import { IconButton } from "../../../components/IconButton";
import { withItemNames } from "../../../components/mentions/names";
import { Section } from "../../../components/Section";
import { number } from "../../../i18n/format";
import { useWords } from "../../../i18n/useWords";
import type { EntityDetail, LinkEnd } from "../../../ipc/bindings";
import type { Label } from "../../../ipc/label";
import { unlinkCards } from "../../../shared/cards/actions";
import { selectLinked } from "../../../shared/cards/cardSelection";
import { StatusMark } from "../../../shared/cards/StatusMark";
import { useSelection } from "../../../state/selection";
import styles from "./LinksSection.module.css";

/** An Input may carry thousands of facts; the rest of them is asked for. */
const AT_FIRST = 20;
const MORE = 50;

/** Lists the entities that a card rests on and those that rest on it; each goes there, and can be removed where it is
 * not evidence. */
export function LinksSection({ discovery, detail }: { discovery: string; detail: EntityDetail }) {
	const t = useWords();
	const { card, up, down } = detail;
	if (up.length === 0 && down.length === 0) {
		return (
			<Section title={t("pipeline.links")}>
				<p className={styles.none}>{t("pipeline.noLinks")}</p>
			</Section>
		);
	}
	return (
		<>
			{up.length > 0 && (
				<Section title={t("pipeline.restsOn", { shown: number(card.up) })}>
					<Ends ends={up} total={card.up} onRemove={(other) => void unlinkCards(discovery, other, card.label)} />
				</Section>
			)}
			{down.length > 0 && (
				<Section title={t("pipeline.carries", { shown: number(card.down) })}>
					<Ends ends={down} total={card.down} onRemove={(other) => void unlinkCards(discovery, card.label, other)} />
				</Section>
			)}
		</>
	);
}

interface EndsProps {
	/** The first of them; the host sends no more than can be walked. */
	ends: readonly LinkEnd[];
	total: number;
	onRemove: (label: Label) => void;
}

function Ends({ ends, total, onRemove }: EndsProps) {
	const t = useWords();
	const origin = useSelection((selection) => selection.origin);
	const [most, setMost] = useState(AT_FIRST);
	const more = Math.min(MORE, ends.length - most);
	const unsent = total - ends.length;
	return (
		<ul className={styles.ends}>
			{ends.slice(0, most).map((end) => (
				<li key={end.label} className={styles.end}>
					<button type="button" className={styles.go} onClick={() => selectLinked(end.label, origin)}>
						<b>{end.label}</b>
						<StatusMark label={end.label} status={end.status} compact />
						<span className={styles.text}>{withItemNames(end.text)}</span>
					</button>
					{end.evidence ? (
						<span className={styles.evidence}>{t("inspector.evidence")}</span>
					) : (
						<IconButton
							name={t("pipeline.unlink", { label: end.label })}
							icon={<X size={14} aria-hidden />}
							onClick={() => onRemove(end.label)}
						/>
					)}
				</li>
			))}
			{more > 0 && (
				<li className={styles.end}>
					<Button kind="quiet" onClick={() => setMost(most + more)}>
						{t("pipeline.moreLinks", { count: more })}
					</Button>
				</li>
			)}
			{more <= 0 && unsent > 0 && (
				<li className={styles.none}>{t("pipeline.linksInGrid", { count: unsent, shown: number(unsent) })}</li>
			)}
		</ul>
	);
}
