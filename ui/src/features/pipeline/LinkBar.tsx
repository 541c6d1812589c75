import { Button } from "../../components/Button";
import { useWords } from "../../i18n/useWords";
import { usePipeline } from "../../shared/cards/state";
import styles from "./ActionBar.module.css";

/** While a link is made by keys: from which card, and what ends it. */
export function LinkBar() {
	const t = useWords();
	const linking = usePipeline((now) => now.linking);
	if (linking === null) return null;
	return (
		<div className={styles.bar}>
			<span role="status" className={styles.count}>
				{t("pipeline.linking", { label: linking })}
			</span>
			<Button kind="quiet" onClick={() => usePipeline.setState({ linking: null })}>
				{t("app.cancel")}
			</Button>
		</div>
	);
}
