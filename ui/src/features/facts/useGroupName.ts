import { usePackWords } from "../../i18n/packs";
import { useWords } from "../../i18n/useWords";
import type { DiscoveryDetail, FactRow } from "../../ipc/bindings";
import type { Grouping } from "./columns";

/** Returns the name of the group of a fact. */
export function useGroupName({ inputs }: DiscoveryDetail, grouping: Grouping): (row: FactRow) => string {
	const t = useWords();
	const label = usePackWords("label");
	return (row) => {
		if (grouping === "status") return t(`facts.status.${row.status}`);
		if (grouping === "key") return label(row.keyLabel);
		if (grouping === "speaker") return row.speaker ?? t("facts.group.noSpeaker");
		const input = inputs.find(({ id }) => id === row.inputId);
		return input ? `${input.label} ${input.title}` : t("facts.group.noInput");
	};
}
