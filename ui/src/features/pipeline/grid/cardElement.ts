import { words } from "../../../i18n/useWords";
import type { Card, Label } from "../../../ipc/pipeline";
import { markOfCard } from "../status";
import styles from "./Grid.module.css";

/**
 * One card: six elements that are made once and filled again and again, since a column keeps only as many as fit. The
 * row and its one cell give it its place in the grid, the cell its name.
 */

export interface CardElement {
	row: HTMLElement;
	cell: HTMLElement;
	label: Text;
	links: Text;
	text: Text;
	mark: HTMLElement;
	markText: Text;
	/** What it shows now, so that nothing is written twice. */
	at: number;
	card: Card | null | undefined;
	language: string;
}

export interface Shown {
	/** Of the whole column, from 0. */
	row: number;
	column: number;
	language: string;
}

function piece(className: string | undefined, home: HTMLElement): Text {
	const span = document.createElement("span");
	if (className) span.className = className;
	const text = document.createTextNode("");
	span.append(text);
	home.append(span);
	return text;
}

export function makeCard(): CardElement {
	const row = document.createElement("div");
	row.role = "row";
	row.className = styles.row ?? "";
	const cell = document.createElement("div");
	cell.role = "gridcell";
	cell.className = styles.card ?? "";
	row.append(cell);
	const label = piece(styles.label, cell);
	const links = piece(styles.links, cell);
	const text = piece(styles.text, cell);
	const markText = piece(styles.mark, cell);
	const mark = markText.parentElement ?? cell;
	return { row, cell, label, links, text, mark, markText, at: -1, card: null, language: "" };
}

/** Undefined is a card whose page has not come yet. */
export function fillCard(
	element: CardElement,
	card: Card | undefined,
	{ row, column, language }: Shown,
	height: number,
) {
	if (element.at !== row) {
		element.at = row;
		element.row.style.transform = `translateY(${row * height}px)`;
		element.row.ariaRowIndex = String(row + 1);
		element.cell.ariaColIndex = String(column + 1);
	}
	if (element.card === card && element.language === language) return;
	element.card = card;
	element.language = language;
	if (card) fill(element, card);
	else blank(element);
}

function fill(element: CardElement, card: Card): void {
	const { sign, tone } = markOfCard(card);
	const status = words(statusWord(card));
	const extra = [card.hasEvidence ? "" : "∅", card.fromAssistant ? "✦" : ""].join("");
	element.cell.id = cellId(card.label);
	element.cell.ariaLabel = nameOf(card, status);
	element.cell.ariaBusy = null;
	element.cell.dataset.label = card.label;
	element.cell.dataset.orphan = String(card.orphan);
	element.label.data = card.label;
	element.links.data = meta(card);
	element.text.data = card.text;
	element.markText.data = `${sign}${extra} ${status}${card.orphan ? ` · ${words("pipeline.orphan")}` : ""}`;
	element.mark.dataset.tone = tone;
}

function blank(element: CardElement): void {
	element.cell.removeAttribute("id");
	element.cell.ariaLabel = words("app.loading");
	element.cell.ariaBusy = "true";
	delete element.cell.dataset.label;
	for (const text of [element.label, element.links, element.text, element.markText]) text.data = "";
}

export function cellId(label: Label): string {
	return `card-${label}`;
}

function statusWord({ status, factStatus }: Card) {
	return factStatus === "conflict" ? "facts.status.conflict" : (`pipeline.status.${status}` as const);
}

function meta({ version, up, down }: Card): string {
	return `${version > 1 ? `v${version} ` : ""}${up > 0 ? `↑${up}` : ""}${down > 0 ? `↓${down}` : ""}`;
}

/** "Fact F-12, validated, 2 links up, 1 down: The backdrop is 6 m wide". */
function nameOf(card: Card, status: string): string {
	const kind = words(`pipeline.kindOf.${card.label[0] as "I" | "F" | "N" | "R" | "O"}`);
	const parts = [
		`${kind} ${card.label}`,
		status.toLocaleLowerCase(),
		card.hasEvidence ? "" : words("facts.noEvidence").toLocaleLowerCase(),
		card.version > 1 ? words("pipeline.versionName", { version: card.version }) : "",
		words("pipeline.linksName", { up: words("pipeline.linksUp", { count: card.up }), down: card.down }),
		card.orphan ? words("pipeline.orphan") : "",
	];
	return `${parts.filter(Boolean).join(", ")}: ${card.text}`;
}
