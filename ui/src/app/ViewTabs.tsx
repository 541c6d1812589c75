import { Tabs } from "@base-ui/react/tabs";
import { number } from "../i18n/format";
import { useWords } from "../i18n/useWords";
import type { DiscoveryDetail } from "../ipc/bindings";
import { useNavigation, type ViewId } from "../state/navigation";
import styles from "./ViewTabs.module.css";
import { views } from "./views";

/** The views that exist, with a count where something waits. */
export function ViewTabs({ detail }: { detail: DiscoveryDetail | null }) {
	const t = useWords();
	const open = useNavigation((navigation) => navigation.view);
	const show = useNavigation((navigation) => navigation.show);
	return (
		<Tabs.Root value={open} onValueChange={(view: ViewId) => show(view)}>
			<Tabs.List className={styles.tabs} aria-label={t("app.views")} activateOnFocus={false}>
				{views.map((view) => {
					const count = (detail && view.count?.(detail)) ?? 0;
					return (
						<Tabs.Tab
							key={view.id}
							value={view.id}
							id={`tab-${view.id}`}
							aria-controls={detail && view.id === open ? `view-${view.id}` : undefined}
							className={styles.tab}
						>
							{t(view.title)}
							{count > 0 && (
								<>
									<span className={styles.count} aria-hidden>
										{number(count)}
									</span>
									<span className="visually-hidden">{t("app.waitingCount", { count, shown: number(count) })}</span>
								</>
							)}
						</Tabs.Tab>
					);
				})}
			</Tabs.List>
		</Tabs.Root>
	);
}
