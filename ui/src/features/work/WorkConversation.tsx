import { LazyPart } from "../../components/LazyPart";
import { LoadingMark } from "../../components/LoadingMark";
import { LazyComponent } from "../../components/lazyComponent";
import type { ScopeItem } from "../../ipc/bindings";

const conversation = new LazyComponent(() => import("../chat/frame/Embedded"));

/** The discovery's conversation, in the place of the floating panel. */
export function WorkConversation({ discovery, items }: { discovery: string; items: readonly ScopeItem[] }) {
	return <LazyPart key={discovery} of={conversation} props={{ discovery, items }} waiting={<LoadingMark />} />;
}
