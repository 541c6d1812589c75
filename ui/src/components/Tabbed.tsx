import { Tabs } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import styles from "./Tabbed.module.css";
import { TabPanel } from "./TabPanel";

interface TabbedProps<Id extends string> {
	name: string;
	open: Id;
	onOpen: (id: Id) => void;
	tabs: readonly { id: Id; title: string; panel: ReactNode }[];
}

/** Several panels in one place: a row of tabs, and below it the open one, which fills what is left. */
export function Tabbed<Id extends string>({ name, open, onOpen, tabs }: TabbedProps<Id>) {
	return (
		<Tabs.Root className={styles.tabbed} value={open} onValueChange={(id: Id) => onOpen(id)}>
			<div className={styles.bar}>
				<Tabs.List className={styles.tabs} aria-label={name}>
					{tabs.map(({ id, title }) => (
						<Tabs.Tab key={id} className={styles.tab} value={id}>
							{title}
						</Tabs.Tab>
					))}
				</Tabs.List>
			</div>
			{tabs.map(({ id, panel }) => (
				<TabPanel key={id} className={styles.panel} value={id} open={open}>
					{panel}
				</TabPanel>
			))}
		</Tabs.Root>
	);
}
