import { Dialog as Base } from "@base-ui/react/dialog";
import { type KeyboardEvent, useId, useState } from "react";
import { isAvailable, keysOf, runCommand, useBindings } from "../commands/bindings";
import { catalog, commandIds } from "../commands/catalog";
import { listedActions } from "../commands/listedActions";
import { rank } from "../commands/rank";
import { KeysRest } from "../components/Dialog";
import { Keys } from "../components/Keys";
import { useWords } from "../i18n/useWords";
import { openSearchFor } from "../state/searchFor";
import styles from "./Palette.module.css";

/** Every command that can act now, by name. Arrows choose, Enter runs, Escape goes back. */
export function Palette({ onClose }: { onClose: () => void }) {
	const t = useWords();
	const list = useId();
	const bindings = useBindings();
	const [search, setSearch] = useState("");
	const [chosen, setChosen] = useState(0);

	const [ofMenus] = useState(listedActions);

	const named: Offered[] = commandIds
		.filter((id) => !catalog[id].unlisted && isAvailable(id, bindings))
		.map((id) => ({
			id,
			title: t(catalog[id].title),
			group: t(catalog[id].group),
			keys: keysOf(id)[0],
			run: () => runCommand(id),
		}));
	const others: Offered[] = ofMenus.map(({ group, action: { words, run } }, at) => ({
		id: `menu-${at}`,
		title: words,
		group,
		run,
	}));
	const ranked = rank([...named, ...others], search);
	// Words that name no command are looked for in the texts.
	const typed = search.trim();
	const inTexts = {
		id: "texts",
		title: t("library.searchTexts", { search: typed }),
		group: "",
		run: () => openSearchFor(typed),
	};
	const found = ranked.length === 0 && typed !== "" ? [inTexts] : ranked;
	const active = found[Math.min(chosen, found.length - 1)];

	// The dialog has to be gone, and the focus back, before the command acts on what has the focus.
	const run = (item: Offered) => {
		onClose();
		setTimeout(item.run);
	};
	const onKeyDown = (event: KeyboardEvent) => {
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (step !== undefined && found.length > 0) {
			event.preventDefault();
			setChosen((Math.min(chosen, found.length - 1) + step + found.length) % found.length);
		}
		if (event.key === "Enter" && active) {
			event.preventDefault();
			run(active);
		}
	};

	return (
		<Base.Root open onOpenChange={(open) => !open && onClose()}>
			<Base.Portal>
				<Base.Backdrop className={styles.backdrop} />
				<Base.Popup className={styles.popup} aria-label={t("command.find")}>
					<KeysRest />
					<input
						className={styles.search}
						role="combobox"
						aria-expanded
						aria-controls={list}
						aria-activedescendant={active ? `${list}-${active.id}` : undefined}
						aria-label={t("command.find")}
						placeholder={t("command.find")}
						value={search}
						onChange={(event) => {
							setSearch(event.target.value);
							setChosen(0);
						}}
						onKeyDown={onKeyDown}
					/>
					<div id={list} role="listbox" aria-label={t("command.find")} className={styles.list}>
						{found.map((item) => (
							<PaletteRow
								key={item.id}
								rowId={`${list}-${item.id}`}
								item={item}
								selected={item === active}
								onRun={() => run(item)}
							/>
						))}
					</div>
					{ranked.length === 0 && (
						<p role="status" className={styles.none}>
							{t("command.none")}
						</p>
					)}
				</Base.Popup>
			</Base.Portal>
		</Base.Root>
	);
}

interface Offered {
	id: string;
	title: string;
	group: string;
	keys?: string | undefined;
	run: () => void;
}

interface PaletteRowProps {
	rowId: string;
	item: Offered;
	selected: boolean;
	onRun: () => void;
}

function PaletteRow({ rowId, item, selected, onRun }: PaletteRowProps) {
	return (
		<div
			id={rowId}
			role="option"
			tabIndex={-1}
			aria-selected={selected}
			className={styles.row}
			ref={selected ? (row) => row?.scrollIntoView({ block: "nearest" }) : undefined}
			onClick={onRun}
			onKeyDown={undefined}
		>
			<span className={styles.name}>{item.title}</span>
			<span className={styles.group}>{item.group}</span>
			{item.keys && <Keys written={item.keys} />}
		</div>
	);
}
