import { Button } from "../../components/Button";
import { LinkButton } from "../../components/LinkButton";
import { withItemNames } from "../../components/mentions/names";
import { usePackWords } from "../../i18n/packs";
import { useWords } from "../../i18n/useWords";
import type { CanonicalLine, CanonicalSuggestion } from "../../ipc/bindings";
import { useUnitName } from "../../shared/items/units";
import { confirmLine, rejectLine, removeLink } from "./actions";
import { formatScore, reasonWords } from "./reasons";
import styles from "./Suggestions.module.css";
import { useMemory } from "./state";

interface LineRowProps {
	discovery: string;
	line: CanonicalLine;
	inHand: boolean;
	/** The suggestion that a key would confirm. */
	marked: string | null;
	onTake: () => void;
}

/** One line: what it says, and what it means or may mean. */
export function LineRow({ discovery, line, inHand, marked, onTake }: LineRowProps) {
	const t = useWords();
	const unitName = useUnitName();
	const label = usePackWords("label");
	const change = useMemory((memory) => memory.change);
	const { confirmed, suggestions, rejected } = line;
	const about = [line.name, line.keyLabel && label(line.keyLabel), line.factId && line.item]
		.filter(Boolean)
		.join(" · ");
	return (
		<article className={styles.line} data-in-hand={inHand} aria-label={line.text}>
			<button type="button" className={styles.said} aria-current={inHand} onClick={onTake}>
				<span className={styles.text}>{withItemNames(line.text)}</span>
				<span className={styles.about}>{about}</span>
			</button>
			{confirmed && (
				<div className={styles.confirmed}>
					<button type="button" className={styles.name} onClick={() => change({ canonical: confirmed.canonical })}>
						✓ {confirmed.name}
						{confirmed.unit && ` (${unitName(confirmed.unit)})`}
					</button>
					{confirmed.was !== null && <span className={styles.about}>{t("memory.was", { text: confirmed.was })}</span>}
					<LinkButton onClick={() => void removeLink(discovery, confirmed.id)}>{t("memory.takeBack")}</LinkButton>
				</div>
			)}
			{suggestions.map((suggestion) => (
				<SuggestionRow
					key={suggestion.canonical}
					suggestion={suggestion}
					marked={suggestion.canonical === marked}
					onShow={() => change({ line: line.name, marked: suggestion.canonical, canonical: suggestion.canonical })}
					onConfirm={() => void confirmLine(discovery, line, suggestion.canonical)}
					onReject={() => void rejectLine(discovery, line, suggestion.canonical)}
				/>
			))}
			{!confirmed && suggestions.length === 0 && (
				<div className={styles.confirmed}>
					<span className={styles.about}>{t("memory.nothingLike")}</span>
					<LinkButton onClick={() => change({ editing: { item: null, name: line.text } })}>
						{t("memory.addAs")}
					</LinkButton>
				</div>
			)}
			{rejected.map((link) => (
				<div key={link.id} className={styles.confirmed}>
					<span className={styles.about}>{t("memory.isNot", { name: link.name })}</span>
					<LinkButton onClick={() => void removeLink(discovery, link.id)}>{t("memory.takeBack")}</LinkButton>
				</div>
			))}
		</article>
	);
}

interface SuggestionRowProps {
	suggestion: CanonicalSuggestion;
	marked: boolean;
	onShow: () => void;
	onConfirm: () => void;
	onReject: () => void;
}

function SuggestionRow({ suggestion, marked, onShow, onConfirm, onReject }: SuggestionRowProps) {
	const t = useWords();
	const unitName = useUnitName();
	const { name, unit, score, reasons, tied } = suggestion;
	return (
		<div className={styles.suggestion} data-marked={marked}>
			<button type="button" className={styles.name} onClick={onShow}>
				○ {name}
				{unit && ` (${unitName(unit)})`}
			</button>
			<span className={styles.score} title={t("memory.score")}>
				{formatScore(score)}
			</span>
			<span className={styles.buttons}>
				<Button onClick={onConfirm} aria-label={t("memory.confirmName", { name })}>
					{t("memory.confirm")}
				</Button>
				<Button kind="quiet" onClick={onReject} aria-label={t("memory.rejectName", { name })}>
					{t("memory.reject")}
				</Button>
			</span>
			<p className={styles.reasons}>
				{tied && <strong>{t("memory.tied")} </strong>}
				{reasons.map(reasonWords).join(" · ")}
			</p>
		</div>
	);
}
