import { useEffect } from "react";
import { events } from "../../ipc/bindings";
import { addHandedFiles } from "./actions";

/** Adds the files that this start of the application named, and those that every later one names. */
export function useHandedFiles(): void {
	useEffect(() => {
		const listening = events.changed.listen(({ payload }) => {
			if (payload.launchFiles) void addHandedFiles();
		});
		// Asked only once it listens, so that none is overlooked in between.
		void listening.then(addHandedFiles);
		return () => void listening.then((stop) => stop());
	}, []);
}
