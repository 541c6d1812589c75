import { useEffect, useEffectEvent } from "react";
import { bindCommand, type Level } from "./bindings";
import type { CommandId } from "./catalog";

/** Binds a command while the calling component is shown. The key handler and the palette are the external system. */
export function useCommand(id: CommandId, run: () => void, enabled = true, level: Level = "view"): void {
	const onRun = useEffectEvent(run);
	useEffect(() => {
		if (!enabled) return;
		return bindCommand(id, { run: () => onRun(), level });
	}, [id, enabled, level]);
}
