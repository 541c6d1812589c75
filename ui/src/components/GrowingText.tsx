import type { ComponentProps } from "react";
import styles from "./GrowingText.module.css";

interface GrowingTextProps extends ComponentProps<"textarea"> {
	value: string;
	/** The look of the field, which its text behind it shares. */
	className: string | undefined;
}

/** A text area as high as its text, from two to six lines. */
export function GrowingText({ className, ...field }: GrowingTextProps) {
	return (
		<span className={styles.growing}>
			{/* The text stands behind the field and gives it its height, because WebKitGTK cannot size a field by its content. */}
			<span className={`${className ?? ""} ${styles.text}`} aria-hidden>
				{`${field.value}\u200b`}
			</span>
			<textarea {...field} rows={2} spellCheck={false} className={`${className ?? ""} ${styles.field}`} />
		</span>
	);
}
