import { PanelLeftClose, PanelRightClose } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../../components/IconButton";
import { ResizeHandle } from "../../components/ResizeHandle";
import { useWords } from "../../i18n/useWords";
import { usePanels, widthOf } from "../../state/panels";
import styles from "./Panel.module.css";
import { useWork, type WorkPanel } from "./work";

interface PanelProps {
	id: WorkPanel;
	title: string;
	children: ReactNode;
}

/** A panel of the Work screen: folded to its name, and as wide as it was left. The conversation takes what is left. */
export function Panel({ id, title, children }: PanelProps) {
	const t = useWords();
	const folded = useWork((work) => work.folded[id]);
	const fold = useWork((work) => work.fold);
	const width = usePanels((panels) => (id === "conversation" ? undefined : widthOf(panels, id)));
	const Icon = id === "state" ? PanelRightClose : PanelLeftClose;
	if (folded) {
		return (
			<section className={styles.folded} data-panel={id} aria-label={title}>
				<button type="button" className={styles.unfold} aria-expanded={false} onClick={() => fold(id, false)}>
					<span className={styles.upright}>{title}</span>
				</button>
			</section>
		);
	}
	return (
		<section className={styles.panel} data-panel={id} style={{ width }} aria-label={title}>
			<header className={styles.head}>
				<h2 className={styles.title}>{title}</h2>
				<IconButton
					name={t("work.fold", { panel: title })}
					icon={<Icon size={16} aria-hidden />}
					aria-expanded
					onClick={() => fold(id, true)}
				/>
			</header>
			{children}
			{id !== "conversation" && <ResizeHandle panel={id} name={t("work.resize", { panel: title })} />}
		</section>
	);
}
