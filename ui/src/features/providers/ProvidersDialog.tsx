import { useQuery } from "@tanstack/react-query";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { LoadingMark } from "../../components/LoadingMark";
import { useWords } from "../../i18n/useWords";
import type { Discovery } from "../../ipc/bindings";
import { providerQuery } from "../../ipc/providerQueries";
import { ProvidersForm } from "./ProvidersForm";

interface ProvidersDialogProps {
	discovery: Discovery | null;
	onClose: () => void;
}

/** Shows who reads and answers, for each task, and who may see the open discovery. */
export default function ProvidersDialog({ discovery, onClose }: ProvidersDialogProps) {
	const t = useWords();
	const settings = useQuery(providerQuery);
	if (settings.data) return <ProvidersForm state={settings.data} discovery={discovery} onClose={onClose} />;
	return (
		<Dialog
			open
			onClose={onClose}
			title={t("provider.title")}
			width="large"
			actions={<Button onClick={onClose}>{t("app.close")}</Button>}
		>
			{settings.isError ? (
				<ErrorNote error={settings.error} onRetry={() => void settings.refetch()} />
			) : (
				<LoadingMark />
			)}
		</Dialog>
	);
}
