import { Cloud, CloudOff, Monitor } from "lucide-react";
import { runCommand } from "../commands/bindings";
import { Tooltip } from "../components/Tooltip";
import { useWords } from "../i18n/useWords";
import { isLocalAddress } from "../shared/providers/names";
import styles from "./ProviderBadge.module.css";

/** Shows the destination of text if it were sent; until that is known, the room for it. A press opens the providers. */
export function ProviderBadge({ provider: known }: { provider: string | null }) {
	const t = useWords();
	const provider = known ?? "Offline";
	const isOffline = provider === "Offline";
	// The host names the hosts of all tasks.
	const staysHere = provider.split(", ").every((host) => isLocalAddress(`http://${host}`));
	const explanation = isOffline
		? t("app.providerOffline")
		: t(staysHere ? "provider.badgeHere" : "provider.badge", { name: provider });
	const Icon = isOffline ? CloudOff : staysHere ? Monitor : Cloud;
	return (
		<Tooltip words={explanation}>
			<button
				type="button"
				className={styles.badge}
				style={{ visibility: known === null ? "hidden" : undefined }}
				aria-label={t("app.provider", { name: provider })}
				onClick={() => runCommand("provider.open")}
			>
				<Icon size={14} aria-hidden className={styles.icon} />
				<span className={styles.name}>{provider}</span>
			</button>
		</Tooltip>
	);
}
