import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { EmptyState } from "../../../components/EmptyState";
import { ErrorNote } from "../../../components/ErrorNote";
import { FilterButton } from "../../../components/FilterButton";
import { LinkButton } from "../../../components/LinkButton";
import { LoadingMark } from "../../../components/LoadingMark";
import { VirtualList, type VirtualListHandle } from "../../../components/VirtualList";
import { number, percent } from "../../../i18n/format";
import { useWords } from "../../../i18n/useWords";
import { inputCoverageQuery } from "../../../ipc/auditQueries";
import type { Coverage, CoverageClass, CoveredStretch } from "../../../ipc/bindings";
import { goToText } from "../../../state/goToText";
import { useSelection } from "../../../state/selection";
import styles from "./Coverage.module.css";
import { barOf, charsOf, classes } from "./classes";
import { Unread } from "./Unread";

interface InputCoverageProps {
	discovery: string;
	input: string;
}

/** One Input from its first word to its last: a bar over the text, and what each part of it came to. */
export function InputCoverage({ discovery, input }: InputCoverageProps) {
	const t = useWords();
	const coverage = useQuery(inputCoverageQuery(input));
	const [only, setOnly] = useState<CoverageClass | null>(null);
	const list = useRef<VirtualListHandle>(null);
	if (coverage.isError) {
		return (
			<ErrorNote title={t("coverage.couldNotLoad")} error={coverage.error} onRetry={() => void coverage.refetch()} />
		);
	}
	if (!coverage.data) return <LoadingMark />;
	const { label, title, totals, pieces, stretches } = coverage.data;
	const shown = only === null ? stretches : stretches.filter((stretch) => stretch.class === only);
	const jump = (stretch: number) => {
		const at = stretches[stretch];
		if (at) list.current?.scrollTo(Math.max(0, shown.indexOf(at)));
	};
	return (
		<section className={styles.pane} aria-label={t("coverage.of", { label, title })}>
			<header className={styles.head}>
				<h2>
					{label} {title}
				</h2>
				<Summary totals={totals} />
				<Bar stretches={stretches} onJump={jump} />
				<Choices totals={totals} only={only} onChoose={setOnly} />
			</header>
			<Unread discovery={discovery} pieces={pieces} />
			{shown.length === 0 ? (
				<EmptyState title={t("coverage.noneOfClass")} />
			) : (
				<VirtualList
					handle={list}
					key={only ?? "all"}
					count={shown.length}
					rowHeight={52}
					measured
					name={t("coverage.stretches")}
					rowKey={(index) => String(shown[index]?.start ?? index)}
					render={(index) => {
						const stretch = shown[index];
						return stretch ? <Stretch stretch={stretch} discovery={discovery} input={input} /> : null;
					}}
				/>
			)}
		</section>
	);
}

function Summary({ totals }: { totals: Coverage["totals"] }) {
	const t = useWords();
	const { read, pieces, facts, ops, refused, rejected, unchanged } = totals;
	return (
		<p className={styles.summary}>
			{t("coverage.read", { read: number(read), count: pieces, pieces: number(pieces) })} ·{" "}
			{t("facts.total", { count: facts, shown: number(facts) })} ·{" "}
			{t("coverage.ops", { count: ops, shown: number(ops) })} ·{" "}
			{t("coverage.refused", { count: refused, shown: number(refused) })} ·{" "}
			{t("coverage.rejected", { count: rejected, shown: number(rejected) })} ·{" "}
			{t("coverage.unchanged", { count: unchanged, shown: number(unchanged) })}
		</p>
	);
}

function Bar({ stretches, onJump }: { stretches: readonly CoveredStretch[]; onJump: (stretch: number) => void }) {
	const t = useWords();
	return (
		<div className={styles.bar} aria-hidden title={t("coverage.bar")}>
			{barOf(stretches).map((cell) => (
				<button
					key={cell.stretch}
					type="button"
					tabIndex={-1}
					data-class={cell.class}
					className={styles.cell}
					style={{ left: `${cell.from * 100}%`, width: `${(cell.to - cell.from) * 100}%` }}
					onClick={() => onJump(cell.stretch)}
				/>
			))}
		</div>
	);
}

interface ChoicesProps {
	totals: Coverage["totals"];
	only: CoverageClass | null;
	onChoose: (only: CoverageClass | null) => void;
}

function Choices({ totals, only, onChoose }: ChoicesProps) {
	const t = useWords();
	const chars = charsOf(totals);
	const sum = Math.max(
		1,
		classes.reduce((all, one) => all + chars[one], 0),
	);
	return (
		<fieldset className={styles.choices}>
			<legend className="visually-hidden">{t("coverage.show")}</legend>
			<FilterButton pressed={only === null} onClick={() => onChoose(null)}>
				{t("coverage.all")}
			</FilterButton>
			{classes.map((one) => (
				<FilterButton key={one} pressed={only === one} onClick={() => onChoose(one)}>
					<span className={styles.swatch} data-class={one} aria-hidden /> {t(`coverage.class.${one}`)}{" "}
					{percent(chars[one] / sum)}
				</FilterButton>
			))}
		</fieldset>
	);
}

function Stretch({ stretch, discovery, input }: { stretch: CoveredStretch; discovery: string; input: string }) {
	const t = useWords();
	const select = useSelection((selection) => selection.select);
	const { class: of, excerpt, start, end, block, why } = stretch;
	// Of several versions of a fact the last one stands for it.
	const facts = [...new Map(stretch.facts.map((fact) => [fact.label, fact])).values()];
	return (
		<div className={styles.stretch} data-class={of}>
			<span className={styles.class}>{t(`coverage.class.${of}`)}</span>
			<button
				type="button"
				className={styles.words}
				title={t("coverage.goTo")}
				onClick={() => goToText(discovery, { input, block, start, end })}
			>
				{excerpt}
			</button>
			<span className={styles.facts}>
				{why !== null && <span className={styles.why}>{t(`coverage.why.${why}`)}</span>}
				{facts.slice(0, 6).map((fact) => (
					<LinkButton key={fact.id} onClick={() => select(fact.id, "audit")}>
						{fact.label}
					</LinkButton>
				))}
				{facts.length > 6 && <span>+{number(facts.length - 6)}</span>}
			</span>
		</div>
	);
}
