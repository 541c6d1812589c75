import type { ReactNode } from "react";
import styles from "./Section.module.css";

interface SectionProps {
	title: string;
	tone?: "plain" | "conflict" | "review";
	children: ReactNode;
}

/** A titled part of the inspector or of a page. */
export function Section({ title, tone = "plain", children }: SectionProps) {
	return (
		<section className={styles.section}>
			<h3 className={styles.title} data-tone={tone}>
				{title}
			</h3>
			{children}
		</section>
	);
}
