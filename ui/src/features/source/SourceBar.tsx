import { Popover } from "@base-ui/react/popover";
import { ChevronDown } from "lucide-react";
import { Button } from "../../components/Button";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { DiscoveryDetail, InputSummary } from "../../ipc/bindings";
import { readRest } from "../../shared/inputs/reading";
import { InputPicker } from "./InputPicker";
import styles from "./SourceBar.module.css";

/** Which Input is read, and how much of it has been. */
export function SourceBar({ detail, input }: { detail: DiscoveryDetail; input: InputSummary }) {
	const t = useWords();
	return (
		<div className={styles.bar}>
			<Popover.Root>
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
							<InputPicker detail={detail} />
						</Popover.Popup>
					</Popover.Positioner>
				</Popover.Portal>
			</Popover.Root>
			<span className={styles.counts}>{t("facts.count", { count: input.facts })}</span>
			<Unread discovery={detail.discovery.id} input={input} />
		</div>
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
			<Button kind="quiet" onClick={() => void readRest(discovery, input)}>
				{t("source.readRest")}
			</Button>
		</p>
	);
}
