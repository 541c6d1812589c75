import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { useWords } from "../../i18n/useWords";
import { usePipeline } from "../../shared/cards/state";
import { DeriveDialog } from "./DeriveDialog";
import { DuplicateScan } from "./DuplicateScan";
import { SuggestionList } from "./SuggestionList";

/** Shows the sheet over the grid, one at a time. */
export function Sheets({ discovery }: { discovery: string }) {
	const t = useWords();
	const sheet = usePipeline((now) => now.sheet);
	const close = () => usePipeline.setState({ sheet: null });
	if (sheet?.kind === "derive") return <DeriveDialog discovery={discovery} from={sheet.from} onClose={close} />;
	if (sheet?.kind === "duplicates") return <DuplicateScan discovery={discovery} first={sheet.column} onClose={close} />;
	if (sheet?.kind === "suggestions") {
		return (
			<Dialog
				open
				onClose={close}
				title={t("pipeline.suggestions")}
				width="wide"
				actions={
					<Button kind="primary" onClick={close}>
						{t("app.close")}
					</Button>
				}
			>
				<SuggestionList discovery={discovery} />
			</Dialog>
		);
	}
	return null;
}
