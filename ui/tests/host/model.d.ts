declare module "*/harness/pdf.mjs" {
	/** A document of these pages, a line of text on each. */
	export const documentOf: (pages: readonly string[], about?: { title?: string; author?: string }) => Buffer;
}

/** The scripted model of the tests of the real window. */
declare module "*/harness/model.mjs" {
	export type Step = string | { does: string };

	export class Model {
		static start(port?: number): Promise<Model>;
		readonly base: string;
		readonly host: string;
		readonly requests: { system: string; body: unknown }[];
		answers(...steps: Step[]): void;
		always(steps: (request: { body: unknown; system: string }) => Step[]): void;
		refuses(status: number, message: string): void;
		goOn(): Promise<void>;
		stop(): void;
	}

	export const says: (words: string, every?: number) => Step;
	export const calls: (name: string, parameters: object) => Step;
	export const waits: Step;
	export const breaks: (message: string) => Step;
}
