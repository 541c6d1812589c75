import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { CommandId } from "../commands/catalog";
import type { WordKey } from "../i18n/words";
import type { DiscoveryDetail } from "../ipc/bindings";
import type { ViewId } from "./navigation";

/** What every view gets. Selection, navigation and commands come from their stores. */
export interface ViewProps {
	detail: DiscoveryDetail;
}

interface View {
	id: ViewId;
	title: WordKey;
	command: CommandId;
	/** Fetched when it is first opened; a view that is not open costs nothing. */
	Component: LazyExoticComponent<ComponentType<ViewProps>>;
	/** Fetches it before it is shown. */
	load: () => Promise<unknown>;
	/** What waits there, shown beside the name. */
	count?: (detail: DiscoveryDetail) => number;
}

const fetched = (load: () => Promise<{ default: ComponentType<ViewProps> }>) => ({ Component: lazy(load), load });

export const views: readonly View[] = [
	{
		id: "pipeline",
		title: "view.pipeline",
		command: "view.pipeline",
		...fetched(() => import("../features/pipeline/PipelineView")),
	},
	{
		id: "source",
		title: "view.source",
		command: "view.source",
		...fetched(() => import("../features/source/SourceView")),
	},
	{
		id: "review",
		title: "view.review",
		command: "view.review",
		...fetched(() => import("../features/review/ReviewView")),
		count: ({ discovery }) => discovery.waiting,
	},
	{
		id: "facts",
		title: "view.facts",
		command: "view.facts",
		...fetched(() => import("../features/facts/FactsView")),
	},
	{
		id: "audit",
		title: "view.audit",
		command: "view.audit",
		...fetched(() => import("../features/audit/AuditView")),
	},
];
