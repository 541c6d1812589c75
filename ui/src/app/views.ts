import type { CommandId } from "../commands/catalog";
import { Fetched } from "../components/fetched";
import type { WordKey } from "../i18n/words";
import type { DiscoveryDetail } from "../ipc/bindings";
import type { ViewId, ViewProps } from "../state/navigation";

interface View {
	id: ViewId;
	title: WordKey;
	command: CommandId;
	/** Fetched when it is first opened; a view that is not open costs nothing. */
	part: Fetched<ViewProps>;
	/** What waits there, shown beside the name. */
	count?: (detail: DiscoveryDetail) => number;
}

export const views: readonly View[] = [
	{
		id: "pipeline",
		title: "view.pipeline",
		command: "view.pipeline",
		part: new Fetched(() => import("../features/pipeline/PipelineView")),
	},
	{
		id: "source",
		title: "view.source",
		command: "view.source",
		part: new Fetched(() => import("../features/source/SourceView")),
	},
	{
		id: "review",
		title: "view.review",
		command: "view.review",
		part: new Fetched(() => import("../features/review/ReviewView")),
		count: ({ discovery }) => discovery.waiting,
	},
	{
		id: "work",
		title: "view.work",
		command: "view.work",
		part: new Fetched(() => import("../features/work/WorkView")),
	},
	{
		id: "items",
		title: "view.items",
		command: "view.items",
		part: new Fetched(() => import("../features/items/ItemsView")),
	},
	{
		id: "facts",
		title: "view.facts",
		command: "view.facts",
		part: new Fetched(() => import("../features/facts/FactsView")),
	},
	{
		id: "audit",
		title: "view.audit",
		command: "view.audit",
		part: new Fetched(() => import("../features/audit/AuditView")),
	},
	{
		id: "memory",
		title: "view.memory",
		command: "view.memory",
		part: new Fetched(() => import("../features/memory/MemoryView")),
	},
	{
		id: "reports",
		title: "view.reports",
		command: "view.reports",
		part: new Fetched(() => import("../features/report/ReportView")),
	},
];
