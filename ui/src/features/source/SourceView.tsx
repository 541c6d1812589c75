import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { runCommand } from "../../commands/bindings";
import { Button } from "../../components/Button";
import { EmptyState } from "../../components/EmptyState";
import { ErrorNote } from "../../components/ErrorNote";
import { LoadingMark } from "../../components/LoadingMark";
import { useWords } from "../../i18n/useWords";
import type { Label } from "../../ipc/label";
import { outlineQuery } from "../../ipc/queries";
import { kindOf } from "../../shared/cards/kinds";
import type { ViewProps } from "../../state/navigation";
import { usePageMode } from "../../state/pageMode";
import { useSelection } from "../../state/selection";
import { PagesView } from "./pages/PagesView";
import { SourceBar } from "./SourceBar";
import { SourceText } from "./SourceText";
import { useActiveInput } from "./useActiveInput";

/** The text of an Input with the facts that were found in it. */
export default function SourceView({ detail }: ViewProps) {
	const input = useActiveInput(detail);
	const shown = input?.label ?? null;
	useEffect(() => followInput(shown), [shown]);
	if (!input) return <NoInputs />;
	return (
		<>
			<SourceBar detail={detail} input={input} />
			<Text key={input.id} discovery={detail.discovery.id} input={input.id} />
		</>
	);
}

/** Whoever looks at the details of an Input goes on to those of the next one that is read. */
function followInput(shown: Label | null): void {
	const { label, origin, selectEntity } = useSelection.getState();
	const isOther = label !== null && label !== shown && kindOf(label) === "input";
	if (isOther && shown !== null && origin === "source") selectEntity(shown, null, "source");
}

function Text({ discovery, input }: { discovery: string; input: string }) {
	const t = useWords();
	const outline = useQuery(outlineQuery(input));
	const wantsPages = usePageMode(({ pages }) => pages);
	if (outline.data) {
		const { pages } = outline.data;
		if (wantsPages && pages !== null) return <PagesView discovery={discovery} outline={outline.data} pages={pages} />;
		return <SourceText discovery={discovery} outline={outline.data} />;
	}
	if (!outline.error) return <LoadingMark />;
	return <ErrorNote title={t("source.couldNotLoad")} error={outline.error} onRetry={() => void outline.refetch()} />;
}

function NoInputs() {
	const t = useWords();
	return (
		<EmptyState title={t("inputs.none")} text={t("inputs.noneText")}>
			<Button kind="primary" onClick={() => runCommand("input.addFiles")}>
				{t("inputs.addFiles")}
			</Button>
			<Button onClick={() => runCommand("input.addFolder")}>{t("inputs.addFolder")}</Button>
			<Button onClick={() => runCommand("input.addText")}>{t("inputs.addText")}</Button>
		</EmptyState>
	);
}
