import type { KeyboardEvent } from "react";
import { runCommand } from "../../commands/bindings";
import { useWords } from "../../i18n/useWords";
import type { DiscoveryDetail } from "../../ipc/bindings";
import { useNavigation } from "../../state/navigation";
import styles from "./InputPicker.module.css";
import { InputRow } from "./InputRow";
import { useActiveInput } from "./useActiveInput";

interface InputPickerProps {
	detail: DiscoveryDetail;
	naming: boolean;
	/** One was chosen. */
	onRead: () => void;
}

/** The Inputs of a discovery: choose the one to read, whose name may be at hand at once, rename, delete, read the rest, retry what failed. */
export function InputPicker({ detail, naming, onRead }: InputPickerProps) {
	const t = useWords();
	const active = useActiveInput(detail);
	const read = useNavigation((navigation) => navigation.read);
	return (
		<section className={styles.picker} aria-label={t("inputs.title")}>
			<header className={styles.header}>
				<h2>{t("inputs.title")}</h2>
			</header>
			{detail.inputs.length === 0 ? (
				<div className={styles.none}>
					<p>{t("inputs.none")}</p>
					<button type="button" className={styles.first} onClick={() => runCommand("input.addText")}>
						{t("inputs.add")}
					</button>
				</div>
			) : (
				<ul className={styles.list} onKeyDown={moveFocus}>
					{detail.inputs.map((input) => (
						<InputRow
							key={input.id}
							discovery={detail.discovery.id}
							input={input}
							active={input.id === active?.id}
							naming={naming && input.id === active?.id}
							onRead={() => {
								read(detail.discovery.id, input.id);
								onRead();
							}}
						/>
					))}
				</ul>
			)}
		</section>
	);
}

function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
	const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
	if (step === undefined || !(event.target instanceof HTMLElement) || !event.target.matches("[data-read]")) return;
	const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-read]")];
	rows[rows.indexOf(event.target) + step]?.focus();
	event.preventDefault();
}
