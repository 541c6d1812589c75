import { CloudOff } from "lucide-react";
import { Tooltip } from "../components/Tooltip";
import { useWords } from "../i18n/useWords";
import styles from "./ProviderBadge.module.css";

/** Always visible: where text would go if it were sent. */
export function ProviderBadge({ provider }: { provider: string }) {
	const t = useWords();
	const explanation = provider === "Offline" ? t("app.providerOffline") : t("app.provider", { name: provider });
	return (
		<Tooltip words={explanation}>
			<button type="button" className={styles.badge} aria-label={t("app.provider", { name: provider })}>
				<CloudOff size={14} aria-hidden />
				{provider}
			</button>
		</Tooltip>
	);
}
