import type { ViewProps } from "../../app/views";
import { EmptyState } from "../../components/EmptyState";
import { useWords } from "../../i18n/useWords";

export default function Inspector(_: ViewProps) {
	const t = useWords();
	return <EmptyState title={t("inspector.nothing")} text={t("inspector.nothingText")} />;
}
