import { Button } from "../../components/Button";
import { SimilarItem, SimilarItems } from "../../components/SimilarItems";
import { useTranslateMessage } from "../../i18n/backendMessages";
import { percent } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { Duplicate } from "../../ipc/bindings";
import type { Label } from "../../ipc/label";

interface DuplicateChoicesProps {
	duplicates: readonly Duplicate[];
	busy?: boolean;
	onUse: (label: Label) => void;
}

/** The cards that say the same, each with how alike it is and why, and the way to use it instead. */
export function DuplicateChoices({ duplicates, busy = false, onUse }: DuplicateChoicesProps) {
	const t = useWords();
	const say = useTranslateMessage();
	return (
		<SimilarItems>
			{duplicates.map(({ label, text, score, reason }) => (
				<SimilarItem
					key={label}
					words={
						<>
							<b>{label}</b> {text}
						</>
					}
					reason={`${t("pipeline.alike", { score: percent(score) })}: ${say(reason)}`}
				>
					<Button disabled={busy} onClick={() => onUse(label)}>
						{t("pipeline.useThis", { label })}
					</Button>
				</SimilarItem>
			))}
		</SimilarItems>
	);
}
