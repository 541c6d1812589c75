import { queryOptions } from "@tanstack/react-query";
import { commands, type PointInTime } from "./bindings";
import { call } from "./call";
import { roots } from "./keys";

/** The items of a discovery, archived ones too. */
export const itemsQuery = (discovery: string) =>
	queryOptions({
		queryKey: [...roots.knowledge, discovery, "items"],
		queryFn: () => call(commands.itemList(discovery)),
	});

/** Queries the names that offers and price lists give with a price and no item has yet. */
export const proposalsQuery = (discovery: string) =>
	queryOptions({
		queryKey: [...roots.knowledge, discovery, "proposals"],
		queryFn: () => call(commands.itemProposals(discovery)),
	});

export const itemTableQuery = (discovery: string) =>
	queryOptions({
		queryKey: [...roots.knowledge, discovery, "table"],
		queryFn: () => call(commands.itemTable(discovery)),
		placeholderData: (previous) => previous,
	});

/** The fields of one item, by its reference. */
export const fieldsQuery = (discovery: string, item: string) =>
	queryOptions({
		queryKey: [...roots.knowledge, discovery, "fields", item],
		queryFn: () => call(commands.knowledgeFields(discovery, item)),
	});

/** The accepted statements about one item, by its reference. */
export const itemStatementsQuery = (discovery: string, item: string) =>
	queryOptions({
		queryKey: [...roots.knowledge, discovery, "statements", item],
		queryFn: () => call(commands.itemStatements(discovery, item)),
	});

export const itemsAsOfQuery = (discovery: string, point: PointInTime) =>
	queryOptions({
		queryKey: [...roots.asOf, discovery, "items", point],
		queryFn: () => call(commands.itemsAsOf(discovery, point)),
	});

export const fieldsAsOfQuery = (discovery: string, item: string, point: PointInTime) =>
	queryOptions({
		queryKey: [...roots.asOf, discovery, "fields", item, point],
		queryFn: () => call(commands.fieldsAsOf(discovery, item, point)),
	});
