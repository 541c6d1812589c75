import type { ReactNode } from "react";
import styles from "./Answer.module.css";
import { useLink } from "./link";

/** Words that lead out of the application: where to is shown before anything is opened. No address is in the document. */
export function LinkWords({ url, children }: { url: string; children: ReactNode }) {
	const ask = () => useLink.setState({ url: url });
	return (
		<span
			role="link"
			tabIndex={0}
			className={styles.link}
			onClick={ask}
			onKeyDown={(event) => {
				if (event.key === "Enter") ask();
			}}
		>
			{children}
		</span>
	);
}
