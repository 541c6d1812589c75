import { Tabs } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

interface TabPanelProps {
	value: string;
	/** The tab that is open. */
	open: string;
	className: string | undefined;
	children: ReactNode;
}

/** The panel of a tab. One that is left goes out of sight at once, though its library keeps it for an exit transition. */
export function TabPanel({ value, open, className, children }: TabPanelProps) {
	return (
		<Tabs.Panel className={className} value={value} style={value === open ? undefined : { display: "none" }}>
			{children}
		</Tabs.Panel>
	);
}
