import { useEffect } from "react";
import { events } from "../../ipc/bindings";
import { addLaunchFiles } from "../../shared/inputs/actions";

/** Adds the files that this start of the application named, and those that every later one names. */
export function useLaunchFiles(): void {
	useEffect(() => {
		const listening = events.changed.listen(({ payload }) => {
			if (payload.launchFiles) void addLaunchFiles();
		});
		// Asked only once it listens, so that none is overlooked in between.
		void listening.then(addLaunchFiles);
		return () => void listening.then((stop) => stop());
	}, []);
}
