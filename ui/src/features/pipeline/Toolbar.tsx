import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { runCommand } from "../../commands/bindings";
import { useCommand } from "../../commands/useCommand";
import { ActionMenu } from "../../components/ActionMenu";
import { Button } from "../../components/Button";
import { FilterButton } from "../../components/FilterButton";
import { SearchField } from "../../components/SearchField";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import { suggestionsQuery } from "../../ipc/pipelineQueries";
import { kindOf } from "../../shared/cards/kinds";
import { usePipeline } from "../../shared/cards/state";
import styles from "./Toolbar.module.css";

/** Shows the tools for all columns at once: words to look for, whether the archived ones are shown, and rare actions.
 * */
export function Toolbar({ discovery }: { discovery: string }) {
	const t = useWords();
	const field = useRef<HTMLInputElement>(null);
	const search = usePipeline((now) => now.search);
	const archived = usePipeline((now) => now.archived);
	const waiting = useQuery(suggestionsQuery(discovery)).data?.length ?? 0;
	useCommand("list.search", () => field.current?.focus());
	const scan = () => {
		const { active } = usePipeline.getState().picked;
		const kind = active === null ? "insight" : kindOf(active);
		usePipeline.setState({ sheet: { kind: "duplicates", column: kind } });
	};
	return (
		<div className={styles.bar} role="toolbar" aria-label={t("view.board")}>
			<div className={styles.search}>
				<SearchField
					fieldRef={field}
					name={t("pipeline.search")}
					value={search}
					onChange={(next) => usePipeline.setState({ search: next })}
				/>
			</div>
			<FilterButton pressed={archived} onClick={() => usePipeline.setState({ archived: !archived })}>
				{t("pipeline.archived")}
			</FilterButton>
			<div className={styles.end}>
				{waiting > 0 && (
					<Button onClick={() => usePipeline.setState({ sheet: { kind: "suggestions" } })}>
						{t("pipeline.suggestionsCount", { shown: number(waiting) })}
					</Button>
				)}
				<ActionMenu
					name={t("pipeline.more")}
					actions={[
						{ words: t("pipeline.scan"), run: scan },
						{ words: t("history.title"), run: () => runCommand("history.show") },
					]}
				/>
			</div>
		</div>
	);
}
