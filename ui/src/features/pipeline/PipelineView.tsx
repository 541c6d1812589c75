import { useState } from "react";
import { ErrorNote } from "../../components/ErrorNote";
import { useWords } from "../../i18n/useWords";
import { commands } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { usePipeline } from "../../shared/cards/state";
import type { ViewProps } from "../../state/navigation";
import { ActionBar } from "./ActionBar";
import { Board } from "./grid/board";
import { Grid } from "./grid/Grid";
import { LinkBar } from "./LinkBar";
import { Peek } from "./Peek";
import styles from "./PipelineView.module.css";
import { Sheets } from "./Sheets";
import { Toolbar } from "./Toolbar";
import { TraceReport } from "./TraceReport";
import { useColumns, useTrace } from "./useColumns";
import { useEntityCommands } from "./useEntityCommands";
import { useReveal } from "./useReveal";

/** The five columns, from Inputs to Outputs. */
export default function PipelineView({ detail }: ViewProps) {
	const t = useWords();
	const discovery = detail.discovery.id;
	const [failure, setFailure] = useState<unknown>(null);
	const [board] = useState(
		() =>
			new Board({
				fetch: (query, from, count) => call(commands.pipelineCards(discovery, query, from, count)),
				onFail: setFailure,
			}),
	);
	const report = usePipeline((now) => now.report);
	const { answer, queries, columns } = useColumns(discovery, board);
	const trace = useTrace(discovery, board, queries);
	useReveal(discovery, board, queries);
	useEntityCommands(discovery, board);

	const error = failure ?? answer.error;
	const retry = () => {
		setFailure(null);
		board.retry();
		if (answer.isError) void answer.refetch();
	};
	return (
		<div className={styles.view}>
			{report !== null && (
				<TraceReport
					discovery={discovery}
					title={detail.discovery.title}
					label={report}
					onClose={() => usePipeline.setState({ report: null })}
				/>
			)}
			<div className={styles.board} inert={report !== null}>
				<Toolbar discovery={discovery} />
				{error !== null && <ErrorNote title={t("pipeline.couldNotLoad")} error={error} onRetry={retry} />}
				<Grid discovery={discovery} board={board} columns={columns} trace={trace} />
				<Peek discovery={discovery} board={board} />
				<LinkBar />
				<ActionBar discovery={discovery} board={board} />
			</div>
			<Sheets discovery={discovery} />
		</div>
	);
}
