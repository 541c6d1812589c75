import { Button } from "../../components/Button";
import { Keys } from "../../components/Keys";
import { useWords } from "../../i18n/useWords";
import type { Label } from "../../ipc/label";
import { useCurrentDiscovery } from "../../state/current";
import { nextKind, onlyOutput, openNewCard } from "./newCard";
import { openAsReport } from "./openAsReport";

interface MakeNextProps {
	labels: readonly Label[];
	kind?: "plain" | "quiet";
}

/** Offers to make a card of the next column that rests on these, or to open an Output as a report; else nothing. */
export function MakeNext({ labels, kind = "plain" }: MakeNextProps) {
	const t = useWords();
	const next = nextKind(labels);
	const discovery = useCurrentDiscovery();
	const output = onlyOutput(labels);
	if (output !== null && discovery !== null)
		return (
			<Button kind={kind} onClick={() => void openAsReport(discovery, output)}>
				{t("report.openAsReport")} <Keys written="I" />
			</Button>
		);
	if (next === null) return null;
	return (
		<Button kind={kind} onClick={() => openNewCard(next, labels)}>
			{t(`command.make.${next}`)} <Keys written="I" />
		</Button>
	);
}
