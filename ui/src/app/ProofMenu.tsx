import { ShieldCheck } from "lucide-react";
import { runCommand } from "../commands/bindings";
import { type CommandId, catalog } from "../commands/catalog";
import { ActionMenu } from "../components/ActionMenu";
import { useWords } from "../i18n/useWords";
import styles from "./Header.module.css";

const proofs: readonly CommandId[] = [
	"view.audit",
	"history.show",
	"discovery.check",
	"sent.show",
	"pack.make",
	"pack.check",
	"discovery.export",
];

/** All by which others can see that what is said here is so. */
export function ProofMenu() {
	const t = useWords();
	return (
		<ActionMenu
			name={t("app.proof")}
			className={styles.proof}
			actions={proofs.map((id) => ({
				words: t(catalog[id].title),
				...(id === "pack.make" && { about: t("pack.about") }),
				run: () => void runCommand(id),
				leads: true,
			}))}
		>
			<ShieldCheck size={16} aria-hidden />
			<span className={styles.proofWords}>{t("app.proof")}</span>
		</ActionMenu>
	);
}
