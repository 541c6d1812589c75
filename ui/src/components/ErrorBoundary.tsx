import { Component, type ReactNode } from "react";
import { words } from "../i18n/useWords";
import { ErrorNote } from "./ErrorNote";

interface Crash {
	error: Error | null;
}

/** Keeps a view that throws from taking the window with it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, Crash> {
	override state: Crash = { error: null };

	static getDerivedStateFromError(error: Error): Crash {
		return { error };
	}

	override render(): ReactNode {
		if (!this.state.error) return this.props.children;
		const { message } = this.state.error;
		const error = new Error(`${message}. ${words("error.crashedHint")}`);
		return <ErrorNote title={words("error.crashed")} error={error} onRetry={() => this.setState({ error: null })} />;
	}
}
