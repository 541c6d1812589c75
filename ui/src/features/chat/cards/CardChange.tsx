import { withItemNames } from "../../../components/mentions/names";
import { WordDiff } from "../../../components/WordDiff";
import { useWords } from "../../../i18n/useWords";
import type { CardShown } from "../../../ipc/bindings";
import { kindOf } from "../../../shared/cards/kinds";
import { StatusMark } from "../../../shared/cards/StatusMark";
import { wordDiff } from "../../../shared/cards/wordDiff";
import { LabelChip } from "../blocks/LabelChip";
import styles from "./Cards.module.css";

/** Shows the changes of a card. */
export function CardChange({ shown }: { shown: CardShown }) {
	switch (shown.type) {
		case "add":
			return <ShownAdd shown={shown} />;
		case "delete":
			return <ShownDelete shown={shown} />;
		case "edit":
			return <ShownEdit shown={shown} />;
	}
}

function ShownAdd({ shown }: { shown: Extract<CardShown, { type: "add" }> }) {
	const t = useWords();
	const type = shown.outputType === null ? "" : ` · ${t(`pipeline.output.${shown.outputType}`)}`;
	return (
		<>
			<p className={styles.kind}>
				{t(`pipeline.one.${shown.kind}`)}
				{type}
			</p>
			<p className={styles.text} data-selectable dir="auto">
				{withItemNames(shown.text)}
			</p>
			{shown.links.length > 0 && (
				<>
					<p className={styles.kind}>{t("pipeline.restsOnField")}</p>
					<Labels entries={shown.links} />
				</>
			)}
		</>
	);
}

const ofOne = { some: "chat.downstream", none: "chat.downstreamNone" } as const;
const ofSeveral = { some: "chat.downstreamOfSeveral", none: "chat.downstreamNoneOfSeveral" } as const;

function ShownDelete({ shown }: { shown: Extract<CardShown, { type: "delete" }> }) {
	const t = useWords();
	const { entities, downstream, downstreamTotal } = shown;
	const more = downstreamTotal - downstream.length;
	const words = entities.length > 1 ? ofSeveral : ofOne;
	return (
		<>
			<ul className={styles.labels}>
				{entities.map(({ label, kind, text, status }) => (
					<li key={label}>
						<span className={styles.kind}>
							{t(`pipeline.one.${kind}`)} <LabelChip label={label} /> <StatusMark label={label} status={status} />
						</span>
						<p className={styles.long} data-selectable dir="auto">
							{text}
						</p>
					</li>
				))}
			</ul>
			<p className={styles.kind}>{downstreamTotal === 0 ? t(words.none) : t(words.some, { count: downstreamTotal })}</p>
			{downstream.length > 0 && (
				<details className={styles.details} open={downstream.length <= 3}>
					<summary>{t("chat.downstreamList")}</summary>
					<Labels entries={downstream} />
					{more > 0 && <p className={styles.kind}>{t("chat.downstreamMore", { count: more })}</p>}
				</details>
			)}
		</>
	);
}

function ShownEdit({ shown }: { shown: Extract<CardShown, { type: "edit" }> }) {
	const t = useWords();
	const { before, after } = shown;
	return (
		<>
			<Edited shown={shown} />
			<div className={styles.diff}>
				<WordDiff diff={wordDiff(before, after)} names={{ source: t("chat.after"), quote: t("chat.before") }} />
			</div>
		</>
	);
}

/** Shows the entity and the version that an edit is of. */
export function Edited({ shown: { label, version } }: { shown: Extract<CardShown, { type: "edit" }> }) {
	const t = useWords();
	return (
		<p className={styles.kind}>
			{t(`pipeline.one.${kindOf(label)}`)} <LabelChip label={label} /> {t("pipeline.versionName", { count: version })}
		</p>
	);
}

function Labels({ entries }: { entries: readonly { label: string; text: string }[] }) {
	return (
		<ul className={styles.labels}>
			{entries.map(({ label, text }) => (
				<li key={label}>
					<LabelChip label={label} /> <span dir="auto">{text}</span>
				</li>
			))}
		</ul>
	);
}
