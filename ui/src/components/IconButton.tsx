import type { ComponentProps, ReactNode } from "react";
import { runCommand } from "../commands/bindings";
import type { CommandId } from "../commands/catalog";
import styles from "./IconButton.module.css";
import { Tooltip } from "./Tooltip";

interface IconButtonProps extends Omit<ComponentProps<"button">, "aria-label" | "title"> {
	/** The name for screen readers, and the tooltip. */
	name: string;
	icon: ReactNode;
	/** Runs this command and shows its keys in the tooltip. */
	command?: CommandId;
}

export function IconButton({ name, icon, command, className, onClick, ...rest }: IconButtonProps) {
	const press = onClick ?? (command ? () => void runCommand(command) : undefined);
	return (
		<Tooltip words={name} command={command}>
			<button
				type="button"
				aria-label={name}
				className={`${styles.button} ${className ?? ""}`}
				onClick={press}
				{...rest}
			>
				{icon}
			</button>
		</Tooltip>
	);
}
