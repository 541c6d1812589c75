import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { IngestEvent } from "../../ipc/bindings";

/** Returns how far a reading is: in Inputs, which have a title, or in facts and other short texts. */
export function useReadingWords(): (step: Pick<IngestEvent, "title" | "done" | "total">) => string {
	const t = useWords();
	return ({ title, done, total }) => {
		const shown = { done: number(done), total: number(total) };
		return title === "" ? t("reading.texts", shown) : t("reading.inputs", { ...shown, title });
	};
}
