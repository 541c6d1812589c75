import {
	BookOpenText,
	CircleDollarSign,
	CircleQuestionMark,
	Files,
	House,
	Inbox,
	type LucideIcon,
	NotebookText,
	TableProperties,
	Waypoints,
} from "lucide-react";
import type { ComponentType } from "react";
import type { CommandId } from "../commands/catalog";
import { LazyComponent } from "../components/lazyComponent";
import type { WordKey } from "../i18n/words";
import type { DiscoveryDetail } from "../ipc/bindings";
import type { ViewId, ViewProps } from "../state/navigation";

/** The list of all views: entries in groups, in the order of the work; an entry with several views names each of them. */

interface View {
	id: ViewId;
	title: WordKey;
	/** Fetched when it is first opened; a view that is not open costs nothing. */
	part: LazyComponent<ViewProps>;
}

type GroupId = "overview" | "collect" | "decide" | "conclude" | "deliver" | "library";

export interface RailEntry {
	title: WordKey;
	icon: LucideIcon;
	/** The first is opened by the rail and by the key. */
	views: readonly [View, ...View[]];
	/** Count of the things that wait there, shown beside the name. */
	count?: (detail: DiscoveryDetail) => number;
}

export interface Group {
	id: GroupId;
	/** None: its entries stand by themselves, and never fold. */
	title: WordKey | null;
	entries: readonly RailEntry[];
}

const view = (id: ViewId, title: WordKey, load: () => Promise<{ default: ComponentType<ViewProps> }>): View => ({
	id,
	title,
	part: new LazyComponent(load),
});

export const groups: readonly Group[] = [
	{
		id: "overview",
		title: null,
		entries: [
			{
				title: "view.overview",
				icon: House,
				views: [view("overview", "view.overview", () => import("../features/overview/OverviewView"))],
			},
		],
	},
	{
		id: "collect",
		title: "rail.collect",
		entries: [
			{
				title: "view.sources",
				icon: BookOpenText,
				views: [
					view("source", "view.read", () => import("../features/source/SourceView")),
					view("coverage", "view.coverage", () => import("../features/audit/coverage/CoverageView")),
					view("guide", "view.guide", () => import("../features/guide/GuideView")),
				],
			},
			{
				title: "view.questions",
				icon: CircleQuestionMark,
				views: [view("work", "view.questions", () => import("../features/work/WorkView"))],
			},
		],
	},
	{
		id: "decide",
		title: "rail.decide",
		entries: [
			{
				title: "view.inbox",
				icon: Inbox,
				views: [view("review", "view.inbox", () => import("../features/review/ReviewView"))],
				count: ({ discovery }) => discovery.waiting,
			},
			{
				title: "view.facts",
				icon: TableProperties,
				views: [
					view("facts", "view.list", () => import("../features/facts/FactsView")),
					view("items", "view.things", () => import("../features/items/ItemsView")),
					view("known", "view.known", () => import("../features/facts/KnownView")),
				],
			},
		],
	},
	{
		id: "conclude",
		title: "rail.conclude",
		entries: [
			{
				title: "view.map",
				icon: Waypoints,
				views: [
					view("pipeline", "view.board", () => import("../features/pipeline/PipelineView")),
					view("outline", "view.outline", () => import("../features/pipeline/OutlineView")),
				],
			},
		],
	},
	{
		id: "deliver",
		title: "rail.deliver",
		entries: [
			{
				title: "view.reports",
				icon: NotebookText,
				views: [view("reports", "view.reports", () => import("../features/reports/ReportView"))],
			},
			{
				title: "view.documents",
				icon: Files,
				views: [view("documents", "view.documents", () => import("../features/longDocuments/DocumentsView"))],
			},
		],
	},
	{
		id: "library",
		title: null,
		entries: [
			{
				title: "view.prices",
				icon: CircleDollarSign,
				views: [view("memory", "view.prices", () => import("../features/catalogue/CatalogueView"))],
			},
		],
	},
];

/** The view of the reading of each fact. It is proof, and opened by the button for that. */
const bundles = view("audit", "view.bundles", () => import("../features/audit/AuditView"));

export const railEntries = groups.flatMap((group) => group.entries);

export const views: readonly View[] = [...railEntries.flatMap((entry) => entry.views), bundles];

export const railEntryOf = (id: ViewId) =>
	railEntries.find((entry) => entry.views.some((one) => one.id === id)) ?? null;

export const commandOf = (id: ViewId): CommandId => `view.${id}`;
