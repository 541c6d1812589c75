import { Tooltip } from "@base-ui/react/tooltip";
import { useQuery } from "@tanstack/react-query";
import tooltip from "../../../components/Tooltip.module.css";
import { labelQuery } from "../../../ipc/chatQueries";
import type { Label } from "../../../ipc/label";
import { entityQuery } from "../../../ipc/pipelineQueries";
import { kindOf } from "../../../shared/cards/kinds";
import { useDiscovery } from "../discoveryContext";
import { goTo } from "../goTo";
import styles from "./LabelChip.module.css";

/** As much of an entity as a glance takes in. */
const GLANCE = 300;

/** A label that leads to its card in the grid and says on hover and focus what it says; plain where there is none such. */
export function LabelChip({ label }: { label: Label }) {
	const discovery = useDiscovery();
	const known = useQuery(labelQuery(discovery, label));
	if (known.data === null) return label;
	return (
		<Tooltip.Root>
			<Tooltip.Trigger
				delay={200}
				render={
					<button type="button" className={styles.chip} data-chip={label} onClick={() => goTo(label)}>
						{label}
					</button>
				}
			/>
			<Tooltip.Portal>
				<Tooltip.Positioner sideOffset={4} className={tooltip.positioner}>
					<Tooltip.Popup className={tooltip.popup}>
						<Glance discovery={discovery} label={label} short={known.data?.text ?? ""} />
					</Tooltip.Popup>
				</Tooltip.Positioner>
			</Tooltip.Portal>
		</Tooltip.Root>
	);
}

/** Mounted while it is shown, so that only what is looked at is read whole. An Input shows its title. */
function Glance({ discovery, label, short }: { discovery: string; label: Label; short: string }) {
	const isInput = kindOf(label) === "input";
	const whole = useQuery({ ...entityQuery(discovery, label), enabled: !isInput });
	const text = whole.data?.text ?? short;
	return text.length > GLANCE ? `${text.slice(0, GLANCE)}…` : text;
}
