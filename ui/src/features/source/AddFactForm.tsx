import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useId } from "react";
import { offerUndo } from "../../app/history";
import { useSelection } from "../../app/selection";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { Field } from "../../components/Field";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import { commands } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { keysQuery } from "../../ipc/queries";
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

	const add = useMutation({
		mutationFn: ({ input, start, end, statement, key, value }: Addition) =>
			call(commands.factAdd(input, start, end, written(statement), written(key), written(value))),
		onSuccess: ({ id, label }) => {
			endAddition();
			document.getSelection()?.removeAllRanges();
			// As if from elsewhere, so that the text scrolls to it once it is drawn.
			select(id, "inspector");
			void offerUndo(discovery, t("source.factAdded", { label }));
		},
	});
	const submit = (event: FormEvent | KeyboardEvent) => {
		event.preventDefault();
		if (!isTooLong && !add.isPending) add.mutate(addition);
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
					<Field label={t("source.value")} value={addition.value} onChange={(value) => changeAddition({ value })} />
				)}
			</div>
			{add.error && <ErrorNote error={add.error} />}
			<div className={styles.actions}>
				<Button onClick={() => changeAddition({ open: false })}>{t("app.cancel")}</Button>
				<Button kind="primary" type="submit" disabled={isTooLong || add.isPending}>
					{t("source.addFact")}
				</Button>
			</div>
		</form>
	);
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
							{key.label}
						</option>
					))}
				</select>
			</span>
		</div>
	);
}

function written(text: string): string | null {
	const words = text.trim();
	return words === "" ? null : words;
}

function focusFirst(form: HTMLFormElement | null): void {
	form?.querySelector("textarea")?.focus({ preventScroll: true });
}
