import type { ComponentType } from "react";

/** A component whose code is fetched when it is first shown, or before. */
export class LazyComponent<Props extends object> {
	readonly #from: () => Promise<{ default: ComponentType<Props> }>;
	#asked: Promise<void> | null = null;
	/** Null until it has come. */
	Component: ComponentType<Props> | null = null;

	constructor(from: () => Promise<{ default: ComponentType<Props> }>) {
		this.#from = from;
	}

	load(): Promise<void> {
		this.#asked ??= this.#fetch();
		return this.#asked;
	}

	async #fetch(): Promise<void> {
		try {
			this.Component = (await this.#from()).default;
		} catch (error) {
			this.#asked = null;
			throw error;
		}
	}
}
