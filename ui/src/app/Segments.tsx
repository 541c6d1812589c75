import { useWords } from "../i18n/useWords";
import { goToView } from "../state/goToView";
import type { ViewId } from "../state/navigation";
import styles from "./Segments.module.css";
import type { RailEntry } from "./views";

/** The views of one entry, beside each other. */
export function Segments({ entry, open }: { entry: RailEntry; open: ViewId }) {
	const t = useWords();
	return (
		<nav className={styles.bar} aria-label={t(entry.title)}>
			<div className={styles.segments}>
				{entry.views.map(({ id, title }) => (
					<button
						key={id}
						type="button"
						className={styles.segment}
						data-goes={id}
						aria-current={id === open ? "page" : undefined}
						onClick={() => goToView(id)}
					>
						{t(title)}
					</button>
				))}
			</div>
		</nav>
	);
}
