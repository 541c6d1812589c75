import { useQuery } from "@tanstack/react-query";
import { runCommand } from "../commands/bindings";
import { Button } from "../components/Button";
import { EmptyState } from "../components/EmptyState";
import { useWords } from "../i18n/useWords";
import { discoveriesQuery } from "../ipc/queries";

/** No discovery is open: the first start offers three first steps, later ones point to the library. */
export function Start() {
	const t = useWords();
	const { data } = useQuery(discoveriesQuery("", false));
	if (!data) return null;
	const first = data.length === 0;
	return (
		<EmptyState
			title={first ? t("start.title") : t("start.pickTitle")}
			text={first ? t("start.text") : t("start.pickText")}
		>
			<Button kind={first ? "primary" : "plain"} onClick={() => runCommand("discovery.sample")}>
				{t("start.sample")}
			</Button>
			<Button onClick={() => runCommand("input.addText")}>{t("start.addText")}</Button>
			<Button onClick={() => runCommand("input.addFiles")}>{t("start.openFile")}</Button>
		</EmptyState>
	);
}
