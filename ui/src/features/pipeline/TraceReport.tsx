import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useCommand } from "../../commands/useCommand";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { LinkButton } from "../../components/LinkButton";
import { LoadingMark } from "../../components/LoadingMark";
import { withItemNames } from "../../components/mentions/names";
import { Quote } from "../../components/Quote";
import { number } from "../../i18n/format";
import { useWords, words } from "../../i18n/useWords";
import { commands, type TraceNode, type TraceQuote } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import type { Label } from "../../ipc/label";
import { traceReportQuery } from "../../ipc/pipelineQueries";
import { StatusMark } from "../../shared/cards/StatusMark";
import { openEvidence, useOriginName } from "../../shared/facts/origin";
import { useNavigation } from "../../state/navigation";
import { reportError, showToast } from "../../state/toasts";
import styles from "./TraceReport.module.css";
import { limitTrace } from "./traceTree";
import { usePrinting } from "./usePrinting";

interface TraceReportProps {
	discovery: string;
	title: string;
	label: Label;
	/** None where it is a view by itself. */
	onClose?: () => void;
}

/** As many entities are drawn before all of them are asked for; paper and the Markdown have all in any case. */
const MOST = 400;

/** One entity's whole chain, down to the words in the sources: to read, to print, to copy. */
export function TraceReport({ discovery, title, label, onClose }: TraceReportProps) {
	const t = useWords();
	const page = useRef<HTMLElement>(null);
	const report = useQuery(traceReportQuery(discovery, label));
	const [isWhole, setWhole] = useState(false);
	const { isPrinting, print } = usePrinting();
	const isOver = onClose !== undefined;
	useCommand("fact.clear", () => onClose?.(), isOver);
	useEffect(() => {
		if (!isOver) return;
		page.current?.focus();
		// The grid takes the focus back only once it can: it rests while this lies over it.
		return () => document.getElementById("pipeline-grid")?.focus({ preventScroll: true });
	}, [isOver]);
	const copy = (markdown: string) =>
		call(commands.copyText(markdown)).then(() => showToast({ title: words("app.copied") }), reportError);
	const save = async () => {
		try {
			const path = await call(commands.transferChooseMarkdown(`${title} ${label}`));
			if (path === null) return;
			await call(commands.traceSave(discovery, label, path));
			showToast({ title: words("pipeline.traceSaved", { path }) });
		} catch (error) {
			reportError(error);
		}
	};
	const most = isWhole || isPrinting ? Number.POSITIVE_INFINITY : MOST;
	const { root, left } = report.data ? limitTrace(report.data.root, most) : { root: null, left: 0 };

	return (
		<section
			ref={page}
			tabIndex={-1}
			className={styles.report}
			data-print
			aria-label={t("pipeline.traceOf", { label })}
		>
			<header className={styles.bar} data-print-hidden>
				{onClose && (
					<Button kind="quiet" onClick={onClose}>
						<ArrowLeft size={16} aria-hidden />
						{t("pipeline.backToGrid")}
					</Button>
				)}
				<div className={styles.tools}>
					<Button disabled={!report.data} onClick={() => report.data && void copy(report.data.markdown)}>
						{t("pipeline.copyMarkdown")}
					</Button>
					<Button disabled={!report.data} onClick={() => void save()}>
						{t("pipeline.saveMarkdown")}
					</Button>
					<Button disabled={!report.data} onClick={print}>
						{t("pipeline.print")}
					</Button>
				</div>
			</header>
			<div className={styles.page}>
				<h2 className={styles.title}>{t("pipeline.traceOf", { label })}</h2>
				<p className={styles.muted}>{title}</p>
				{report.isError && <ErrorNote error={report.error} onRetry={() => void report.refetch()} />}
				{report.isPending && <LoadingMark />}
				{root && (
					<ol className={styles.tree}>
						<Node node={root} />
					</ol>
				)}
				{left > 0 && (
					<p className={styles.left}>
						{t("pipeline.notShown", { count: left, shown: number(left) })}
						<Button onClick={() => setWhole(true)}>{t("pipeline.showWhole")}</Button>
					</p>
				)}
			</div>
		</section>
	);
}

function Node({ node }: { node: TraceNode }) {
	const t = useWords();
	const { label, kind, status, quote, again, repeated, children } = node;
	return (
		<li className={styles.node}>
			<p className={styles.head}>
				<b>{label}</b> <span className={styles.muted}>{t(`pipeline.one.${kind}`)}</span>{" "}
				<StatusMark label={label} status={status} />
			</p>
			<p className={styles.text} data-selectable dir="auto">
				{withItemNames(node.text)}
			</p>
			{repeated && kind !== "input" && <p className={styles.muted}>{t("pipeline.toldAbove")}</p>}
			{quote && <Words quote={quote} onOpen={() => void openEvidence(quote.factId, "pipeline")} />}
			{again.map((one) => (
				<Words
					key={`${one.bundleId} ${one.startChar}`}
					quote={one}
					onOpen={() => useNavigation.getState().showInAudit({ bundle: one.bundleId, run: null })}
				/>
			))}
			{children.length > 0 && (
				<ol className={styles.tree}>
					{children.map((child) => (
						<Node key={child.label} node={child} />
					))}
				</ol>
			)}
		</li>
	);
}

function Words({ quote, onOpen }: { quote: TraceQuote; onOpen: () => void }) {
	const originName = useOriginName();
	return (
		<Quote
			evidence={{ before: quote.before, quote: quote.text, after: quote.after }}
			caption={<LinkButton onClick={onOpen}>{originName({ ...quote, inputLabel: quote.input })}</LinkButton>}
		/>
	);
}
