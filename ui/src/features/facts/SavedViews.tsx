import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ActionMenu } from "../../components/ActionMenu";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { Field } from "../../components/Field";
import { submitHandler } from "../../components/submitHandler";
import { useWords, words } from "../../i18n/useWords";
import { savedViewsQuery } from "../../ipc/auditQueries";
import { commands, type SavedView } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { offerUndo } from "../../state/history";
import { reportError } from "../../state/toasts";
import { asFactFilter, asFilterBarState, isFiltering, useFilters } from "./filter";
import styles from "./SavedViews.module.css";

/** Filters that were kept under a name: one press shows them again. */
export function SavedViews({ discovery }: { discovery: string }) {
	const t = useWords();
	const views = useQuery(savedViewsQuery(discovery)).data ?? [];
	const { shown, inputId, text, change } = useFilters();
	const [naming, setNaming] = useState<SavedView | "new" | null>(null);
	const now = JSON.stringify(asFactFilter({ shown, inputId, text }));
	const isSaved = views.some(({ filter }) => JSON.stringify(asFactFilter(asFilterBarState(filter))) === now);
	return (
		<fieldset className={styles.views}>
			<legend className="visually-hidden">{t("views.title")}</legend>
			{views.map((view) => (
				<span key={view.id} className={styles.view}>
					<button
						type="button"
						className={styles.name}
						aria-pressed={JSON.stringify(asFactFilter(asFilterBarState(view.filter))) === now}
						onClick={() => change(asFilterBarState(view.filter))}
					>
						{view.name}
					</button>
					<ActionMenu
						name={t("views.more", { name: view.name })}
						actions={[
							{ words: t("views.rename"), run: () => setNaming(view) },
							{ words: t("views.delete"), run: () => void remove(discovery, view), grave: true },
						]}
					/>
				</span>
			))}
			{/* Always there: the filters beside it must not move under the pointer. */}
			<Button disabled={isSaved || !isFiltering({ shown, inputId, text })} onClick={() => setNaming("new")}>
				{t("views.save")}
			</Button>
			{naming !== null && (
				<NameDialog
					discovery={discovery}
					view={naming === "new" ? null : naming}
					taken={views.map(({ name }) => name)}
					onClose={() => setNaming(null)}
				/>
			)}
		</fieldset>
	);
}

async function remove(discovery: string, { id, name }: SavedView): Promise<void> {
	try {
		offerUndo(discovery, await call(commands.viewDelete(id)), words("views.deleted", { name }));
	} catch (error) {
		reportError(error);
	}
}

interface NameDialogProps {
	discovery: string;
	/** None: the filter that is shown is saved. */
	view: SavedView | null;
	taken: readonly string[];
	onClose: () => void;
}

function NameDialog({ discovery, view, taken, onClose }: NameDialogProps) {
	const t = useWords();
	const [name, setName] = useState(view?.name ?? "");
	const [error, setError] = useState<unknown>(null);
	const { shown, inputId, text } = useFilters();
	const replaces = view === null && taken.some((one) => one.toLowerCase() === name.trim().toLowerCase());
	const save = () => {
		if (name.trim() === "") return;
		const saving: Promise<unknown> =
			view === null
				? call(commands.viewSave(discovery, name, asFactFilter({ shown, inputId, text })))
				: call(commands.viewRename(view.id, name));
		saving.then(onClose, setError);
	};
	return (
		<Dialog
			open
			onClose={onClose}
			title={view === null ? t("views.saveTitle") : t("views.renameTitle", { name: view.name })}
			light={name === (view?.name ?? "")}
			actions={
				<>
					<Button onClick={onClose}>{t("app.cancel")}</Button>
					<Button kind="primary" disabled={name.trim() === ""} onClick={save}>
						{replaces ? t("views.replace") : t("views.keep")}
					</Button>
				</>
			}
		>
			<form onSubmit={submitHandler(save)}>
				<Field label={t("views.name")} itemless value={name} onChange={setName} focused />
			</form>
			{replaces && <p>{t("views.replaces")}</p>}
			{error !== null && <ErrorNote error={error} />}
		</Dialog>
	);
}
