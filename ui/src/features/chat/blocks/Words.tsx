import { memo } from "react";
import { useWords } from "../../../i18n/useWords";
import type { Inline } from "../../../ipc/bindings";
import { CitationChip } from "../sources/CitationChip";
import { SentenceMark } from "../sources/SentenceMark";
import styles from "./Answer.module.css";
import { LabelChip } from "./LabelChip";
import { LinkWords } from "./LinkWords";
import { withIndex } from "./withIndex";

/** A run of words with their marks. */
export const Words = memo(function Words({ content }: { content: readonly Inline[] }) {
	return withIndex(content).map(({ at, item }) => <Piece key={at} piece={item} />);
});

function Piece({ piece }: { piece: Inline }) {
	switch (piece.kind) {
		case "text":
			return piece.text;
		case "strong":
			return (
				<strong>
					<Words content={piece.content} />
				</strong>
			);
		case "emphasis":
			return (
				<em>
					<Words content={piece.content} />
				</em>
			);
		case "strike":
			return (
				<s>
					<Words content={piece.content} />
				</s>
			);
		case "code":
			return <code className={styles.inlineCode}>{piece.text}</code>;
		case "link":
			return (
				<LinkWords url={piece.url}>
					<Words content={piece.content} />
				</LinkWords>
			);
		case "label":
			return <LabelChip label={piece.label} />;
		case "citation":
			return <CitationChip id={piece.id} position={piece.place} />;
		case "mark":
			return <SentenceMark position={piece.place} />;
		case "break":
			return <br />;
		case "task":
			return <Task done={piece.done} />;
	}
}

function Task({ done }: { done: boolean }) {
	const t = useWords();
	return (
		<span className={styles.task}>
			<span aria-hidden>{done ? "☑" : "☐"}</span>
			<span className="visually-hidden">{t(done ? "chat.taskDone" : "chat.taskOpen")}</span>
		</span>
	);
}
