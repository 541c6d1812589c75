import { Check, X } from "lucide-react";
import { Button } from "../../components/Button";
import { IconButton } from "../../components/IconButton";
import { LinkButton } from "../../components/LinkButton";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { ReportSuggestion, SuggestionChoice } from "../../ipc/bindings";
import { acceptSuggestions, rejectSuggestions } from "./actions";
import margin from "./Margin.module.css";
import styles from "./Suggestions.module.css";

interface SuggestionsProps {
	discovery: string;
	report: string;
	/** Those that wait, and those whose text was edited meanwhile. */
	suggestions: readonly ReportSuggestion[];
	/** The one that the keys decide. */
	open: string | null;
	onShow: (section: string) => void;
}

/** Lists the suggestions of a model or an edited file: taken or left by hunk, by suggestion, or all at once. */
export function Suggestions({ discovery, report, suggestions, open, onShow }: SuggestionsProps) {
	const t = useWords();
	if (suggestions.length === 0) return null;
	const of = { discovery, report };
	return (
		<section className={styles.panel} aria-label={t("report.suggestions")}>
			<h3 className={margin.title}>
				{t("report.suggestionsWait", { count: suggestions.length, shown: number(suggestions.length) })}
			</h3>
			<div className={styles.all}>
				<Button kind="primary" onClick={() => void acceptSuggestions(of, { type: "all" })}>
					{t("report.acceptAll")}
				</Button>
				<Button onClick={() => void rejectSuggestions(of, { type: "all" })}>{t("report.rejectAll")}</Button>
			</div>
			<ol className={margin.list}>
				{suggestions.map((one) => (
					<li
						key={one.id}
						className={styles.suggestion}
						data-state={one.state}
						data-open={one.id === open}
						ref={one.id === open ? (row) => row?.scrollIntoView({ block: "nearest" }) : undefined}
					>
						<LinkButton onClick={() => onShow(one.section)}>
							{t(`report.suggested.${one.kind}`)} {one.number} {one.title}
						</LinkButton>
						<p className={styles.author}>{one.author}</p>
						<What of={of} suggestion={one} />
						{one.state === "stale" && <p className={margin.hint}>{t("report.suggestionStale")}</p>}
						<div className={styles.all}>
							{one.state === "pending" && (
								<Button onClick={() => void acceptSuggestions(of, { type: "ids", ids: [one.id] })}>
									{t("report.accept")}
								</Button>
							)}
							<Button onClick={() => void rejectSuggestions(of, { type: "ids", ids: [one.id] })}>
								{t("report.reject")}
							</Button>
						</div>
					</li>
				))}
			</ol>
		</section>
	);
}

interface WhatProps {
	of: { discovery: string; report: string };
	suggestion: ReportSuggestion;
}

/** Shows the changes: the words of each hunk, or the present and suggested form of a section. */
function What({ of, suggestion: { id, kind, hunks, before, after } }: WhatProps) {
	const t = useWords();
	if (kind === "edit" && hunks.length > 0)
		return (
			<ol className={styles.hunks}>
				{hunks.map((hunk) => {
					const choice: SuggestionChoice = { type: "hunks", id, hunks: [hunk.number] };
					return (
						<li key={hunk.number} className={styles.hunk}>
							<Change before={hunk.before} after={hunk.after} />
							{hunks.length > 1 && (
								<span className={styles.keys}>
									<IconButton
										name={t("report.accept")}
										icon={<Check />}
										onClick={() => void acceptSuggestions(of, choice)}
									/>
									<IconButton
										name={t("report.reject")}
										icon={<X />}
										onClick={() => void rejectSuggestions(of, choice)}
									/>
								</span>
							)}
						</li>
					);
				})}
			</ol>
		);
	return <Change before={before} after={after} />;
}

function Change({ before, after }: { before: string; after: string }) {
	// A citation is read by its label.
	const withoutLinks = (text: string) => text.replaceAll(/\(factly:\/\/[^)\n]*\)/g, "");
	return (
		<p className={styles.words}>
			{before.trim() !== "" && <del>{withoutLinks(before)}</del>}{" "}
			{after.trim() !== "" && <ins>{withoutLinks(after)}</ins>}
		</p>
	);
}
