import { useWords } from "../i18n/useWords";
import { useNavigation, type ViewId } from "../state/navigation";
import styles from "./Segments.module.css";
import type { Place } from "./views";

/** The views of one place, beside each other. */
export function Segments({ place, open }: { place: Place; open: ViewId }) {
	const t = useWords();
	const show = useNavigation((navigation) => navigation.show);
	return (
		<nav className={styles.bar} aria-label={t(place.title)}>
			<div className={styles.segments}>
				{place.views.map(({ id, title }) => (
					<button
						key={id}
						type="button"
						className={styles.segment}
						data-goes={id}
						aria-current={id === open ? "page" : undefined}
						onClick={() => show(id)}
					>
						{t(title)}
					</button>
				))}
			</div>
		</nav>
	);
}
