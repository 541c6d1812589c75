import { keysOf } from "../commands/bindings";
import { catalog, commandIds } from "../commands/catalog";
import { Dialog } from "../components/Dialog";
import { Keys } from "../components/Keys";
import { useWords } from "../i18n/useWords";
import styles from "./KeySheet.module.css";

const groups = [...new Set(commandIds.map((id) => catalog[id].group))];

/** All keys, also those of views that are not open. */
export default function KeySheet({ onClose }: { onClose: () => void }) {
	const t = useWords();
	return (
		<Dialog open onClose={onClose} title={t("command.keysTitle")} width="wide">
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: in a short window it scrolls, and has to take the keys that scroll it. */}
			<section className={styles.groups} aria-label={t("command.keysTitle")} tabIndex={0}>
				{groups.map((group) => (
					<section key={group} className={styles.group}>
						<h3 className={styles.title}>{t(group)}</h3>
						<dl>
							{commandIds
								.filter((id) => catalog[id].group === group && keysOf(id).length > 0)
								.map((id) => (
									<div key={id} className={styles.row}>
										<dt>{t(catalog[id].title)}</dt>
										<dd className={styles.keys}>
											{keysOf(id).map((written) => (
												<Keys key={written} written={written} />
											))}
										</dd>
									</div>
								))}
						</dl>
					</section>
				))}
			</section>
		</Dialog>
	);
}
