import { useState } from "react";
import { Tabbed } from "../../../components/Tabbed";
import { useWords } from "../../../i18n/useWords";
import type { PointInTime } from "../../../ipc/bindings";
import type { ViewProps } from "../../../state/navigation";
import { PastBlocks } from "./PastBlocks";
import { PastItems } from "./PastItems";
import { PastLedger } from "./PastLedger";

/** A discovery as it stood: its ledger, and the blocks and items that followed from it. */
export function PastView({ detail, point }: ViewProps & { point: PointInTime }) {
	const t = useWords();
	const [tab, show] = useState<"ledger" | "blocks" | "items">("ledger");
	const { id } = detail.discovery;
	return (
		<Tabbed
			name={t("past.bar")}
			open={tab}
			onOpen={show}
			tabs={[
				{ id: "ledger", title: t("past.ledger"), panel: <PastLedger detail={detail} point={point} /> },
				{ id: "blocks", title: t("past.blocks"), panel: <PastBlocks discovery={id} point={point} /> },
				{ id: "items", title: t("past.items"), panel: <PastItems discovery={id} point={point} /> },
			]}
		/>
	);
}
