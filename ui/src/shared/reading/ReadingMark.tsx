import { type QueryKey, type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { Button } from "../../components/Button";
import { LoadingMark } from "../../components/LoadingMark";
import { ProgressBar } from "../../components/ProgressBar";
import { useWords } from "../../i18n/useWords";
import type { IngestEvent } from "../../ipc/bindings";
import { onStep, stepOf } from "../../ipc/watched";
import styles from "./ReadingMark.module.css";

interface ReadingMarkProps {
	query: Pick<UseQueryResult, "fetchStatus" | "refetch">;
	queryKey: QueryKey;
	/** Says how far it is. */
	words: (step: IngestEvent) => string;
	/** Said before there is anything to show. */
	loading?: string;
}

/** Stands where the result of a long reading will: how far it is, and Cancel. */
export function ReadingMark({ query, queryKey, words, loading }: ReadingMarkProps) {
	const t = useWords();
	const client = useQueryClient();
	const step = useSyncExternalStore(onStep, () => stepOf(queryKey));
	if (query.fetchStatus === "idle") {
		return (
			<div className={styles.reading}>
				<p role="status">{t("reading.stopped")}</p>
				<Button onClick={() => void query.refetch()}>{t("reading.again")}</Button>
			</div>
		);
	}
	if (step === undefined) return <LoadingMark words={loading} />;
	return (
		<div className={styles.reading}>
			<ProgressBar label={words(step)} done={step.done} total={step.total} />
			<Button onClick={() => void client.cancelQueries({ queryKey, exact: true })}>{t("task.cancel")}</Button>
		</div>
	);
}
