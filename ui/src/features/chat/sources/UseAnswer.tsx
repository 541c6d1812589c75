import { Button } from "../../../components/Button";
import { useWords } from "../../../i18n/useWords";
import type { AnswerUse } from "../../../ipc/bindings";
import { useDiscovery } from "../discoveryContext";
import { saveAnswerAs } from "./actions";
import styles from "./Sources.module.css";

const uses: readonly AnswerUse[] = ["fact", "insight", "note"];

/** Makes of an answer a part of the discovery, with its citations. */
export function UseAnswer({ message }: { message: string }) {
	const t = useWords();
	const discovery = useDiscovery();
	return (
		<div className={styles.use} role="group" aria-label={t("chat.use")}>
			{uses.map((kind) => (
				<Button key={kind} onClick={() => void saveAnswerAs(discovery, message, kind)}>
					{t(`chat.use.${kind}`)}
				</Button>
			))}
		</div>
	);
}
