import { useState } from "react";
import { ActionMenu } from "../../components/ActionMenu";
import { InlineEdit } from "../../components/InlineEdit";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { Discovery } from "../../ipc/bindings";
import { archiveDiscovery, changeDiscovery, deleteDiscovery } from "../../shared/discoveries/actions";
import { exportEvidencePack } from "../../shared/discoveries/pack";
import { forbidSending } from "../../shared/discoveries/sending";
import { exportDiscoveries } from "../../shared/discoveries/transfer";
import { openDiscovery } from "../../state/current";
import { openSentRequests } from "../../state/sentRequests";
import styles from "./DiscoveryRow.module.css";

interface DiscoveryRowProps {
	discovery: Discovery;
	open: boolean;
	tabStop: boolean;
}

export function DiscoveryRow({ discovery, open, tabStop }: DiscoveryRowProps) {
	const t = useWords();
	const [renaming, setRenaming] = useState(false);
	const [refocus, setRefocus] = useState(false);
	const { id, title, facts, waiting, archived } = discovery;

	if (renaming) {
		return (
			<li className={styles.row}>
				<InlineEdit
					name={t("library.renameLabel", { title })}
					value={title}
					editing
					onSave={(next) => void changeDiscovery(id, { title: next })}
					onDone={(byKey) => {
						setRenaming(false);
						setRefocus(byKey);
					}}
				/>
			</li>
		);
	}
	return (
		<li className={styles.row} data-current={open}>
			<button
				type="button"
				data-open
				className={styles.open}
				// biome-ignore lint/a11y/noAutofocus: the focus comes back from the field that stood here.
				autoFocus={refocus}
				aria-current={open ? "page" : undefined}
				tabIndex={tabStop ? 0 : -1}
				onClick={() => openDiscovery(id)}
				onDoubleClick={() => setRenaming(true)}
				onKeyDown={(event) => {
					if (event.key !== "F2") return;
					event.preventDefault();
					setRenaming(true);
				}}
			>
				<span className={styles.title}>{title}</span>
				<span className={styles.counts}>
					{waiting > 0
						? t("app.waitingCount", { count: waiting, shown: number(waiting) })
						: t("facts.total", { count: facts, shown: number(facts) })}
				</span>
			</button>
			<ActionMenu
				name={t("library.actions", { title })}
				className={styles.menu}
				actions={[
					{ words: t("library.rename"), run: () => setRenaming(true) },
					{ words: t("library.export"), run: () => void exportDiscoveries([discovery]) },
					{ words: t("pack.make"), about: t("pack.about"), run: () => void exportEvidencePack(discovery) },
					{
						words: archived ? t("library.unarchive") : t("library.archive"),
						run: () => void archiveDiscovery(discovery),
					},
					{ words: t("library.sent"), run: () => openSentRequests({ discovery: id }) },
					{ words: t("library.forbid"), run: () => void forbidSending(discovery) },
					{ words: t("library.delete"), run: () => void deleteDiscovery(discovery), grave: true },
				]}
			/>
		</li>
	);
}
