import { Button } from "../../../components/Button";
import { LinkButton } from "../../../components/LinkButton";
import { useTranslateMessage } from "../../../i18n/backendMessages";
import { useWords } from "../../../i18n/useWords";
import type { CoveredPiece, UserMessage } from "../../../ipc/bindings";
import { retryBundle } from "../../../shared/runs/actions";
import { useNavigation } from "../../../state/navigation";
import styles from "./Coverage.module.css";

/** Lists the unread parts, with why; and those proposed and refused without words near to them. */
export function Unread({ discovery, pieces }: { discovery: string; pieces: readonly CoveredPiece[] }) {
	const t = useWords();
	const unread = pieces.filter(({ reading }) => reading !== "read");
	const nowhere = pieces.flatMap((piece) =>
		piece.refused
			.filter(({ placed }) => !placed)
			.map(({ quote, reason }, index) => ({
				id: `${piece.bundleId} ${index}`,
				quote,
				reason,
				bundle: piece.bundleId,
				run: piece.runId,
			})),
	);
	return (
		<>
			{unread.length > 0 && (
				<ul className={styles.unread} aria-label={t("coverage.class.unread")}>
					{unread.map((piece) => (
						<UnreadPiece key={piece.bundleId} discovery={discovery} piece={piece} />
					))}
				</ul>
			)}
			{nowhere.length > 0 && (
				<details className={styles.nowhere}>
					<summary>{t("coverage.nowhere", { count: nowhere.length })}</summary>
					<ul>
						{nowhere.map(({ id, ...op }) => (
							<RefusedOp key={id} {...op} />
						))}
					</ul>
				</details>
			)}
		</>
	);
}

function UnreadPiece({ discovery, piece }: { discovery: string; piece: CoveredPiece }) {
	const t = useWords();
	const say = useTranslateMessage();
	const { part, parts, reading, error, bundleId } = piece;
	return (
		<li data-reading={reading}>
			<strong>{t("audit.part", { part, parts })}</strong>{" "}
			{reading === "failed" ? t("coverage.readingFailed") : t("coverage.readingWaits")}
			{error !== null && <span className={styles.why}>{say(error)}</span>}
			<Button onClick={() => void retryBundle(discovery, bundleId)}>{t("coverage.readNow")}</Button>
		</li>
	);
}

interface RefusedProps {
	quote: string;
	reason: UserMessage;
	bundle: string;
	run: string | null;
}

function RefusedOp({ quote, reason, bundle, run }: RefusedProps) {
	const say = useTranslateMessage();
	const t = useWords();
	const show = useNavigation((navigation) => navigation.showInAudit);
	return (
		<li>
			<span data-selectable>{quote === "" ? t("coverage.noQuote") : t("app.quoted", { words: quote })}</span>{" "}
			<span className={styles.why}>{say(reason)}</span>{" "}
			<LinkButton onClick={() => show({ bundle, run })}>{t("audit.showRun")}</LinkButton>
		</li>
	);
}
