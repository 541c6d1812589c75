import { useRef } from "react";
import { runCommand } from "../../commands/bindings";
import { useCommand } from "../../commands/useCommand";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { useTranslateMessage } from "../../i18n/backendMessages";
import { useWords } from "../../i18n/useWords";
import type { Addition, KnowledgeBlock, RefusedAddition } from "../../ipc/bindings";
import styles from "./Suggestions.module.css";
import {
	acceptSuggestions,
	closeSuggestions,
	dismissSuggestion,
	pendingSuggestions,
	requestSuggestions,
	type SuggestionState,
	useSuggestions,
} from "./suggestionState";
import { topicOf } from "./topics";

interface PlaceProps {
	discovery: string;
	/** An item's reference, "i1"; null for the project. */
	item: string | null;
}

/** Asks a model what is worth adding: on demand, and never by itself. */
export function SuggestButton({ discovery, item }: PlaceProps) {
	const t = useWords();
	const isAsking = useSuggestions(discovery, item)?.is === "asking";
	useCommand("knowledge.suggest", () => void requestSuggestions(discovery, item), !isAsking);
	return (
		<Button disabled={isAsking} onClick={() => void requestSuggestions(discovery, item)}>
			{t(isAsking ? "knowledge.askingNow" : "knowledge.suggest")}
		</Button>
	);
}

/** Lists a model's suggestions, to be taken over one by one or at once, and the refused parts of its answer. */
export function Suggestions({ discovery, item, blocks }: PlaceProps & { blocks: KnowledgeBlock[] }) {
	const t = useWords();
	const now = useSuggestions(discovery, item);
	if (now === null || now.is === "asking") return null;
	if (now.is === "failed") {
		return (
			<ErrorNote
				title={t("knowledge.notSuggested")}
				error={now.error}
				onRetry={() => void requestSuggestions(discovery, item)}
			/>
		);
	}
	return (
		<section className={styles.suggestions} aria-label={t("knowledge.suggestions")} data-print-hidden>
			{now.is === "without a model" && (
				<>
					<p>{t("knowledge.noModel")}</p>
					<div className={styles.row}>
						<Button onClick={() => runCommand("provider.open")}>{t("knowledge.setModel")}</Button>
						<Button kind="quiet" onClick={() => closeSuggestions(discovery, item)}>
							{t("app.close")}
						</Button>
					</div>
				</>
			)}
			{now.is === "found" && <FoundSuggestions discovery={discovery} item={item} blocks={blocks} now={now} />}
		</section>
	);
}

interface FoundProps extends PlaceProps {
	blocks: KnowledgeBlock[];
	now: Extract<SuggestionState, { is: "found" }>;
}

function FoundSuggestions({ discovery, item, blocks, now }: FoundProps) {
	const t = useWords();
	const head = useRef<HTMLHeadingElement>(null);
	const { model, proposed, refused } = now.found;
	const left = pendingSuggestions(now, blocks);
	const decide = (work: Promise<void> | void) => {
		// The button that was pressed goes with its suggestion.
		head.current?.focus();
		void work;
	};
	const says = proposed.length === 0 ? "nothingSuggested" : left.length === 0 ? "allDecided" : "suggestedBy";
	return (
		<>
			<h3 ref={head} tabIndex={-1} className={styles.title}>
				{t("knowledge.suggestions")}
			</h3>
			<p className={styles.by}>{t(`knowledge.${says}`, { model })}</p>
			<ul className={styles.list}>
				{left.map((one) => (
					<li key={`${one.block} ${one.text}`} className={styles.one}>
						<p className={styles.text} dir="auto" data-selectable>
							{one.text}
						</p>
						<p className={styles.by}>{whereTo(t, one)}</p>
						<div className={styles.row}>
							<Button
								aria-label={t("knowledge.takeOne", { text: one.text })}
								onClick={() => decide(acceptSuggestions(discovery, item, [one], model))}
							>
								{t("knowledge.take")}
							</Button>
							<Button
								kind="quiet"
								aria-label={t("knowledge.passOne", { text: one.text })}
								onClick={() => decide(dismissSuggestion(discovery, item, one))}
							>
								{t("knowledge.pass")}
							</Button>
						</div>
					</li>
				))}
			</ul>
			<Refused refused={refused} />
			<div className={styles.row}>
				{left.length > 1 && (
					<Button kind="primary" onClick={() => decide(acceptSuggestions(discovery, item, left, model))}>
						{t("knowledge.takeAll", { count: left.length })}
					</Button>
				)}
				<Button kind="quiet" onClick={() => closeSuggestions(discovery, item)}>
					{t("knowledge.close")}
				</Button>
			</div>
		</>
	);
}

/** "Open questions", and what it would be there where that says more. */
function whereTo(t: ReturnType<typeof useWords>, { block, kind }: Addition): string {
	const topic = t(`knowledge.topic.${topicOf(block)}`);
	return kind === "question" || kind === "constraint" ? topic : `${topic} · ${t(`knowledge.kind.${kind}`)}`;
}

/** Lists the rest of the model's answer, as it came, and why it is not taken. */
function Refused({ refused }: { refused: readonly RefusedAddition[] }) {
	const t = useWords();
	const say = useTranslateMessage();
	if (refused.length === 0) return null;
	return (
		<details className={styles.refused} open>
			<summary>{t("knowledge.refused", { count: refused.length })}</summary>
			<ul className={styles.list}>
				{refused.map(({ place, sent, why }) => (
					<li key={place ?? 0} className={styles.one}>
						<p className={styles.why}>✕ {say(why)}</p>
						<code className={styles.sent} dir="auto" data-selectable>
							{sent}
						</code>
					</li>
				))}
			</ul>
		</details>
	);
}
