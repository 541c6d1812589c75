import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useId, useState } from "react";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { Field } from "../../components/Field";
import { number } from "../../i18n/format";
import { usePackWords } from "../../i18n/packs";
import { useWords } from "../../i18n/useWords";
import { commands, type FactStatement } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import type { Label } from "../../ipc/label";
import { keysQuery } from "../../ipc/queries";
import { DuplicatesDialog } from "../../shared/cards/DuplicatesDialog";
import { noDuplicates } from "../../shared/cards/duplicateResult";
import { offerUndo } from "../../state/history";
import { withModelProgress } from "../../state/modelProgress";
import { useSelection } from "../../state/selection";
import styles from "./AddFactForm.module.css";
import { codePoints } from "./selectedText";
import { type Addition, useSource } from "./sourceState";

/** The longest quote that can be evidence, in code points. */
const MAX_QUOTE = 250;

/** Makes a fact of words in the text: the quote is what was selected, the rest is the analyst's. */
export function AddFactForm({ discovery, addition }: { discovery: string; addition: Addition }) {
	const t = useWords();
	const changeAddition = useSource((state) => state.changeAddition);
	const endAddition = useSource((state) => state.endAddition);
	const select = useSelection((selection) => selection.select);
	const length = codePoints(addition.quote);
	const isTooLong = length > MAX_QUOTE;
	const [found, setFound] = useState(noDuplicates);
	const leaveFor = (fact: string) => {
		endAddition();
		document.getSelection()?.removeAllRanges();
		// As if from elsewhere, so that the text scrolls to it once it is drawn.
		select(fact, "inspector");
	};

	const add = useMutation({
		mutationFn: ({ addition: { input, start, end, statement, key, value }, anyway }: Adding) =>
			withModelProgress(discovery, call(commands.factAdd(input, start, end, factSaid(statement, key, value), anyway))),
		onSuccess: (done) => {
			const { added, note: more } = done.value;
			setFound(done.value);
			if (!added) return;
			leaveFor(added.id);
			offerUndo(discovery, done, t("source.factAdded", { label: added.label }), { more });
		},
	});
	/** The words that were selected become further evidence of a fact that says the same. */
	const reaffirm = useMutation({
		mutationFn: (label: Label) => call(commands.factReaffirm(addition.input, addition.start, addition.end, label)),
		onSuccess: (done) => {
			const { id, label } = done.value;
			leaveFor(id);
			offerUndo(discovery, done, t("source.evidenceAdded", { label }));
		},
	});
	const error = add.error ?? reaffirm.error;
	const submit = (event: FormEvent | KeyboardEvent) => {
		event.preventDefault();
		if (!isTooLong && !add.isPending) add.mutate({ addition, anyway: false });
	};
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
		if (event.key !== "Escape") return;
		event.stopPropagation();
		changeAddition({ open: false });
	};

	return (
		<form
			className={styles.form}
			aria-label={t("source.addFact")}
			onSubmit={submit}
			onKeyDown={onKeyDown}
			ref={focusFirst}
		>
			<blockquote className={styles.quote} dir="auto" aria-label={t("source.quote")}>
				{addition.quote}
			</blockquote>
			{isTooLong && (
				<p role="alert" className={styles.problem}>
					{t("source.quoteTooLong", { length: number(length), most: number(MAX_QUOTE) })}
				</p>
			)}
			<Field
				label={t("source.statement")}
				value={addition.statement}
				rows={3}
				onChange={(statement) => changeAddition({ statement })}
			/>
			<div className={styles.pair}>
				<KeyField discovery={discovery} value={addition.key} onChange={(key) => changeAddition({ key })} />
				{addition.key !== "" && (
					<Field
						label={t("source.value")}
						itemless
						value={addition.value}
						onChange={(value) => changeAddition({ value })}
					/>
				)}
			</div>
			{error && <ErrorNote error={error} />}
			<div className={styles.actions}>
				<Button onClick={() => changeAddition({ open: false })}>{t("app.cancel")}</Button>
				<Button kind="primary" type="submit" disabled={isTooLong || add.isPending}>
					{t("source.addFact")}
				</Button>
			</div>
			{found.duplicates.length > 0 && (
				<DuplicatesDialog
					text={addition.statement}
					found={found}
					onMerge={reaffirm.mutate}
					onAnyway={() => add.mutate({ addition, anyway: true })}
					onClose={() => setFound(noDuplicates)}
				/>
			)}
		</form>
	);
}

interface Adding {
	addition: Addition;
	/** Even if the column says the same already. */
	anyway: boolean;
}

function KeyField({
	discovery,
	value,
	onChange,
}: {
	discovery: string;
	value: string;
	onChange: (key: string) => void;
}) {
	const t = useWords();
	const label = usePackWords("label");
	const id = useId();
	const keys = useQuery(keysQuery(discovery)).data ?? [];
	return (
		<div className={styles.key}>
			<label htmlFor={id}>{t("source.key")}</label>
			<span data-list>
				<select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
					<option value="">{t("source.noKey")}</option>
					{keys.map((key) => (
						<option key={key.path} value={key.path}>
							{label(key.label)}
						</option>
					))}
				</select>
			</span>
		</div>
	);
}

function factSaid(statement: string, key: string, value: string): FactStatement {
	return { statement: written(statement), key: written(key), value: written(value) };
}

function written(text: string): string | null {
	const words = text.trim();
	return words === "" ? null : words;
}

function focusFirst(form: HTMLFormElement | null): void {
	form?.querySelector("textarea")?.focus({ preventScroll: true });
}
