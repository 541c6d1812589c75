import { Popover } from "@base-ui/react/popover";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { SearchField } from "../../components/SearchField";
import { Select } from "../../components/Select";
import { Toggle } from "../../components/Toggle";
import { useWords } from "../../i18n/useWords";
import type { ScopeItem } from "../../ipc/bindings";
import styles from "./ScopePicker.module.css";
import { type ScopeKind, useWork } from "./work";

/** More are found by searching. */
const MOST_SHOWN = 100;

interface ScopePickerProps {
	discovery: string;
	scope: { kind: ScopeKind; items: readonly string[] };
	choices: readonly ScopeItem[];
}

/** The whole project, one item or several. */
export function ScopePicker({ discovery, scope, choices }: ScopePickerProps) {
	const t = useWords();
	const set = useWork((work) => work.scope);
	const known = scope.items.filter((id) => choices.some((item) => item.id === id));
	const kinds: readonly ScopeKind[] = ["project", "item", "items"];
	const choose = (kind: ScopeKind) => {
		const first = choices[0];
		const items = known.length > 0 || !first ? known : kind === "project" ? known : [first.id];
		set(discovery, { kind, items });
	};
	return (
		<div className={styles.scope}>
			<Toggle
				name={t("work.scope")}
				value={scope.kind}
				options={kinds.map((value) => ({ value, words: t(`work.scope.${value}`) }))}
				onChange={choose}
			/>
			{scope.kind === "item" && choices.length > 0 && (
				<Select
					name={t("work.item")}
					value={known[0] ?? ""}
					options={choices.map(({ id, name }) => ({ value: id, words: name }))}
					onChange={(item) => set(discovery, { kind: "item", items: [item, ...known.filter((id) => id !== item)] })}
				/>
			)}
			{scope.kind === "items" && choices.length > 0 && (
				<Several choices={choices} chosen={known} onChange={(items) => set(discovery, { kind: "items", items })} />
			)}
		</div>
	);
}

interface SeveralProps {
	choices: readonly ScopeItem[];
	chosen: readonly string[];
	onChange: (items: readonly string[]) => void;
}

function Several({ choices, chosen, onChange }: SeveralProps) {
	const t = useWords();
	const [sought, setSought] = useState("");
	const wanted = sought.trim().toLocaleLowerCase();
	const matching = choices.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
	const names = choices.filter(({ id }) => chosen.includes(id)).map(({ name }) => name);
	const turn = (id: string) =>
		onChange(
			chosen.includes(id)
				? chosen.filter((one) => one !== id)
				: choices.map((item) => item.id).filter((one) => one === id || chosen.includes(one)),
		);
	return (
		<Popover.Root>
			<Popover.Trigger className={styles.trigger}>
				<span className={styles.names}>{names.length === 0 ? t("work.chooseItems") : names.join(", ")}</span>
				<ChevronDown size={14} aria-hidden />
			</Popover.Trigger>
			<Popover.Portal>
				<Popover.Positioner sideOffset={4} align="start">
					<Popover.Popup className={styles.popup} aria-label={t("work.chooseItems")}>
						<SearchField name={t("work.findItem")} value={sought} onChange={setSought} />
						<div className={styles.list} role="group" aria-label={t("work.scope.items")}>
							{matching.slice(0, MOST_SHOWN).map(({ id, name }) => (
								<label key={id} className={styles.item}>
									<input type="checkbox" checked={chosen.includes(id)} onChange={() => turn(id)} />
									<span>{name}</span>
								</label>
							))}
						</div>
						{matching.length > MOST_SHOWN && <p>{t("work.moreItems", { count: matching.length - MOST_SHOWN })}</p>}
					</Popover.Popup>
				</Popover.Positioner>
			</Popover.Portal>
		</Popover.Root>
	);
}
