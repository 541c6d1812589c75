import { useId, useState } from "react";
import { Button } from "../../../components/Button";
import { submitHandler } from "../../../components/submitHandler";
import { useWords } from "../../../i18n/useWords";
import styles from "./LookBack.module.css";
import { openPast } from "./past";

/** Looks back to a date and a time of the reader's own clock. */
export function LookBack({ discovery, onLooked }: { discovery: string; onLooked: () => void }) {
	const t = useWords();
	const note = useId();
	const [when, setWhen] = useState("");
	const time = Date.parse(when);
	const look = () => {
		if (Number.isNaN(time)) return;
		openPast(discovery, { time });
		onLooked();
	};
	return (
		<form className={styles.form} onSubmit={submitHandler(look)}>
			<label>
				{t("past.when")}{" "}
				<input
					type="datetime-local"
					value={when}
					step={1}
					aria-describedby={note}
					onChange={(event) => setWhen(event.target.value)}
				/>
			</label>
			<Button type="submit" disabled={Number.isNaN(time)}>
				{t("past.look")}
			</Button>
			<p id={note} className={styles.note}>
				{t("past.undoneLeftOut")}
			</p>
		</form>
	);
}
