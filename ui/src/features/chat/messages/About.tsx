import { useWords } from "../../../i18n/useWords";
import type { ScopeItem } from "../../../ipc/bindings";
import styles from "./Message.module.css";

/** The items that something is said about; nothing where it is the whole project. */
export function About({ items }: { items: readonly ScopeItem[] }) {
	const t = useWords();
	if (items.length === 0) return null;
	const names = items.map(({ id, name }) => name || id).join(", ");
	return (
		<p className={styles.about} dir="auto">
			{t("chat.about", { names })}
		</p>
	);
}
