import { Fetched, Part } from "../../components/Part";
import { Waiting } from "../../components/Waiting";

const conversation = new Fetched(() => import("../chat/frame/Embedded"));

/** The discovery's conversation, in the place of the floating panel. */
export function Talk({ discovery }: { discovery: string }) {
	return <Part key={discovery} of={conversation} props={{ discovery }} waiting={<Waiting />} />;
}
