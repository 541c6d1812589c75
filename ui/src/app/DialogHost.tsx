import { lazy, Suspense } from "react";
import { DuplicateHoldsDialog } from "../features/facts/DuplicateHoldsDialog";
import { ManyFactsDialog } from "../features/facts/ManyFactsDialog";
import type { DiscoveryDetail, LibraryState } from "../ipc/bindings";
import { useNewCard } from "../shared/cards/newCard";
import { usePackCheck } from "../shared/discoveries/pack";
import { useAddReport } from "../shared/inputs/report";
import { useSimilarTexts } from "../shared/inputs/similarTexts";
import { useFactItemQuestion } from "../shared/items/factItemQuestion";
import { useAnswerWaits } from "../state/answerWaits";
import { chooseConversation } from "../state/chosenConversation";
import { useConsentQuestion } from "../state/consent";
import { useDialogs } from "../state/dialogs";
import { useSentRequests } from "../state/sentRequests";
// Not fetched when it is asked for: people type on at once after Ctrl K.
import { Palette } from "./Palette";

const SearchDialog = lazy(() => import("../features/retrieval/SearchDialog"));
const KeySheet = lazy(() => import("./KeySheet"));
const AddTextDialog = lazy(() => import("../features/inputs/AddTextDialog"));
const AddReportDialog = lazy(() => import("../features/inputs/AddReportDialog"));
const AlikeTextDialog = lazy(() => import("../features/inputs/SimilarTextDialog"));
const NewDiscoveryDialog = lazy(() => import("../features/library/NewDiscoveryDialog"));
const AnswerWaitsDialog = lazy(() => import("../features/chat/sources/AnswerWaitsDialog"));
const PacksDialog = lazy(() => import("../features/library/PacksDialog"));
const CheckDialog = lazy(() => import("../features/library/CheckDialog"));
const ImportDialog = lazy(() => import("../features/transfer/ImportDialog"));
const ExportDialog = lazy(() => import("../features/transfer/ExportDialog"));
const CopiesDialog = lazy(() => import("../features/transfer/CopiesDialog"));
const HistoryDialog = lazy(() => import("../features/facts/past/HistoryDialog"));
const ProvidersDialog = lazy(() => import("../features/providers/ProvidersDialog"));
const ConsentDialog = lazy(() => import("../features/providers/ConsentDialog"));
const SentRequestsDialog = lazy(() => import("../features/providers/SentRequestsDialog"));
const PackCheckDialog = lazy(() => import("../features/evidencePack/PackCheckDialog"));
const FactItemDialog = lazy(() => import("../features/items/FactItemDialog"));
const MakeDialog = lazy(() => import("../features/pipeline/MakeDialog"));
const SettingsDialog = lazy(() => import("../features/settings/SettingsDialog"));

interface DialogHostProps {
	detail: DiscoveryDetail | null;
	library: LibraryState | null;
}

/** The window's own dialogs, fetched when they are first opened. */
export function DialogHost({ detail, library }: DialogHostProps) {
	const open = useDialogs((dialogs) => dialogs.open);
	const close = useDialogs((dialogs) => dialogs.close);
	const sent = useSentRequests(({ of }) => of);
	const asksItem = useFactItemQuestion(({ question }) => question !== null);
	const making = useNewCard(({ request }) => request);
	const pack = usePackCheck(({ report }) => report);
	const question = useConsentQuestion((store) => store.question);
	const alikeText = useSimilarTexts((store) => store.question);
	const addReport = useAddReport(({ report }) => report);
	const answers = useAnswerWaits();
	const [match] = answers.waiting;
	const discovery = detail?.discovery ?? null;
	return (
		<Suspense>
			<DuplicateHoldsDialog />
			<ManyFactsDialog />
			{open === "palette" && <Palette onClose={close} />}
			{open === "search" && <SearchDialog onClose={close} openConversation={chooseConversation} />}
			{open === "keys" && <KeySheet onClose={close} />}
			{open === "addText" && <AddTextDialog discovery={discovery} onClose={close} />}
			{open === "newDiscovery" && <NewDiscoveryDialog onClose={close} />}
			{open === "packs" && <PacksDialog detail={detail} onClose={close} />}
			{open === "check" && <CheckDialog discovery={discovery} onClose={close} />}
			{open === "history" && <HistoryDialog discovery={discovery} onClose={close} />}
			{open === "import" && <ImportDialog />}
			{open === "export" && <ExportDialog onClose={close} />}
			{open === "copies" && <CopiesDialog onClose={close} />}
			{open === "providers" && <ProvidersDialog discovery={discovery} onClose={close} />}
			{open === "settings" && library && <SettingsDialog library={library} onClose={close} />}
			{making && discovery && <MakeDialog discovery={discovery.id} {...making} />}
			{asksItem && <FactItemDialog />}
			{pack && <PackCheckDialog report={pack} />}
			{sent && <SentRequestsDialog of={sent} />}
			{addReport && <AddReportDialog report={addReport} />}
			{alikeText && <AlikeTextDialog question={alikeText} />}
			{match && <AnswerWaitsDialog key={match.fact} discovery={answers.discovery} match={match} />}
			{question && <ConsentDialog question={question} />}
		</Suspense>
	);
}
