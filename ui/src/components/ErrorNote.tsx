import { TriangleAlert } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { useTranslateMessage } from "../i18n/backendMessages";
import { useWords } from "../i18n/useWords";
import { asAppError } from "../ipc/error";
import { Button } from "./Button";
import styles from "./ErrorNote.module.css";

interface ErrorNoteProps {
	title?: string;
	error: unknown;
	onRetry?: (() => void) | undefined;
}

/** Shows the event, the unchanged state and the next action. */
export function ErrorNote({ title, error, onRetry }: ErrorNoteProps) {
	const t = useWords();
	const say = useTranslateMessage();
	const { message, kept, hint } = asAppError(error);
	const note = useRef<HTMLDivElement>(null);

	// A dialog may be so full that its foot hides what it says last.
	useLayoutEffect(() => {
		if (note.current?.closest("[role=dialog]")) note.current.scrollIntoView({ block: "nearest" });
	}, []);

	return (
		<div role="alert" ref={note} className={styles.note}>
			<TriangleAlert size={16} aria-hidden className={styles.icon} />
			<div className={styles.words} data-selectable>
				{title && <strong>{title}</strong>}
				<p>{say(message)}</p>
				{kept && <p>{say(kept)}</p>}
				{hint && <p>{say(hint)}</p>}
				{onRetry && (
					<Button onClick={onRetry} className={styles.retry}>
						{t("app.retry")}
					</Button>
				)}
			</div>
		</div>
	);
}
