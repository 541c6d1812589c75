import { Button } from "../../components/Button";
import { Keys } from "../../components/Keys";
import { useWords } from "../../i18n/useWords";
import type { Label } from "../../ipc/label";
import { nextKind, openNewCard } from "./newCard";

interface MakeNextProps {
	labels: readonly Label[];
	kind?: "plain" | "quiet";
}

/** Offers to make a card of the next column that rests on these; nothing where there is no such card. */
export function MakeNext({ labels, kind = "plain" }: MakeNextProps) {
	const t = useWords();
	const next = nextKind(labels);
	if (next === null) return null;
	return (
		<Button kind={kind} onClick={() => openNewCard(next, labels)}>
			{t(`command.make.${next}`)} <Keys written="I" />
		</Button>
	);
}
