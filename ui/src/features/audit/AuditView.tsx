import { Tabbed } from "../../components/Tabbed";
import { useWords } from "../../i18n/useWords";
import { useNavigation, type ViewProps } from "../../state/navigation";
import { BundlesTab } from "./BundlesTab";
import { CoverageTab } from "./coverage/CoverageTab";

/** How every fact came to be, and what became of everything that was read. */
export default function AuditView({ detail }: ViewProps) {
	const t = useWords();
	const tab = useNavigation((navigation) => navigation.auditTab);
	return (
		<Tabbed
			name={t("view.audit")}
			open={tab}
			onOpen={(auditTab) => useNavigation.setState({ auditTab })}
			tabs={[
				{ id: "bundles", title: t("audit.bundles"), panel: <BundlesTab detail={detail} /> },
				{ id: "coverage", title: t("coverage.title"), panel: <CoverageTab detail={detail} /> },
			]}
		/>
	);
}
