import { Fetched } from "../../components/fetched";
import { Part } from "../../components/Part";
import { Waiting } from "../../components/Waiting";
import type { ScopeItem } from "../../ipc/bindings";

const conversation = new Fetched(() => import("../chat/frame/Embedded"));

/** The discovery's conversation, in the place of the floating panel. */
export function Talk({ discovery, items }: { discovery: string; items: readonly ScopeItem[] }) {
	return <Part key={discovery} of={conversation} props={{ discovery, items }} waiting={<Waiting />} />;
}
