import { create } from "zustand";
import type { PointInTime } from "../../../ipc/bindings";
import { useNavigation } from "../../../state/navigation";

/** The point that a discovery is looked back to. A way of looking, kept in the window alone: nothing is ever gone to. */
interface Past {
	discovery: string | null;
	point: PointInTime | null;
	/** Only what stands elsewhere now. */
	onlyChanged: boolean;
	back: () => void;
	showChanged: (only: boolean) => void;
}

export const usePast = create<Past>()((set) => ({
	discovery: null,
	point: null,
	onlyChanged: false,
	back: () => set({ discovery: null, point: null, onlyChanged: false }),
	showChanged: (onlyChanged) => set({ onlyChanged }),
}));

/** Opens the ledger as it stood. */
export function openPast(discovery: string, point: PointInTime): void {
	usePast.setState({ discovery, point, onlyChanged: false });
	useNavigation.getState().show("facts");
}

/** The point that this discovery is looked back to; none: it is shown as it is. */
export function usePointInTime(discovery: string): PointInTime | null {
	return usePast((past) => (past.discovery === discovery ? past.point : null));
}
