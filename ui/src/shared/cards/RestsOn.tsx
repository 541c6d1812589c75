import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type KeyboardEvent, useDeferredValue, useId, useState } from "react";
import { withItemNames } from "../../components/mentions/names";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { Card, Kind } from "../../ipc/bindings";
import type { Label } from "../../ipc/label";
import { carryingQuery, entityQuery } from "../../ipc/pipelineQueries";
import { kindOf } from "./kinds";
import styles from "./RestsOn.module.css";
import { StatusMark } from "./StatusMark";

interface RestsOnProps {
	discovery: string;
	/** The column that is searched. */
	kind: Kind;
	labels: readonly Label[];
	onChange: (labels: Label[]) => void;
	/** Labels that are written out and not taken yet. */
	onWritten: (labels: Label[]) => void;
}

/** Lists what a card rests on: each with its words, and a field that searches for more by words and by label. */
export function RestsOn({ discovery, kind, labels, onChange, onWritten }: RestsOnProps) {
	const t = useWords();
	const id = useId();
	const [typed, setTyped] = useState("");
	const [chosen, setChosen] = useState(0);
	const query = useDeferredValue(typed.trim());
	const { data = [], isPending } = useQuery(carryingQuery(discovery, kind, query));
	const options = data.filter(({ label }) => !labels.includes(label));
	const active = options[Math.min(chosen, options.length - 1)];

	const onType = (next: string) => {
		setTyped(next);
		setChosen(0);
		onWritten(labelsIn(next, kind));
	};
	const add = (more: readonly Label[]) => {
		onChange([...new Set([...labels, ...more])]);
		onType("");
	};
	const press = (event: KeyboardEvent): boolean => {
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (step !== undefined) {
			if (options.length > 0)
				setChosen((Math.min(chosen, options.length - 1) + step + options.length) % options.length);
		} else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && typed.trim() !== "") {
			const written = labelsIn(typed, kind);
			add(written.length > 0 ? written : active ? [active.label] : []);
		} else if (event.key === "Backspace" && typed === "") onChange(labels.slice(0, -1));
		else return false;
		return true;
	};
	return (
		<div className={styles.box}>
			<div className={styles.head}>
				<label htmlFor={id} className={styles.name}>
					{t("pipeline.restsOnField")}
				</label>
				{labels.length > 1 && <span className={styles.count}>{number(labels.length)}</span>}
			</div>
			{labels.length > 0 && (
				<ul className={styles.chosen} aria-label={t("pipeline.restsOnField")}>
					{labels.map((label) => (
						<Chosen
							key={label}
							discovery={discovery}
							label={label}
							onRemove={() => onChange(labels.filter((one) => one !== label))}
						/>
					))}
				</ul>
			)}
			<input
				id={id}
				className={styles.field}
				role="combobox"
				autoComplete="off"
				aria-expanded
				aria-controls={`${id}-options`}
				aria-activedescendant={active && `${id}-${active.label}`}
				placeholder={t("pipeline.restsOnSearch", { name: t(`pipeline.kind.${kind}`) })}
				value={typed}
				onChange={(event) => onType(event.target.value)}
				onKeyDown={(event) => {
					if (!press(event)) return;
					event.preventDefault();
					event.stopPropagation();
				}}
			/>
			<div
				id={`${id}-options`}
				hidden={options.length === 0}
				role="listbox"
				aria-label={t(`pipeline.kind.${kind}`)}
				className={styles.options}
			>
				{options.map((option) => (
					<Option
						key={option.label}
						id={`${id}-${option.label}`}
						option={option}
						active={option === active}
						onChoose={() => add([option.label])}
					/>
				))}
			</div>
			{options.length === 0 && !isPending && query !== "" && (
				<p role="status" className={styles.none}>
					{t("pipeline.noMatch")}
				</p>
			)}
		</div>
	);
}

interface OptionProps {
	id: string;
	option: Card;
	active: boolean;
	onChoose: () => void;
}

function Option({ id, option: { label, text, status, factStatus, acceptedBy }, active, onChoose }: OptionProps) {
	return (
		<div
			id={id}
			role="option"
			tabIndex={-1}
			aria-selected={active}
			className={styles.option}
			ref={active ? (row) => row?.scrollIntoView({ block: "nearest" }) : undefined}
			// The field keeps the focus.
			onMouseDown={(event) => event.preventDefault()}
			onClick={onChoose}
			onKeyDown={undefined}
		>
			<b>{label}</b>
			<span className={styles.words} dir="auto">
				{withItemNames(text)}
			</span>
			<StatusMark label={label} status={status} factStatus={factStatus} acceptedBy={acceptedBy} />
		</div>
	);
}

function Chosen({ discovery, label, onRemove }: { discovery: string; label: Label; onRemove: () => void }) {
	const t = useWords();
	const { data } = useQuery(entityQuery(discovery, label));
	return (
		<li className={styles.one}>
			<b>{label}</b>
			<span className={styles.words} dir="auto">
				{data && withItemNames(kindOf(label) === "input" ? data.card.text : data.text)}
			</span>
			<button
				type="button"
				className={styles.remove}
				aria-label={t("pipeline.restsNoMore", { label })}
				onClick={onRemove}
			>
				<X size={14} aria-hidden />
			</button>
		</li>
	);
}

/** "F-1, F-3" as labels; what is not a label of that column is left out. */
function labelsIn(text: string, kind: Kind): Label[] {
	const found = text.toUpperCase().match(/\b[IFNRO]-\d+\b/g) ?? [];
	return [...new Set(found)].filter((label) => kindOf(label) === kind);
}
