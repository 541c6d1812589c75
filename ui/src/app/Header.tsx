import { PanelLeft, PanelRight, Redo2, Search, Settings, Undo2 } from "lucide-react";
import { useRef } from "react";
import { runCommand } from "../commands/bindings";
import { useCommand } from "../commands/useCommand";
import { IconButton } from "../components/IconButton";
import { InlineEdit } from "../components/InlineEdit";
import { Keys } from "../components/Keys";
import { WaitingRuns } from "../features/longDocuments/WaitingRuns";
import { useTranslateMessage } from "../i18n/backendMessages";
import { useWords } from "../i18n/useWords";
import type { DiscoveryDetail } from "../ipc/bindings";
import { changeDiscovery } from "../shared/discoveries/actions";
import { useNextSteps } from "../state/steps";
import styles from "./Header.module.css";
import { ProofMenu } from "./ProofMenu";
import { ProviderBadge } from "./ProviderBadge";

interface HeaderProps {
	detail: DiscoveryDetail | null;
	/** Null until it is known. */
	provider: string | null;
}

/** Title and goal edited in place, undo and redo, the palette, and where text would go if it were sent. */
export function Header({ detail, provider }: HeaderProps) {
	const t = useWords();
	const say = useTranslateMessage();
	const { undo, redo } = useNextSteps(detail);
	return (
		<header className={styles.header}>
			<div className={styles.top}>
				<IconButton name={t("command.sidebar")} command="window.sidebar" icon={<PanelLeft size={16} aria-hidden />} />
				{detail ? <Heading key={detail.discovery.id} detail={detail} /> : <h1 className="visually-hidden">Factly</h1>}
				<div className={styles.tools}>
					<WaitingRuns />
					<IconButton
						name={undo ? t("app.undoNamed", { name: say(undo.name) }) : t("app.nothingToUndo")}
						command="edit.undo"
						icon={<Undo2 size={16} aria-hidden />}
						aria-disabled={undo === null}
					/>
					<IconButton
						name={redo ? t("app.redoNamed", { name: say(redo.name) }) : t("app.nothingToRedo")}
						command="edit.redo"
						icon={<Redo2 size={16} aria-hidden />}
						aria-disabled={redo === null}
					/>
					<button type="button" className={styles.palette} onClick={() => runCommand("palette.open")}>
						<Search size={14} aria-hidden />
						<span className={styles.paletteWords}>{t("app.palette")}</span>
						<Keys written="Mod+K" />
					</button>
					{detail && <ProofMenu />}
					<ProviderBadge provider={provider} />
					<IconButton name={t("settings.title")} command="settings.open" icon={<Settings size={16} aria-hidden />} />
					<IconButton
						name={t("command.inspector")}
						command="window.inspector"
						icon={<PanelRight size={16} aria-hidden />}
					/>
				</div>
			</div>
		</header>
	);
}

function Heading({ detail: { discovery } }: { detail: DiscoveryDetail }) {
	const t = useWords();
	const title = useRef<HTMLButtonElement>(null);
	useCommand("discovery.rename", () => title.current?.click());
	return (
		<div className={styles.heading}>
			<h1 className={styles.titleBox}>
				<InlineEdit
					className={styles.title}
					buttonRef={title}
					name={t("app.title")}
					value={discovery.title}
					onSave={(next) => void changeDiscovery(discovery.id, { title: next })}
				/>
			</h1>
			<InlineEdit
				className={styles.goal}
				growing
				name={t("app.goal")}
				value={discovery.goal}
				itemsOf={discovery.id}
				placeholder={t("app.addGoal")}
				allowEmpty
				onSave={(goal) => void changeDiscovery(discovery.id, { goal })}
			/>
		</div>
	);
}
