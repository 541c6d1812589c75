import { useState } from "react";
import { ActionMenu } from "../../components/ActionMenu";
import { InlineEdit } from "../../components/InlineEdit";
import { LinkButton } from "../../components/LinkButton";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { InputSummary } from "../../ipc/bindings";
import { deleteInput, renameInput } from "../../shared/inputs/actions";
import { readRemainder } from "../../shared/inputs/reading";
import styles from "./InputRow.module.css";

interface InputRowProps {
	discovery: string;
	input: InputSummary;
	active: boolean;
	/** Begins with its name in a field. */
	naming: boolean;
	onRead: () => void;
}

export function InputRow({ discovery, input, active, naming, onRead }: InputRowProps) {
	const t = useWords();
	const [renaming, setRenaming] = useState(naming);
	const [refocus, setRefocus] = useState(false);
	const { id, label, title, chars, facts } = input;

	return (
		<li className={styles.item}>
			<div className={styles.row} data-current={active}>
				{renaming ? (
					<InlineEdit
						name={t("inputs.renameLabel", { label })}
						value={title}
						editing
						onSave={(next) => void renameInput(id, next)}
						onDone={(byKey) => {
							setRenaming(false);
							setRefocus(byKey);
						}}
					/>
				) : (
					<button
						type="button"
						data-read
						className={styles.read}
						// biome-ignore lint/a11y/noAutofocus: the focus comes back from the field that stood here.
						autoFocus={refocus}
						aria-current={active ? "true" : undefined}
						tabIndex={active ? 0 : -1}
						onClick={onRead}
						onDoubleClick={() => setRenaming(true)}
					>
						<span className={styles.title}>
							<span className={styles.label}>{label}</span> {title}
						</span>
						<span className={styles.counts}>
							{t("inputs.counts", {
								chars: t("inputs.textSize", { count: chars, shown: number(chars) }),
								facts: t("facts.total", { count: facts, shown: number(facts) }),
							})}
						</span>
					</button>
				)}
				{!renaming && (
					<ActionMenu
						name={t("inputs.actions", { label })}
						className={styles.menu}
						actions={[
							{ words: t("inputs.rename"), run: () => setRenaming(true) },
							{ words: t("inputs.delete"), run: () => void deleteInput(discovery, input), grave: true },
						]}
					/>
				)}
			</div>
			<Unfinished discovery={discovery} input={input} />
		</li>
	);
}

/** Parts that no parser has read: the way on stands beside the count. */
function Unfinished({ discovery, input }: { discovery: string; input: InputSummary }) {
	const t = useWords();
	const unread = input.bundles - input.parsed - input.failed;
	if (unread <= 0 && input.failed === 0) return null;
	return (
		<div className={styles.unfinished}>
			{input.failed > 0 && (
				<p>
					{t("inputs.partsFailed", { count: input.failed })}{" "}
					<LinkButton onClick={() => void readRemainder(discovery, input)}>{t("inputs.retry")}</LinkButton>
				</p>
			)}
			{unread > 0 && (
				<p>
					{t("inputs.unread", { count: unread })}{" "}
					<LinkButton onClick={() => void readRemainder(discovery, input)}>{t("inputs.readRest")}</LinkButton>
				</p>
			)}
		</div>
	);
}
