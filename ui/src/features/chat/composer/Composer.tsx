import { SendHorizontal, Square } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Button } from "../../../components/Button";
import { ErrorNote } from "../../../components/ErrorNote";
import { IconButton } from "../../../components/IconButton";
import { type Mentioning, type MentionKeys, MentionList } from "../../../components/mentions/MentionList";
import { useWords } from "../../../i18n/useWords";
import type { ChatMode } from "../../../ipc/bindings";
import { About } from "../messages/About";
import { resendMessage, sendMessage, stopAnswer, type Where } from "../turns/actions";
import { useRunning } from "../turns/running";
import styles from "./Composer.module.css";
import { draftIn, useDrafts } from "./drafts";
import { useInput } from "./useInput";

const placeholders = {
	discovery: "chat.placeholder",
	sources: "chat.placeholderSources",
	report: "chat.placeholderReport",
} as const;

/** Shows the analyst's text field. Nothing can be written while an answer comes; it can be stopped instead. */
export function Composer({ mode, where }: { mode: ChatMode; where: Where }) {
	const t = useWords();
	const { conversation, discovery } = where;
	const list = useId();
	const keys = useRef<MentionKeys>(null);
	const [mentioning, setMentioning] = useState<Mentioning | null>(null);
	const [active, setActive] = useState<string | null>(null);
	const head = useRunning(({ turns }) => turns[conversation]?.head);
	const refusal = useRunning(({ refused }) => refused[conversation]);
	const editing = useDrafts((drafts) => drafts.editing[conversation]?.message ?? null);
	const text = useDrafts((now) => (now.editing[conversation]?.draft ?? now.drafts[conversation])?.text ?? "");
	const placeholder = t(placeholders[mode]);
	const isBusy = head !== undefined;

	const submit = () => {
		const draft = draftIn(conversation);
		const ask = { ...draft, text: draft.text.trim() };
		if (isBusy || ask.text === "") return;
		useDrafts.getState().clear(conversation);
		void (editing === null ? sendMessage(where, ask) : resendMessage(where, editing, ask));
	};
	const { field, isFocused } = useInput({
		conversation,
		isBusy,
		placeholder,
		list: mentioning === null ? null : list,
		active,
		onSend: submit,
		onMentioning: (next) => {
			setMentioning(next);
			setActive(null);
		},
		onMentionKey: (event) => keys.current?.press(event) ?? false,
	});
	return (
		<div className={styles.composer}>
			{refusal !== undefined && <ErrorNote error={refusal} />}
			{editing !== null && (
				<div className={styles.editing}>
					<p>{t("chat.editing")}</p>
					<Button onClick={() => useDrafts.getState().clear(conversation)}>{t("app.cancel")}</Button>
				</div>
			)}
			<About items={where.items ?? []} />
			<div className={styles.box}>
				{mentioning !== null && isFocused && !isBusy && (
					<MentionList id={list} discovery={discovery} mentioning={mentioning} keys={keys} onActive={setActive} />
				)}
				<div
					ref={field}
					className={styles.field}
					data-chat-input
					data-empty={text === ""}
					data-placeholder={placeholder}
				/>
				{isBusy ? (
					<IconButton
						name={t(head.stopping ? "chat.stopping" : "chat.stop")}
						icon={<Square size={16} aria-hidden />}
						className={styles.stop}
						aria-disabled={head.stopping}
						onClick={() => stopAnswer(conversation)}
					/>
				) : (
					<IconButton
						name={t("chat.send")}
						icon={<SendHorizontal size={16} aria-hidden />}
						className={styles.send}
						disabled={text.trim() === ""}
						onClick={submit}
					/>
				)}
			</div>
		</div>
	);
}
