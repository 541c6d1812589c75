import { Popover } from "@base-ui/react/popover";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, Info } from "lucide-react";
import { useState } from "react";
import { useCommand } from "../../commands/useCommand";
import { Button } from "../../components/Button";
import { FilterButton } from "../../components/FilterButton";
import { IconButton } from "../../components/IconButton";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { DiscoveryDetail, InputSummary } from "../../ipc/bindings";
import { outlineQuery } from "../../ipc/queries";
import { deleteInput } from "../../shared/inputs/actions";
import { showDocument } from "../../shared/inputs/document";
import { readRemainder } from "../../shared/inputs/reading";
import { showAsPages, usePageMode } from "../../state/pageMode";
import { AddInputs } from "./AddInputs";
import { InputPicker } from "./InputPicker";
import styles from "./SourceBar.module.css";

/** Shows the Input that is read, and how much of it has been. */
export function SourceBar({ detail, input }: { detail: DiscoveryDetail; input: InputSummary }) {
	const t = useWords();
	const { id } = detail.discovery;
	const { label, bundles, parsed } = input;
	useCommand("input.about", () => showDocument(label));
	const [picking, setPicking] = useState<"one" | "name" | null>(null);
	useCommand("input.rename", () => setPicking("name"));
	useCommand("input.delete", () => void deleteInput(id, input));
	useCommand("input.readRest", () => void readRemainder(id, input), parsed < bundles);
	return (
		<div className={styles.bar}>
			<Popover.Root open={picking !== null} onOpenChange={(open) => setPicking(open ? "one" : null)}>
				<Popover.Trigger
					className={styles.choose}
					aria-label={t("source.choose", { label: input.label, title: input.title })}
				>
					<span className={styles.label}>{input.label}</span>
					<span className={styles.title}>{input.title}</span>
					<ChevronDown size={14} aria-hidden className={styles.arrow} />
				</Popover.Trigger>
				<Popover.Portal>
					<Popover.Positioner sideOffset={4} align="start" className={styles.positioner}>
						<Popover.Popup className={styles.popup}>
							<InputPicker detail={detail} naming={picking === "name"} onRead={() => setPicking(null)} />
						</Popover.Popup>
					</Popover.Positioner>
				</Popover.Portal>
			</Popover.Root>
			<AddInputs />
			<span className={styles.counts}>{t("facts.count", { count: input.facts })}</span>
			<Shown input={input.id} />
			<IconButton
				name={t("document.about")}
				icon={<Info size={16} aria-hidden />}
				onClick={() => showDocument(label)}
			/>
			<Unread discovery={detail.discovery.id} input={input} />
		</div>
	);
}

/** A document with pages is read as text, or looked at as it is. */
function Shown({ input }: { input: string }) {
	const t = useWords();
	const outline = useQuery(outlineQuery(input));
	const asPages = usePageMode(({ pages }) => pages);
	const hasPages = outline.data !== undefined && outline.data.pages !== null;
	useCommand("input.pages", () => showAsPages(!asPages), hasPages);
	if (!hasPages) return null;
	return (
		<fieldset className={styles.shown}>
			<legend className="visually-hidden">{t("pages.show")}</legend>
			<FilterButton pressed={!asPages} onClick={() => showAsPages(false)}>
				{t("pages.text")}
			</FilterButton>
			<FilterButton pressed={asPages} onClick={() => showAsPages()}>
				{t("pages.pages")}
			</FilterButton>
		</fieldset>
	);
}

function Unread({ discovery, input }: { discovery: string; input: InputSummary }) {
	const t = useWords();
	const { bundles, parsed, failed } = input;
	if (parsed === bundles) {
		return input.facts === 0 ? <p>{t("source.nothingFound")}</p> : null;
	}
	return (
		<p role="status" className={styles.unread}>
			{t("source.partsRead", { read: number(parsed), count: bundles })}{" "}
			{failed > 0 && t("source.partsFailed", { count: failed })}{" "}
			<Button kind="quiet" onClick={() => void readRemainder(discovery, input)}>
				{t("source.readRest")}
			</Button>
		</p>
	);
}
