import { __iconData as chevronDown } from "lucide-react/icons/chevron-down";
import { __iconData as chevronRight } from "lucide-react/icons/chevron-right";
import { __iconData as cloud } from "lucide-react/icons/cloud";
import { __iconData as cloudOff } from "lucide-react/icons/cloud-off";
import { __iconData as ellipsis } from "lucide-react/icons/ellipsis";
import { __iconData as messageCircle } from "lucide-react/icons/message-circle";
import { __iconData as monitor } from "lucide-react/icons/monitor";
import { __iconData as panelLeft } from "lucide-react/icons/panel-left";
import { __iconData as panelRight } from "lucide-react/icons/panel-right";
import { __iconData as plus } from "lucide-react/icons/plus";
import { __iconData as redo } from "lucide-react/icons/redo-2";
import { __iconData as search } from "lucide-react/icons/search";
import { __iconData as settings } from "lucide-react/icons/settings";
import { __iconData as undo } from "lucide-react/icons/undo-2";
import type { Drawn } from "../picture/tree";
import { svg } from "./plain";

declare module "lucide-react/icons/plus" {
	/** What an icon draws: there, but left out of the types, which are one file for all icons. */
	export const __iconData: { node: readonly [tag: string, attributes: Record<string, string>][] };
}

const icons = {
	chevronDown,
	chevronRight,
	cloud,
	cloudOff,
	ellipsis,
	messageCircle,
	monitor,
	panelLeft,
	panelRight,
	plus,
	redo,
	search,
	settings,
	undo,
};

/** As `lucide-react` draws it. */
export function icon(name: keyof typeof icons, size: number, className = ""): Drawn {
	const attributes = {
		width: `${size}`,
		height: `${size}`,
		viewBox: "0 0 24 24",
		fill: "none",
		stroke: "currentColor",
		"stroke-width": "2",
		"stroke-linecap": "round",
		"stroke-linejoin": "round",
		class: `lucide ${className}`,
	};
	return svg("svg", attributes, ...icons[name].node.map(([tag, { key: _, ...shape }]) => svg(tag, shape)));
}
