import { Button } from "../../components/Button";
import { Keys } from "../../components/Keys";
import { useWords } from "../../i18n/useWords";
import type { InputLocation } from "../../state/navigation";
import { AddFactForm } from "./AddFactForm";
import { Float } from "./Float";
import { useSource } from "./sourceState";
import type { SelectedText } from "./useSelectedText";

interface AddFactProps {
	discovery: string;
	input: string;
	selected: SelectedText | null;
}

/** Beside words that the analyst selected: the offer to make a fact of them, then its form. */
export function AddFact({ discovery, input, selected }: AddFactProps) {
	const t = useWords();
	const addition = useSource((state) => state.addition);
	const marked = useSource((state) => state.marked);
	const begin = useSource((state) => state.beginAddition);
	if (addition?.open && addition.input === input) {
		return (
			<Float words={addition}>
				<AddFactForm discovery={discovery} addition={addition} />
			</Float>
		);
	}
	if (!selected || isWithin(selected, marked)) return null;
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

/** Words that a citation or a hit led to are selected too, and nobody means to make a fact of them yet. */
function isWithin({ input, start, end }: SelectedText, marked: InputLocation | null): boolean {
	return marked !== null && marked.input === input && start >= marked.start && end <= marked.end;
}
