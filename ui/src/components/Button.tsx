import type { ComponentProps } from "react";
import styles from "./Button.module.css";

type ButtonProps = ComponentProps<"button"> & { kind?: "plain" | "primary" | "quiet" };

/** A button with words on it. Icons go before the words, as children. */
export function Button({ kind = "plain", className, ...rest }: ButtonProps) {
	return <button type="button" data-kind={kind} className={`${styles.button} ${className ?? ""}`} {...rest} />;
}
