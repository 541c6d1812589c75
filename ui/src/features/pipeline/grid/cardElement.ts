import { withItemNames } from "../../../components/mentions/names";
import { number } from "../../../i18n/format";
import { words } from "../../../i18n/useWords";
import type { WordKey } from "../../../i18n/words";
import type { Card } from "../../../ipc/bindings";
import type { Label } from "../../../ipc/label";
import { kindAfter, kindBefore, kindOf } from "../../../shared/cards/kinds";
import { statusOf } from "../../../shared/cards/staleReports";
import { markOfCard, statusWord } from "../../../shared/cards/status";
import styles from "./Grid.module.css";

/**
 * One card: six elements that are made once and filled again and again, since a column keeps only as many as fit. The
 * row and its one cell give it its place in the grid, the cell its name.
 */

/** More than two lines of the widest column, where no more are shown. */
const MOST_SEEN = 160;

export interface CardElement {
	row: HTMLElement;
	cell: HTMLElement;
	label: Text;
	links: Text;
	text: Text;
	mark: HTMLElement;
	markText: Text;
	/** True if all of the text is shown, false if two lines of it. */
	isWhole: boolean;
	/** Its present content and position, so that nothing is written twice. */
	at: number;
	top: number;
	card: Card | null | undefined;
	language: string;
	stale: string | undefined;
	/** The card whose height is known. */
	measured: Card | null | undefined;
}

export interface Shown {
	/** Of the whole column, from 0. */
	row: number;
	column: number;
	language: string;
	/** The stale content of its report. */
	stale: string | undefined;
}

function piece(className: string | undefined, home: HTMLElement): Text {
	const span = document.createElement("span");
	if (className) span.className = className;
	const text = document.createTextNode("");
	span.append(text);
	home.append(span);
	return text;
}

export function makeCard(isWhole: boolean): CardElement {
	const row = document.createElement("div");
	row.role = "row";
	row.className = (isWhole ? styles.whole : styles.row) ?? "";
	const cell = document.createElement("div");
	cell.role = "gridcell";
	cell.className = styles.card ?? "";
	row.append(cell);
	const label = piece(styles.label, cell);
	const links = piece(styles.links, cell);
	const text = piece(styles.text, cell);
	const markText = piece(styles.mark, cell);
	const mark = markText.parentElement ?? cell;
	const now = { at: -1, top: -1, card: null, language: "", stale: undefined, measured: null };
	return { row, cell, label, links, text, mark, markText, isWhole, ...now };
}

/** Undefined is a card whose page has not come yet. */
export function fillCard(element: CardElement, card: Card | undefined, { row, column, language, stale }: Shown): void {
	if (element.at !== row) {
		element.at = row;
		element.row.ariaRowIndex = String(row + 1);
		element.cell.ariaColIndex = String(column + 1);
	}
	if (element.card === card && element.language === language && element.stale === stale) return;
	element.card = card;
	element.language = language;
	element.stale = stale;
	element.measured = null;
	if (card) fill(element, card);
	else blank(element);
}

export function moveTo(element: CardElement, top: number): void {
	if (element.top === top) return;
	element.top = top;
	element.row.style.transform = `translateY(${top}px)`;
}

function fill(element: CardElement, card: Card): void {
	const { language, stale } = element;
	const shown = { ...card, status: statusOf(card.status, stale) };
	const { sign, tone } = markOfCard(shown);
	const status = say(language, statusWord(kindOf(card.label), shown.status, card.factStatus, card.acceptedBy));
	const statusText = status.toLocaleLowerCase();
	const extra = [card.hasEvidence ? "" : "∅", card.fromAssistant ? "✦" : ""].join("");
	const orphan = card.orphan ? ` · ${say(language, "pipeline.orphan")}` : "";
	element.cell.id = cellId(card.label);
	element.cell.ariaLabel = nameOf(card, stale === undefined ? statusText : `${statusText}, ${stale}`, language);
	element.cell.title = stale ?? "";
	element.cell.ariaBusy = null;
	element.cell.dataset.label = card.label;
	element.cell.dataset.orphan = String(card.orphan);
	write(element.label, card.label);
	write(element.links, meta(card));
	if (element.links.parentElement) element.links.parentElement.title = linksOf(card, language).join(", ");
	const text = withItemNames(card.text);
	write(element.text, element.isWhole ? text : text.slice(0, MOST_SEEN));
	write(element.markText, `${sign}${extra} ${status}${orphan}`);
	element.mark.dataset.tone = tone;
}

function blank(element: CardElement): void {
	element.cell.removeAttribute("id");
	element.cell.ariaLabel = say(element.language, "app.loading");
	element.cell.ariaBusy = "true";
	element.cell.title = "";
	delete element.cell.dataset.label;
	delete element.cell.dataset.orphan;
	for (const text of [element.label, element.links, element.text, element.markText]) write(text, "");
}

/** The same words again would be laid out again. */
function write(text: Text, next: string): void {
	if (text.data !== next) text.data = next;
}

const cachedWords = new Map<string, string>();

/** Looked up once: finding a plural costs more than all the rest of a card. */
function say(language: string, key: WordKey, count?: number): string {
	const name = `${language} ${key} ${count ?? ""}`;
	const known =
		cachedWords.get(name) ?? (count === undefined ? words(key) : words(key, { count, shown: number(count) }));
	cachedWords.set(name, known);
	return known;
}

export function cellId(label: Label): string {
	return `card-${label}`;
}

function meta({ version, up, down }: Card): string {
	return `${version > 1 ? `v${version} ` : ""}${up > 0 ? `↑${number(up)}` : ""}${down > 0 ? `↓${number(down)}` : ""}`;
}

/** "rests on 4 facts", "1 recommendation rests on it". */
function linksOf({ label, up, down }: Card, language: string): string[] {
	const above = kindBefore(kindOf(label));
	const below = kindAfter(kindOf(label));
	return [
		above && above !== "output" && up > 0 ? say(language, `pipeline.on.${above}`, up) : "",
		below && below !== "input" && down > 0 ? say(language, `pipeline.under.${below}`, down) : "",
	].filter(Boolean);
}

/** "Fact F-12, accepted, rests on 2 Inputs, 1 insight rests on it: The backdrop is 6 m wide". */
function nameOf(card: Card, status: string, language: string): string {
	const parts = [
		`${say(language, `pipeline.kindOf.${card.label.charAt(0) as "I" | "F" | "N" | "R" | "O"}`)} ${card.label}`,
		status,
		card.hasEvidence ? "" : say(language, "facts.noEvidence").toLocaleLowerCase(),
		card.version > 1 ? say(language, "pipeline.versionName", card.version) : "",
		...linksOf(card, language),
		card.orphan ? say(language, "pipeline.orphan").toLocaleLowerCase() : "",
	];
	return `${parts.filter(Boolean).join(", ")}: ${withItemNames(card.text)}`;
}
