import { runCommand } from "../../commands/bindings";
import { Button } from "../../components/Button";
import { EmptyState } from "../../components/EmptyState";
import { useWords } from "../../i18n/useWords";

/** Shows that nothing waits, and what to do next; in a new discovery nothing was added yet. */
export function EmptyInbox({ isNew }: { isNew: boolean }) {
	const t = useWords();
	return (
		<EmptyState title={t("inbox.empty")} text={t(isNew ? "inbox.emptyNew" : "inbox.emptyText")}>
			{!isNew && <Button onClick={() => runCommand("view.pipeline")}>{t("inbox.toMap")}</Button>}
			<Button onClick={() => runCommand("input.addText")}>{t("inputs.addText")}</Button>
		</EmptyState>
	);
}
