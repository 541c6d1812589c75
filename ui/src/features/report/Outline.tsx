import type { KeyboardEvent } from "react";
import { ActionMenu } from "../../components/ActionMenu";
import { Button } from "../../components/Button";
import { useWords } from "../../i18n/useWords";
import type { ReportSection } from "../../ipc/bindings";
import styles from "./Outline.module.css";
import { down, indent, outdent, up } from "./place";

interface OutlineProps {
	sections: readonly ReportSection[];
	open: string;
	onOpen: (section: string) => void;
	onAdd: (place: Readonly<Record<string, string>>) => Promise<void>;
	onChange: (tool: string, given: Readonly<Record<string, string>>) => Promise<unknown>;
}

/** The sections with their numbers. Alt and the arrows move the one that has the focus. */
export function Outline({ sections, open, onOpen, onAdd, onChange }: OutlineProps) {
	const t = useWords();
	const move = (id: string, to: Readonly<Record<string, string>> | null) => {
		if (to) void onChange("move_section", { section: id, ...to });
	};
	const onKeyDown = (event: KeyboardEvent, id: string) => {
		const moves = { ArrowUp: up, ArrowDown: down, ArrowRight: indent, ArrowLeft: outdent };
		const find = moves[event.key as keyof typeof moves];
		if (!event.altKey || !find) return;
		event.preventDefault();
		move(id, find(sections, id));
	};
	const actions = ({ id }: ReportSection) => [
		{ words: t("report.addAfter"), run: () => void onAdd({ after: id }) },
		{ words: t("report.addUnder"), run: () => void onAdd({ parent: id }) },
		{ words: t("report.up"), run: () => move(id, up(sections, id)) },
		{ words: t("report.down"), run: () => move(id, down(sections, id)) },
		{ words: t("report.indent"), run: () => move(id, indent(sections, id)) },
		{ words: t("report.outdent"), run: () => move(id, outdent(sections, id)) },
		{ words: t("report.delete"), run: () => void onChange("delete_section", { section: id }), grave: true },
	];
	return (
		<nav className={styles.outline} aria-label={t("report.outline")}>
			<ol className={styles.list}>
				{sections.map((section) => (
					<li key={section.id} className={styles.row} data-open={section.id === open}>
						<button
							type="button"
							className={styles.line}
							style={{ paddingInlineStart: `calc(var(--s3) * ${section.depth})` }}
							aria-current={section.id === open}
							onClick={() => onOpen(section.id)}
							onKeyDown={(event) => onKeyDown(event, section.id)}
						>
							<span className={styles.number}>{section.number}</span>
							<span className={styles.title}>{section.title}</span>
							{section.citations.some((citation) => citation.stale) && <span aria-hidden>↻</span>}
						</button>
						<ActionMenu name={t("report.sectionActions", { title: section.title })} actions={actions(section)} />
					</li>
				))}
			</ol>
			<Button kind="quiet" onClick={() => void onAdd({})}>
				{t("report.addSection")}
			</Button>
		</nav>
	);
}
