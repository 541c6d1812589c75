import { shown as caps } from "../../commands/keys";
import { isHere } from "../../features/providers/names";
import type { Discovery, DiscoveryDetail } from "../../ipc/bindings";
import type { Drawn } from "../picture/tree";
import { views } from "../views";
import { icon } from "./icons";
import { el } from "./plain";
import { styles } from "./styles";
import type { Words } from "./words";

/** The library beside the view: `LibraryPanel`. */
export function library(words: Words, discoveries: readonly Discovery[], current: string, width: number): Drawn {
	const { t } = words;
	const { sidebar, panels, button, searchField } = styles;
	return el(
		"aside",
		{ class: panels.panel, "data-narrow": "false", "data-side": "library", style: `width: ${width}px` },
		el(
			"div",
			{ class: sidebar.top },
			el("h2", { class: sidebar.title }, t("library.title")),
			el(
				"div",
				{ class: searchField.search },
				icon("search", 14, searchField.icon),
				el("input", { class: searchField.field, type: "text", placeholder: t("library.search"), value: "" }),
			),
		),
		el(
			"nav",
			{ class: sidebar.lists },
			el("ul", { class: styles.list.list }, ...discoveries.map((one) => row(words, one, one.id === current))),
			el("button", { class: sidebar.fold }, icon("chevronRight", 14, sidebar.chevron), t("library.archived")),
		),
		el(
			"div",
			{ class: sidebar.bottom },
			el(
				"button",
				{ "data-kind": "quiet", class: `${button.button} ${sidebar.new}` },
				icon("plus", 16),
				t("library.new"),
			),
			menu(),
		),
	);
}

function row({ t, number }: Words, { title, facts, waiting }: Discovery, isCurrent: boolean): Drawn {
	const { row: styled } = styles;
	const counts = t("library.counts", {
		facts: t("facts.total", { count: facts, shown: number(facts) }),
		waiting: t("app.waitingCount", { count: waiting, shown: number(waiting) }),
	});
	return el(
		"li",
		{ class: styled.row, "data-current": `${isCurrent}` },
		el(
			"button",
			{ class: styled.open, "aria-current": isCurrent ? "page" : undefined },
			el("span", { class: styled.title }, title),
			el("span", { class: styled.counts }, counts),
		),
		menu(styled.menu),
	);
}

function menu(className = ""): Drawn {
	return el("button", { class: `${styles.menu.trigger} ${className}` }, icon("ellipsis", 16));
}

/** What stands above the view: `Header`, with the views' tabs. */
export function header(words: Words, detail: DiscoveryDetail, provider: string, open: string): Drawn {
	const { t } = words;
	const { header: styled, inlineEdit, keys } = styles;
	const { title, goal } = detail.discovery;
	const edit = (value: string, className: string | undefined, placeholder = "") =>
		el("button", { class: `${inlineEdit.shown} ${className}`, "data-empty": `${value === ""}` }, value || placeholder);
	return el(
		"header",
		{ class: styled.header },
		el(
			"div",
			{ class: styled.top },
			tool(icon("panelLeft", 16)),
			el(
				"div",
				{ class: styled.heading },
				el("h1", { class: styled.titleBox }, edit(title, styled.title)),
				edit(goal, styled.goal, t("app.addGoal")),
			),
			el(
				"div",
				{ class: styled.tools },
				tool(icon("undo", 16), detail.undo.undo !== null),
				tool(icon("redo", 16), detail.undo.redo !== null),
				el(
					"button",
					{ class: styled.palette },
					icon("search", 14),
					el("span", { class: styled.paletteWords }, t("app.palette")),
					el("kbd", { class: keys.keys }, ...caps("Mod+K").map((cap) => el("span", { class: keys.cap }, cap))),
				),
				badge(provider),
				tool(icon("settings", 16)),
				tool(icon("panelRight", 16)),
			),
		),
		tabs(words, detail, open),
	);
}

function tool(drawn: Drawn, isEnabled = true): Drawn {
	return el("button", { class: styles.iconButton.button, "aria-disabled": isEnabled ? undefined : "true" }, drawn);
}

function badge(provider: string): Drawn {
	const { badge: styled } = styles;
	const staysHere = provider.split(", ").every((host) => isHere(`http://${host}`));
	const name = provider === "Offline" ? "cloudOff" : staysHere ? "monitor" : "cloud";
	return el(
		"button",
		{ class: styled.badge },
		icon(name, 14, styled.icon),
		el("span", { class: styled.name }, provider),
	);
}

function tabs({ t, number }: Words, detail: DiscoveryDetail, open: string): Drawn {
	const { tabs: styled } = styles;
	const tab = ({ id, title, count }: (typeof views)[number]) => {
		const waiting = count?.(detail) ?? 0;
		return el(
			"button",
			{ role: "tab", class: styled.tab, "aria-selected": `${id === open}` },
			t(title),
			waiting > 0 && el("span", { class: styled.count }, number(waiting)),
		);
	};
	return el("div", {}, el("div", { role: "tablist", class: styled.tabs }, ...views.map(tab)));
}

export function chatButton(): Drawn {
	return el("button", { class: styles.chat.button }, icon("messageCircle", 20));
}
