import type { DiscoveryDetail, InputSummary } from "../../ipc/bindings";
import { useNavigation } from "../../state/navigation";

/** The Input that the Source view reads: the last one read in this discovery, else its first. */
export function useActiveInput({ discovery, inputs }: DiscoveryDetail): InputSummary | null {
	const last = useNavigation((navigation) => navigation.inputs[discovery.id]);
	return firstInput({ inputs }, last);
}

function firstInput({ inputs }: Pick<DiscoveryDetail, "inputs">, last: string | undefined): InputSummary | null {
	return inputs.find((input) => input.id === last) ?? inputs[0] ?? null;
}
