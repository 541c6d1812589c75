import { Button } from "../../components/Button";
import { Keys } from "../../components/Keys";
import { useWords } from "../../i18n/useWords";
import { AddFactForm } from "./AddFactForm";
import { Float } from "./Float";
import { useSource } from "./sourceState";
import type { SelectedText } from "./useSelectedText";

interface AddFactProps {
	discovery: string;
	input: string;
	selected: SelectedText | null;
}

/** Under selected words: the offer to make a fact of them, then its form. */
export function AddFact({ discovery, input, selected }: AddFactProps) {
	const t = useWords();
	const addition = useSource((state) => state.addition);
	const begin = useSource((state) => state.beginAddition);
	if (addition?.open && addition.input === input) {
		return (
			<Float words={addition}>
				<AddFactForm discovery={discovery} addition={addition} />
			</Float>
		);
	}
	if (!selected) return null;
	return (
		<Float words={selected} atEnd>
			{/* It acts on the press, which takes no selection away: until it ends, the text may move or the selection go. */}
			<Button
				onPointerDown={(event) => {
					event.preventDefault();
					if (event.button === 0) begin(selected);
				}}
				onClick={() => begin(selected)}
			>
				{t("source.addFromThis")} <Keys written="N" />
			</Button>
		</Float>
	);
}
