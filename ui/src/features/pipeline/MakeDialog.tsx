import { Dialog } from "../../components/Dialog";
import { useWords } from "../../i18n/useWords";
import { show } from "../../shared/cards/hand";
import { MakeForm } from "../../shared/cards/MakeForm";
import { doneMaking, type MadeKind } from "../../shared/cards/making";
import { isOnMap, useNavigation } from "../../state/navigation";

interface MakeDialogProps {
	discovery: string;
	kind: MadeKind;
	from: readonly string[];
}

/** A new card over whatever is shown: what was selected there is what it rests on. */
export default function MakeDialog({ discovery, kind, from }: MakeDialogProps) {
	const t = useWords();
	return (
		<Dialog open onClose={doneMaking} title={t(`command.make.${kind}`)} light>
			<MakeForm
				discovery={discovery}
				kind={kind}
				from={from}
				onLeave={doneMaking}
				onMade={(label) => {
					doneMaking();
					if (isOnMap(useNavigation.getState().view)) show(label, "pipeline");
				}}
			/>
		</Dialog>
	);
}
