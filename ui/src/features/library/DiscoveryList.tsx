import type { KeyboardEvent } from "react";
import type { Discovery } from "../../ipc/bindings";
import styles from "./DiscoveryList.module.css";
import { DiscoveryRow } from "./DiscoveryRow";

interface DiscoveryListProps {
	discoveries: readonly Discovery[];
	current: string | null;
}

/** One stop for Tab; the arrow keys go from discovery to discovery. */
export function DiscoveryList({ discoveries, current }: DiscoveryListProps) {
	const stop = discoveries.some((discovery) => discovery.id === current) ? current : (discoveries[0]?.id ?? null);
	return (
		<ul className={styles.list} onKeyDown={moveFocus}>
			{discoveries.map((discovery) => (
				<DiscoveryRow
					key={discovery.id}
					discovery={discovery}
					open={discovery.id === current}
					tabStop={discovery.id === stop}
				/>
			))}
		</ul>
	);
}

function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
	const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
	if (step === undefined || !(event.target instanceof HTMLElement) || !event.target.matches("[data-open]")) return;
	const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-open]")];
	rows[rows.indexOf(event.target) + step]?.focus();
	event.preventDefault();
}
