import { useQuery } from "@tanstack/react-query";
import type { Label } from "../../../ipc/label";
import { entityQuery } from "../../../ipc/pipelineQueries";
import { BecauseSection } from "./BecauseSection";
import { LinksSection } from "./LinksSection";

/** Shows the pipeline's data of a fact: what marked it, and its links. A fact that is not in the column has none. */
export function FactLinks({ discovery, label }: { discovery: string; label: Label }) {
	const { data } = useQuery(entityQuery(discovery, label));
	if (!data) return null;
	return (
		<>
			{data.because && <BecauseSection because={data.because} />}
			<LinksSection discovery={discovery} detail={data} />
		</>
	);
}
