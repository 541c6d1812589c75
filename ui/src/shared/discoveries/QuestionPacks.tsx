import { useWords } from "../../i18n/useWords";
import type { PackOffer } from "../../ipc/bindings";
import styles from "./QuestionPacks.module.css";

const names = ["interviews", "production", "research"] as const;

type PackName = (typeof names)[number];

/** The words of the goal that are shown as the reason. */
const REASONS = 3;

interface QuestionPacksProps {
	offers: readonly PackOffer[];
	chosen: readonly string[];
	/** The text where no pack fits. */
	none: string;
	onChange: (chosen: string[]) => void;
}

/** The packs of questions, several of which may be ticked, each with why it fits the goal. */
export function QuestionPacks({ offers, chosen, none, onChange }: QuestionPacksProps) {
	const t = useWords();
	const tick = (name: string, ticked: boolean) =>
		onChange(ticked ? [...chosen, name] : chosen.filter((other) => other !== name));
	return (
		<fieldset className={styles.packs}>
			<legend className={styles.name}>{t("packs.name")}</legend>
			<p className={styles.hint}>{offers.some(({ fits }) => fits.length > 0) ? t("packs.hint") : none}</p>
			{offers.map(({ name, fits, keys }) => (
				<label key={name} className={styles.pack}>
					<input
						type="checkbox"
						className={styles.box}
						checked={chosen.includes(name)}
						onChange={(event) => tick(name, event.target.checked)}
					/>
					<span>
						<b>{isKnown(name) ? t(`packs.${name}`) : name}</b>{" "}
						<span className={styles.muted}>{t("packs.keys", { count: keys })}</span>
						{isKnown(name) && <span className={styles.about}>{t(`packs.${name}.about`)}</span>}
						{fits.length > 0 && (
							<span className={styles.fits}>{t("packs.fits", { words: fits.slice(0, REASONS).join(", ") })}</span>
						)}
					</span>
				</label>
			))}
		</fieldset>
	);
}

function isKnown(name: string): name is PackName {
	return names.some((known) => known === name);
}
