import { Dialog } from "../../components/Dialog";
import { useWords } from "../../i18n/useWords";
import { selectLinked } from "../../shared/cards/cardSelection";
import { MakeForm } from "../../shared/cards/MakeForm";
import { type CreatableKind, closeNewCard } from "../../shared/cards/newCard";
import { isMapView, useNavigation } from "../../state/navigation";

interface MakeDialogProps {
	discovery: string;
	kind: CreatableKind;
	from: readonly string[];
}

/** A new card over whatever is shown: what was selected there is what it rests on. */
export default function MakeDialog({ discovery, kind, from }: MakeDialogProps) {
	const t = useWords();
	return (
		<Dialog open onClose={closeNewCard} title={t(`command.make.${kind}`)} light>
			<MakeForm
				discovery={discovery}
				kind={kind}
				from={from}
				onLeave={closeNewCard}
				onMade={(label) => {
					closeNewCard();
					if (isMapView(useNavigation.getState().view)) selectLinked(label, "pipeline");
				}}
			/>
		</Dialog>
	);
}
